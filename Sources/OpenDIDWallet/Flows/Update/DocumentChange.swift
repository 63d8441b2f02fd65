import OpenDID_DataModel

/// A change of the user's DID document (OpenDID sheet 5.11).
public struct DocumentChange: Codable, Sendable {
    /// A pending key of the vault, with its purposes in the document.
    public struct Key: Codable, Sendable, Hashable {
        /// The key. If the document has a key of this name, the new key replaces it.
        public var info: KeyInfo
        /// The verification relationships, such as `assertionMethod`, that list the key. `nil` means the usual purposes of a key with this
        /// name.
        public var purposes: [ProofPurpose]?

        /// Creates the value.
        /// - Parameters:
        ///   - info: the pending key.
        ///   - purposes: the verification relationships that list the key. Defaults to the usual ones of a key with this name.
        public init(info: KeyInfo, purposes: [ProofPurpose]? = nil) {
            self.info = info
            self.purposes = purposes
        }
    }

    /// Keys to add or to replace.
    public var keys: [Key]
    /// The names of keys to remove.
    public var removedKeys: [String]
    /// Services to add.
    public var services: [DIDDocument.Service]
    /// The ids of services to remove.
    public var removedServices: [String]

    /// Creates a change. Each parameter defaults to none.
    /// - Parameters:
    ///   - keys: keys to add or to replace.
    ///   - removedKeys: the names of keys to remove.
    ///   - services: services to add.
    ///   - removedServices: the ids of services to remove.
    public init(
        keys: [Key] = [], removedKeys: [String] = [], services: [DIDDocument.Service] = [],
        removedServices: [String] = []
    ) {
        self.keys = keys
        self.removedKeys = removedKeys
        self.services = services
        self.removedServices = removedServices
    }

    /// Returns the next version of a document, without proofs.
    func applied(to document: DIDDocument, at now: UTCInstant) throws -> DIDDocument {
        var edit = DIDDocumentEdit(document)
        for name in removedKeys { try edit.removeKey(named: name) }
        for key in keys {
            let entry = try key.info.documentEntry(purposes: key.purposes)
            if edit.draft.verificationMethod.contains(where: { $0.id == entry.id }) {
                try edit.replace(entry)
            } else {
                try edit.add(entry)
            }
        }
        for id in removedServices { try edit.removeService(named: id) }
        for service in services { try edit.add(service) }
        // OpenDID writes dates in whole seconds. The date of a new version must be later than that of the version before, so it is at least
        // one second later.
        let earliest = document.$updated.map { $0 + .seconds(1) } ?? now
        return try edit.nextVersion(at: max(now, earliest))
    }
}
