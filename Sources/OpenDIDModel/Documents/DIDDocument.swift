import HeraldJSON

/// A DID document: a DID and its keys (OpenDID sheet 3.1, 4.1).
///
/// ```swift
/// let document = try DIDDocument(from: text)
/// let key = document.verificationMethod.first { $0.id == "assert" }
/// print(document.versionId, key?.publicKeyMultibase ?? "no such key")
/// ```
public struct DIDDocument: ModelObject, ProofsContainer {
    /// The context: `["https://www.w3.org/ns/did/v1"]`.
    public var context: [String]
    /// The DID.
    public var id: String
    /// The DID of the controller. For holders and devices it is the TAS.
    public var controller: String
    /// The public keys.
    public var verificationMethod: [VerificationMethod]
    /// Names of the keys that may assert. Absent if there is none.
    public var assertionMethod: [String]?
    /// Names of the keys that may authenticate.
    public var authentication: [String]?
    /// Names of the keys that may agree on secrets.
    public var keyAgreement: [String]?
    /// Names of the keys that may invoke capabilities.
    public var capabilityInvocation: [String]?
    /// Names of the keys that may delegate capabilities.
    public var capabilityDelegation: [String]?
    public var service: [Service]?
    /// The time of the first version (datetime).
    @UTCDatetime public var created: String
    /// The time of this version (datetime).
    @UTCDatetime public var updated: String
    /// The version, which starts at `"1"`.
    @DIDVersionId public var versionId: String
    /// True if the DID is deactivated.
    public var deactivated: Bool
    /// The owner's proof, if there is only one.
    public var proof: Proof?
    /// The owner's proofs, if there are several.
    public var proofs: [Proof]?
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, controller, verificationMethod, assertionMethod, authentication, keyAgreement, capabilityInvocation
        case capabilityDelegation, service, created, updated, versionId, deactivated, proof, proofs
    }

    public init(
        context: [String], id: String, controller: String, verificationMethod: [VerificationMethod],
        assertionMethod: [String]? = nil, authentication: [String]? = nil, keyAgreement: [String]? = nil,
        capabilityInvocation: [String]? = nil, capabilityDelegation: [String]? = nil, service: [Service]? = nil,
        created: String, updated: String, versionId: String, deactivated: Bool, proof: Proof? = nil,
        proofs: [Proof]? = nil
    ) {
        self.context = context
        self.id = id
        self.controller = controller
        self.verificationMethod = verificationMethod
        self.assertionMethod = assertionMethod
        self.authentication = authentication
        self.keyAgreement = keyAgreement
        self.capabilityInvocation = capabilityInvocation
        self.capabilityDelegation = capabilityDelegation
        self.service = service
        self.created = created
        self.updated = updated
        self.versionId = versionId
        self.deactivated = deactivated
        self.proof = proof
        self.proofs = proofs
    }

    /// A public key of a DID document (OpenDID sheet 3.1, 4.1).
    public struct VerificationMethod: ModelObject {
        /// The key's name without the DID, such as `assert` or `pin`.
        public var id: String
        public var type: DIDKeyType
        /// The DID of the key's controller.
        public var controller: String
        /// The compressed key, 33 bytes in multibase.
        public var publicKeyMultibase: String
        /// The way in which the holder unlocks the private key.
        public var authType: AuthType
        public var unknownMembers = UnknownMembers()

        public init(id: String, type: DIDKeyType, controller: String, publicKeyMultibase: String, authType: AuthType) {
            self.id = id
            self.type = type
            self.controller = controller
            self.publicKeyMultibase = publicKeyMultibase
            self.authType = authType
        }
    }

    /// A service of the owner (OpenDID sheet 3.1, 4.1).
    public struct Service: ModelObject {
        /// The service's name.
        public var id: String
        public var type: DIDServiceType
        /// The service's URLs.
        public var serviceEndpoint: [String]
        public var unknownMembers = UnknownMembers()

        public init(id: String, type: DIDServiceType, serviceEndpoint: [String]) {
            self.id = id
            self.type = type
            self.serviceEndpoint = serviceEndpoint
        }
    }
}
