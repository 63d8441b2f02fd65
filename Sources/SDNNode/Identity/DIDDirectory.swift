import GRDB
import HeraldKeys
import SDNWire

/// Which DIDs there are and which wallets control them: many to many (SDN sheet 1.1).
enum DIDDirectory {
    /// The state of a DID document.
    struct Document: Sendable, Hashable {
        let did: SDNDID
        /// RFC 3339, opaque to clients.
        let created: String
        let updated: String
        /// In the order of linking.
        let addresses: [EthereumAddress]
    }

    /// The DIDs of a wallet, the first linked first.
    static func dids(of address: EthereumAddress, in db: Database) throws -> [SDNDID] {
        try String.fetchAll(
            db, sql: "SELECT did FROM did_address WHERE address = ? ORDER BY linked_at, did", arguments: [address.lowercaseHex]
        ).map { try SDNDID($0) }
    }

    static func document(of did: SDNDID, in db: Database) throws -> Document? {
        guard let row = try Row.fetchOne(db, sql: "SELECT created, updated FROM did WHERE did = ?", arguments: [did.text]) else { return nil }
        let addresses = try String.fetchAll(
            db, sql: "SELECT address FROM did_address WHERE did = ? ORDER BY linked_at, address", arguments: [did.text]
        ).map { try EthereumAddress(bytes: Hex.decode($0)) }
        return Document(did: did, created: row["created"], updated: row["updated"], addresses: addresses)
    }

    /// Makes a DID that is not there yet, with its first wallet.
    static func create(_ did: SDNDID, address: EthereumAddress, updated: String, now: Int64, in db: Database) throws {
        try db.execute(sql: "INSERT INTO did (did, created, updated) VALUES (?, ?, ?)", arguments: [did.text, updated, updated])
        try link(address, to: did, now: now, in: db)
    }

    /// Gives a DID one more wallet. The caller changes `updated` when the document was known before.
    static func link(_ address: EthereumAddress, to did: SDNDID, now: Int64, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO did_address (did, address, linked_at) VALUES (?, ?, ?) ON CONFLICT (did, address) DO NOTHING",
            arguments: [did.text, address.lowercaseHex, now])
    }
}
