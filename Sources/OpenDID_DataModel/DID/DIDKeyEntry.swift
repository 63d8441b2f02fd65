import HeraldKeys

/// A public key with its name and purposes in a DID document (OpenDID sheet 1.6, 3.1). The key and its purposes are one value, so that a
/// key is not given the purposes of another key by mistake.
public struct DIDKeyEntry: Sendable, Hashable {
    /// The key's name without the DID, such as `assert`.
    public var id: String
    /// The public key.
    public var key: VerificationKey
    /// The verification relationships, such as `assertionMethod`, that list the key.
    public var purposes: [ProofPurpose]
    /// The way in which the owner unlocks the key.
    public var authType: AuthType
    /// The DID of the key's controller. `nil` means the document's controller.
    public var controller: String?

    /// Creates an entry with any name and any purposes.
    /// - Parameters:
    ///   - id: the key's name without the DID.
    ///   - key: the public key.
    ///   - purposes: the verification relationships that list the key.
    ///   - authType: the way in which the owner unlocks the key.
    ///   - controller: the DID of the key's controller. Defaults to the document's controller.
    public init(
        id: String, key: VerificationKey, purposes: [ProofPurpose], authType: AuthType, controller: String? = nil
    ) {
        self.id = id
        self.key = key
        self.purposes = purposes
        self.authType = authType
        self.controller = controller
    }

    /// Creates an entry for a key with one of OpenDID's names. The name determines the purposes and the authType.
    public init(_ name: DIDKeyName, _ key: VerificationKey) {
        self.init(id: name.rawValue, key: key, purposes: name.purposes, authType: name.authType)
    }

    /// Returns the entry in the form of the document's key list.
    func method(controller fallback: String, encoding: Multibase.Base) -> DIDDocument.VerificationMethod {
        DIDDocument.VerificationMethod(
            id: id, type: key.keyType, controller: controller ?? fallback,
            publicKeyMultibase: Multibase.encode(key.compressed, as: encoding), authType: authType)
    }
}
