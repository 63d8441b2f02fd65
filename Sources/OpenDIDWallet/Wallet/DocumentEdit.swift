import OpenDID_DataModel

/// What a user wants to change of the own DID document (OpenDID sheet 5.11).
public struct DocumentEdit: Sendable {
    /// A key to be made.
    public struct NewKey: Sendable {
        /// The key's name. One that the document has already means that the new key takes the old one's place.
        public var id: String
        /// How the key is protected.
        public var protection: KeyProtection
        /// The lists of the document; those that belong to the name when `nil`.
        public var purposes: [ProofPurpose]?
        /// What the system shows when it asks for a finger or a face, for a biometric key.
        public var bioPrompt: String

        /// A key to be made.
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

    /// Keys to make and to add, or to put in the place of others.
    public var newKeys: [NewKey]
    /// The names of keys to remove.
    public var removedKeys: [String]
    /// Services to add.
    public var services: [DIDDocument.Service]
    /// The ids of services to remove.
    public var removedServices: [String]

    /// An edit from its parts.
    public init(
        newKeys: [NewKey] = [], removedKeys: [String] = [], services: [DIDDocument.Service] = [], removedServices: [String] = []
    ) {
        self.newKeys = newKeys
        self.removedKeys = removedKeys
        self.services = services
        self.removedServices = removedServices
    }
}
