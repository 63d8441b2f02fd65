import OpenDID_DataModel

/// What a verifier asks for at one terminal for one service (OpenDID sheet 4.2, 5.8, 7.1).
public struct VerifierPolicy: Sendable, Hashable {
    /// The terminal that asks; `device` of an offer.
    public var device: String
    /// The service that is asked for; `service` of an offer.
    public var service: String
    /// A title for people.
    public var title: String
    /// A description for people.
    public var description: String?
    /// The language of title and description, such as `ko`.
    public var language: String
    /// One for each kind of credential.
    public var requirements: [Requirement]
    /// How the holder has to open the keys (OpenDID sheet 3.4, 4.5).
    public var authType: VerifyAuthType
    /// For how long an offer holds where the terminal does not say, in seconds; ``ServiceLifetimes/verifyOffer`` when absent.
    public var validSeconds: Int64?
    /// How the presentation may travel.
    public var modes: Set<PresentModeEnum>
    /// By what terminals of release 2 name the policy; device and service with a slash between them when `nil`.
    public var policyId: String?

    /// The id by which the policy is known.
    var knownID: String { policyId ?? "\(device)/\(service)" }

    /// A policy from its parts. Defaults to PIN or biometrics, and every mode that is implemented.
    public init(
        device: String, service: String, title: String, description: String? = nil, language: String = "en",
        requirements: [Requirement], authType: VerifyAuthType = [.pin, .bio], validSeconds: Int64? = nil,
        modes: Set<PresentModeEnum> = [.Direct, .Indirect], policyId: String? = nil
    ) {
        self.device = device
        self.service = service
        self.title = title
        self.description = description
        self.language = language
        self.requirements = requirements
        self.authType = authType
        self.validSeconds = validSeconds
        self.modes = modes
        self.policyId = policyId
    }

    /// What is asked of one kind of credential (OpenDID sheet 3.4, 4.2).
    public struct Requirement: Sendable, Hashable {
        /// How the schema of the credentials is named.
        public enum Schema: Sendable, Hashable {
            /// By its URL.
            case id(String)
            /// By its name at the issuer of this set-up (``SchemaSeed/name``).
            case name(String)
            /// By a plan of the list provider; the schema is the plan's.
            case plan(String)
        }

        /// The schema of the credentials.
        public var schema: Schema
        /// Whether all claims are wanted, under the issuer's signature of the whole.
        public var presentAll: Bool?
        /// Codes of claims to show to the holder.
        public var displayClaims: [String]?
        /// Codes of claims that have to be there; none when absent.
        public var requiredClaims: [String]?
        /// DIDs of the issuers accepted; every issuer that the TAS has enrolled when absent.
        public var allowedIssuers: [String]?

        /// A requirement from its parts.
        public init(
            schema: Schema, presentAll: Bool? = nil, displayClaims: [String]? = nil, requiredClaims: [String]? = nil,
            allowedIssuers: [String]? = nil
        ) {
            self.schema = schema
            self.presentAll = presentAll
            self.displayClaims = displayClaims
            self.requiredClaims = requiredClaims
            self.allowedIssuers = allowedIssuers
        }
    }
}
