import OpenDID_DataModel

/// The data that the servers store when they start.
///
/// ```swift
/// let seed = ServicesSeed(
///     schemas: [SchemaSeed(name: "library", schema: schema)],
///     plans: [PlanSeed(id: "vcplanid000000000042", name: "Library card", description: "", schema: "library")],
///     allowedApps: ["org.example.app"], users: [UserSeed(userId: "alice", pii: "alice-0001")])
/// ```
public struct ServicesSeed: Sendable, Hashable {
    /// The issuer's schemas.
    public var schemas: [SchemaSeed]
    /// The issuer's plans.
    public var plans: [PlanSeed]
    /// The package names of the apps that may use a wallet. The trust agent and the app provider enter them into the registry.
    public var allowedApps: [String]
    /// The users whose data the app provider and the issuer store.
    public var users: [UserSeed]
    /// The verifier's policies, one for each terminal and service.
    public var verifications: [VerificationSeed]

    /// Creates a seed. It is empty by default.
    public init(
        schemas: [SchemaSeed] = [], plans: [PlanSeed] = [], allowedApps: [String] = [], users: [UserSeed] = [],
        verifications: [VerificationSeed] = []
    ) {
        self.schemas = schemas
        self.plans = plans
        self.allowedApps = allowedApps
        self.users = users
        self.verifications = verifications
    }
}

/// A schema of the issuer.
public struct SchemaSeed: Sendable, Hashable {
    /// The name under which the schema is served: `…/issuer/api/v1/vc/vcschema?name=`.
    public var name: String
    /// The schema. Its ID is replaced by the URL under which it is served.
    public var schema: VCSchema

    /// Creates a seed.
    /// - Parameters:
    ///   - name: the name under which the schema is served.
    ///   - schema: the schema. Its ID is replaced.
    public init(name: String, schema: VCSchema) {
        self.name = name
        self.schema = schema
    }

    /// Returns the URL under which the schema is served.
    /// - Parameters:
    ///   - name: the schema's name.
    ///   - issuerURL: the issuer's base URL.
    public static func url(of name: String, issuerURL: String) -> String {
        "\(issuerURL)\(OpenDIDEndpoints.Issuer.vcSchema.path)?name=\(QueryText.encoded(name))"
    }
}

/// A plan of the issuer.
public struct PlanSeed: Sendable, Hashable {
    /// The plan's ID: `vcplanid` and 12 digits (OpenDID sheet 1.4).
    public var id: String
    /// A name for people.
    public var name: String
    /// A description for people.
    public var description: String
    /// The name of the schema, one of ``ServicesSeed/schemas``.
    public var schema: String
    /// Keywords by which wallets search for plans.
    public var tags: [String]
    /// The parties that may start an issuance.
    public var option: VCPlan.Option
    /// The DIDs of the issuers. An empty list stands for the issuer of this configuration. A plan for other issuers is entered only by a
    /// process that runs the trust agent.
    public var allowedIssuers: [String]

    /// Creates a seed.
    /// - Parameters:
    ///   - id: the plan's ID: `vcplanid` and 12 digits.
    ///   - name: a name for people.
    ///   - description: a description for people.
    ///   - schema: the name of the schema, one of ``ServicesSeed/schemas``.
    ///   - tags: keywords by which wallets search for plans. Defaults to none.
    ///   - option: the parties that may start an issuance. Defaults to the user and the issuer.
    ///   - allowedIssuers: the DIDs of the issuers. Defaults to the issuer of this configuration.
    public init(
        id: String, name: String, description: String, schema: String, tags: [String] = [],
        option: VCPlan.Option = VCPlan.Option(allowUserInit: true, allowIssuerInit: true, delegatedIssuance: false),
        allowedIssuers: [String] = []
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.schema = schema
        self.tags = tags
        self.option = option
        self.allowedIssuers = allowedIssuers
    }
}

/// A user of the servers.
public struct UserSeed: Sendable, Hashable {
    /// The user's ID in the app. The wallet sends this ID as `kycTxId`, and in the seed of the wallet token.
    public var userId: String
    /// The personal data by which the app provider, the trust agent and the issuer identify the user.
    public var pii: String
    /// The values of the user's claims, by code.
    public var claims: [String: ClaimValue]

    /// Creates a seed.
    /// - Parameters:
    ///   - userId: the user's ID in the app.
    ///   - pii: the personal data by which the servers identify the user.
    ///   - claims: the values of the user's claims, by code. Defaults to none.
    public init(userId: String, pii: String, claims: [String: ClaimValue] = [:]) {
        self.userId = userId
        self.pii = pii
        self.claims = claims
    }

    /// A claim's value with its translations.
    public struct ClaimValue: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
        /// The value in the language of the schema.
        public var value: String
        /// The translations of the value, by language.
        public var translations: [String: String]

        /// Creates a value.
        /// - Parameters:
        ///   - value: the value in the language of the schema.
        ///   - translations: the translations of the value, by language. Defaults to none.
        public init(_ value: String, translations: [String: String] = [:]) {
            self.value = value
            self.translations = translations
        }

        public init(stringLiteral value: String) { self.init(value) }
    }
}

/// The verifier's policy for one terminal and one service.
public struct VerificationSeed: Sendable, Hashable {
    /// The ID of the terminal.
    public var device: String
    /// The ID of the service.
    public var service: String
    /// A title for people.
    public var title: String
    /// A description for people.
    public var description: String?
    /// The name of the schema, one of ``ServicesSeed/schemas``.
    public var schema: String
    /// The codes of the required claims. Defaults to none.
    public var requiredClaims: [String]
    /// The codes of the claims that the wallet shows to the holder. Defaults to the required ones.
    public var displayClaims: [String]
    /// True if the whole credential must be presented.
    public var presentAll: Bool
    /// The DIDs of the accepted issuers. If it is empty, every issuer is accepted.
    public var allowedIssuers: [String]
    /// The way in which the holder must authenticate. Defaults to PIN or biometrics, as ``VerifierPolicy/authType`` does. Upstream's Android
    /// SDKs send an empty presentation if there is no restriction.
    public var authType: VerifyAuthType
    /// The lifetime of an offer. Defaults to ``ServiceLifetimes/verifyOffer``.
    public var validFor: Duration?
    /// The ID by which terminals of release 2 name the policy. Defaults to the device and the service, with a slash between them.
    public var policyId: String?

    /// Creates a seed. Only the device, the service, the title and the schema are required; the properties describe the other parameters
    /// and their defaults.
    public init(
        device: String, service: String, title: String, description: String? = nil, schema: String,
        requiredClaims: [String] = [],
        displayClaims: [String]? = nil, presentAll: Bool = false, allowedIssuers: [String] = [],
        authType: VerifyAuthType = [.pin, .bio],
        validFor: Duration? = nil, policyId: String? = nil
    ) {
        self.device = device
        self.service = service
        self.title = title
        self.description = description
        self.schema = schema
        self.requiredClaims = requiredClaims
        self.displayClaims = displayClaims ?? requiredClaims
        self.presentAll = presentAll
        self.allowedIssuers = allowedIssuers
        self.authType = authType
        self.validFor = validFor
        self.policyId = policyId
    }
}
