import OpenDID_DataModel

/// What the servers know when they start.
public struct ServicesSeed: Sendable, Hashable {
    /// The issuer's schemas.
    public var schemas: [SchemaSeed]
    /// The plans by which the issuer issues.
    public var plans: [PlanSeed]
    /// The package names of the apps that may use a wallet. The trust agent and the app provider enter them.
    public var allowedApps: [String]
    /// The people whom the app provider and the issuer know.
    public var users: [UserSeed]
    /// What the verifier asks for, by device and service.
    public var verifications: [VerificationSeed]

    /// Empty by default.
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
    /// The name under which it is served: `…/issuer/api/v1/vc/vcschema?name=`.
    public var name: String
    /// The schema; its id is replaced by the URL under which it is served.
    public var schema: VCSchema

    public init(name: String, schema: VCSchema) {
        self.name = name
        self.schema = schema
    }

    /// The URL under which the schema is served.
    /// - Parameters:
    ///   - name: the schema's name.
    ///   - issuerURL: the issuer's base URL.
    public static func url(of name: String, issuerURL: String) -> String {
        "\(issuerURL)\(OpenDIDEndpoints.Issuer.vcSchema.path)?name=\(QueryText.encoded(name))"
    }
}

/// A plan of the issuer.
public struct PlanSeed: Sendable, Hashable {
    /// `vcplanid` and 12 digits (OpenDID sheet 1.4).
    public var id: String
    public var name: String
    public var description: String
    /// The name of the schema, one of ``ServicesSeed/schemas``.
    public var schema: String
    public var tags: [String]
    public var option: VCPlan.Option
    /// DIDs; this set-up's issuer when empty. Only the trust agent's process enters a plan that names others.
    public var allowedIssuers: [String]

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

/// Somebody whom the servers know.
public struct UserSeed: Sendable, Hashable {
    /// The user's id in the app; what the wallet sends as `kycTxId` and in the wallet token's seed.
    public var userId: String
    /// The personal data by which app provider, trust agent and issuer mean the same person.
    public var pii: String
    /// The values of the person's claims, by code.
    public var claims: [String: ClaimValue]

    public init(userId: String, pii: String, claims: [String: ClaimValue] = [:]) {
        self.userId = userId
        self.pii = pii
        self.claims = claims
    }

    /// A claim's value, and what it is in other languages.
    public struct ClaimValue: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
        public var value: String
        /// By language.
        public var translations: [String: String]

        public init(_ value: String, translations: [String: String] = [:]) {
            self.value = value
            self.translations = translations
        }

        public init(stringLiteral value: String) { self.init(value) }
    }
}

/// What the verifier asks for when a device asks on behalf of a service.
public struct VerificationSeed: Sendable, Hashable {
    /// The id of the asking terminal.
    public var device: String
    /// The id of the service.
    public var service: String
    public var title: String
    public var description: String?
    /// The name of the schema, one of ``ServicesSeed/schemas``.
    public var schema: String
    /// Codes of claims. Defaults to none.
    public var requiredClaims: [String]
    /// Codes of claims that the holder is shown. Defaults to the required ones.
    public var displayClaims: [String]
    /// Whether the whole credential has to be shown.
    public var presentAll: Bool
    /// DIDs; any issuer when empty.
    public var allowedIssuers: [String]
    /// How the holder has to authenticate. Defaults to no restriction.
    public var authType: VerifyAuthType
    /// How long an offer holds, in seconds. Defaults to ``ServiceLifetimes/verifyOffer``.
    public var validSeconds: Int64?
    /// By what terminals of release 2 name it. Defaults to device and service with a slash between them.
    public var policyId: String?

    public init(
        device: String, service: String, title: String, description: String? = nil, schema: String, requiredClaims: [String] = [],
        displayClaims: [String]? = nil, presentAll: Bool = false, allowedIssuers: [String] = [], authType: VerifyAuthType = [],
        validSeconds: Int64? = nil, policyId: String? = nil
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
        self.validSeconds = validSeconds
        self.policyId = policyId
    }
}
