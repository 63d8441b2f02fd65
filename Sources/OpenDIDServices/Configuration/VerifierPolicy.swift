import OpenDID_DataModel

/// A verifier's requirements for one terminal and one service (OpenDID sheet 4.2, 5.8, 7.1).
public struct VerifierPolicy: Sendable, Hashable {
    /// The ID of the terminal, which an offer contains as `device`.
    public var device: String
    /// The ID of the service, which an offer contains as `service`.
    public var service: String
    /// The title that is shown to the holder.
    public var title: String
    /// The description that is shown to the holder.
    public var description: String?
    /// The language of the title and the description, such as `ko`.
    public var language: String
    /// The required credentials, one entry for each kind of credential.
    public var requirements: [Requirement]
    /// The authentication with which the holder must unlock the keys (OpenDID sheet 3.4, 4.5).
    public var authType: VerifyAuthType
    /// The lifetime of an offer if the terminal states none. Defaults to ``ServiceLifetimes/verifyOffer``.
    public var validFor: Duration?
    /// The allowed modes of sending the presentation.
    public var modes: Set<PresentModeEnum>
    /// The ID by which terminals of release 2 name the policy. Defaults to the device and the service, with a slash between them.
    public var policyId: String?

    /// The policy's ID, or the default ID if none is set.
    var knownID: String { policyId ?? "\(device)/\(service)" }

    /// Creates a policy. By default, it requires PIN or biometrics and allows every mode that is implemented.
    public init(
        device: String, service: String, title: String, description: String? = nil, language: String = "en",
        requirements: [Requirement], authType: VerifyAuthType = [.pin, .bio], validFor: Duration? = nil,
        modes: Set<PresentModeEnum> = [.Direct, .Indirect], policyId: String? = nil
    ) {
        self.device = device
        self.service = service
        self.title = title
        self.description = description
        self.language = language
        self.requirements = requirements
        self.authType = authType
        self.validFor = validFor
        self.modes = modes
        self.policyId = policyId
    }

    /// The requirements for one kind of credential (OpenDID sheet 3.4, 4.2).
    public struct Requirement: Sendable, Hashable {
        /// A way to name the schema of the credentials.
        public enum Schema: Sendable, Hashable {
            /// The URL of the schema.
            case id(String)
            /// The name of a schema of the issuer in this configuration (``SchemaSeed/name``).
            case name(String)
            /// The ID of a plan that the list provider serves. The schema is the one that the plan names.
            case plan(String)
        }

        /// The schema of the credentials.
        public var schema: Schema
        /// True if the whole credential is required: all its claims, and the issuer's signature over the whole credential.
        public var presentAll: Bool?
        /// The codes of the claims that the wallet shows to the holder.
        public var displayClaims: [String]?
        /// The codes of the required claims. Defaults to none. While the registered schema lacks one of them, the verifier refuses to make a
        /// profile, and its log names the claim.
        public var requiredClaims: [String]?
        /// The DIDs of the accepted issuers. Defaults to every issuer that the trust agent has enrolled.
        public var allowedIssuers: [String]?

        /// Creates a requirement.
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

extension VerifierPolicy {
    /// Returns the policies of a seed. Entries with the same device, service and ID become one policy that requires several kinds of
    /// credential. The texts and the authentication of the policy are those of the first entry.
    static func policies(_ seeds: [VerificationSeed]) -> [VerifierPolicy] {
        var policies: [VerifierPolicy] = []
        for seed in seeds {
            let requirement = Requirement(
                schema: .name(seed.schema), presentAll: seed.presentAll ? true : nil,
                displayClaims: seed.displayClaims.isEmpty ? nil : seed.displayClaims,
                requiredClaims: seed.requiredClaims.isEmpty ? nil : seed.requiredClaims,
                allowedIssuers: seed.allowedIssuers.isEmpty ? nil : seed.allowedIssuers)
            let place = policies.firstIndex {
                $0.device == seed.device && $0.service == seed.service && $0.policyId == seed.policyId
            }
            if let place {
                policies[place].requirements.append(requirement)
            } else {
                policies.append(
                    VerifierPolicy(
                        device: seed.device, service: seed.service, title: seed.title, description: seed.description,
                        requirements: [requirement], authType: seed.authType, validFor: seed.validFor,
                        policyId: seed.policyId))
            }
        }
        return policies
    }
}
