/// The servers' identities, and the salt with which storage keys are derived from a passphrase.
package protocol StorageTables {
    /// Returns the identity of a role's server, or `nil` if it has none.
    /// - Throws: the database's errors.
    func identity(of role: String) throws -> StoredIdentity?

    /// Stores the identity of a role's server. An identity that is already stored is not changed.
    /// - Throws: the database's errors.
    func insertIdentityIfAbsent(_ identity: StoredIdentity, of role: String) throws

    /// Returns the salt, or `nil` if none is stored.
    /// - Throws: the database's errors.
    func salt() throws -> [UInt8]?

    /// Stores the salt. A salt that is already stored is not changed.
    /// - Throws: the database's errors.
    func insertSaltIfAbsent(_ salt: [UInt8]) throws
}

/// The identity of a server.
package struct StoredIdentity: Sendable, Hashable {
    package let did: String
    /// The DID document as canonical JSON.
    package let document: [UInt8]
    /// The encrypted private keys.
    package let keys: [UInt8]

    package init(did: String, document: [UInt8], keys: [UInt8]) {
        (self.did, self.document, self.keys) = (did, document, keys)
    }
}
