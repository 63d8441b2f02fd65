import OpenDID_DataModel

/// A change of the user's DID document (OpenDID sheet 5.11).
///
/// ```swift
/// var edit = DocumentEdit(removedKeys: ["bio"])
/// edit.services = [DIDDocument.Service(id: "home", type: .linkedDomains, serviceEndpoint: ["https://library.example"])]
/// ```
public struct DocumentEdit: Sendable {
    /// A key to create.
    public struct NewKey: Sendable {
        /// The key's name. If the document has a key of this name, the new key replaces it.
        public var id: String
        /// The protection of the key.
        public var protection: KeyProtection
        /// The verification relationships, such as `assertionMethod`, that list the key. `nil` means the usual purposes of a key with this
        /// name.
        public var purposes: [ProofPurpose]?
        /// The sentence that the system shows when it asks for a fingerprint or a face, for a biometric key.
        public var bioPrompt: String

        /// Creates a description of a key to create.
        /// - Parameters:
        ///   - id: the key's name, such as `pin`.
        ///   - protection: the protection of the key.
        ///   - purposes: the verification relationships that list the key. Defaults to the usual ones of a key with this name.
        ///   - bioPrompt: the sentence that the system shows when it asks for a fingerprint or a face. Defaults to empty.
        public init(id: String, protection: KeyProtection, purposes: [ProofPurpose]? = nil, bioPrompt: String = "") {
            self.id = id
            self.protection = protection
            self.purposes = purposes
            self.bioPrompt = bioPrompt
        }

        var unlock: HolderUnlock {
            switch protection {
            case .free: HolderUnlock()
            case .pin(let pin): .pin(pin)
            case .biometric: .bio(prompt: bioPrompt)
            }
        }
    }

    /// The keys to create. A new key replaces a key of the same name, or is added.
    public var newKeys: [NewKey]
    /// The names of keys to remove.
    public var removedKeys: [String]
    /// Services to add.
    public var services: [DIDDocument.Service]
    /// The ids of services to remove.
    public var removedServices: [String]

    /// Creates a change. Each parameter defaults to none.
    /// - Parameters:
    ///   - newKeys: the keys to create.
    ///   - removedKeys: the names of keys to remove.
    ///   - services: services to add.
    ///   - removedServices: the ids of services to remove.
    public init(
        newKeys: [NewKey] = [], removedKeys: [String] = [], services: [DIDDocument.Service] = [],
        removedServices: [String] = []
    ) {
        self.newKeys = newKeys
        self.removedKeys = removedKeys
        self.services = services
        self.removedServices = removedServices
    }
}
