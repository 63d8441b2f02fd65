import HeraldKeys

/// A public key and how a DID document lists it (OpenDID sheet 1.6, 3.1). Name, key and purposes travel together, so that a key cannot
/// end up under the purposes of another one.
public struct DIDKeyEntry: Sendable, Hashable {
    /// The key's bare name, such as `assert`.
    public var id: String
    /// The key itself.
    public var key: VerificationKey
    /// The lists under which it stands.
    public var purposes: [ProofPurpose]
    /// How the owner opens it.
    public var authType: AuthType
    /// The DID of who controls the key; the document's controller when `nil`.
    public var controller: String?

    /// An entry from its parts.
    public init(id: String, key: VerificationKey, purposes: [ProofPurpose], authType: AuthType, controller: String? = nil) {
        self.id = id
        self.key = key
        self.purposes = purposes
        self.authType = authType
        self.controller = controller
    }

    /// A key under one of the names that OpenDID uses, with the purposes and the authType that belong to it.
    public init(_ name: DIDKeyName, _ key: VerificationKey) {
        self.init(id: name.rawValue, key: key, purposes: name.purposes, authType: name.authType)
    }

    /// The entry of a document's key list.
    func method(controller fallback: String, encoding: Multibase.Base) -> DIDDocument.VerificationMethod {
        DIDDocument.VerificationMethod(
            id: id, type: key.keyType, controller: controller ?? fallback,
            publicKeyMultibase: Multibase.encode(key.compressed, as: encoding), authType: authType)
    }
}
