import OpenDID_DataModel

/// How the user's DID document is to change (OpenDID sheet 5.11).
public struct DocumentChange: Codable, Sendable {
    /// A key that waits in the vault as pending, and the purposes under which the document is to list it.
    public struct Key: Codable, Sendable, Hashable {
        /// The key. A name that the document has already means that the new key takes the old one's place.
        public var info: KeyInfo
        /// The lists of the document; those that belong to the name when `nil`.
        public var purposes: [ProofPurpose]?

        /// A key and the lists of the document.
        public init(info: KeyInfo, purposes: [ProofPurpose]? = nil) {
            self.info = info
            self.purposes = purposes
        }
    }

    /// Keys to add or to put in the place of others.
    public var keys: [Key]
    /// The names of keys to remove.
    public var removedKeys: [String]
    /// Services to add.
    public var services: [DIDDocument.Service]
    /// The ids of services to remove.
    public var removedServices: [String]

    /// A change from its parts.
    public init(
        keys: [Key] = [], removedKeys: [String] = [], services: [DIDDocument.Service] = [], removedServices: [String] = []
    ) {
        self.keys = keys
        self.removedKeys = removedKeys
        self.services = services
        self.removedServices = removedServices
    }

    /// The next version of a document, without proofs.
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
        // Dates are written in whole seconds, and a new version has to be later than the last one.
        let earliest = document.$updated.map { $0.adding(seconds: 1) } ?? now
        return try edit.nextVersion(at: max(now, earliest))
    }
}
