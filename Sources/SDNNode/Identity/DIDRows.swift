import Foundation
import GRDB
import HeraldKeys
import SDNWire

/// The tables of DIDs, their wallets and their device keys.
extension DIDDirectory {
    /// The DIDs that a wallet has signed to be its own and that can be logged in to. The one that it made or logged in to last comes first:
    /// it is what a login by address means.
    static func dids(of address: EthereumAddress, in db: Database) throws -> [SDNDID] {
        try String.fetchAll(
            db,
            sql: """
                SELECT a.did FROM did_address a JOIN did d ON d.did = a.did WHERE a.address = ? AND a.is_proven = 1 AND NOT d.is_burned
                ORDER BY a.last_use DESC, a.linked_at, a.did
                """,
            arguments: [address.lowercaseHex]
        ).map { try SDNDID($0) }
    }

    static func document(of did: SDNDID, in db: Database) throws -> Document? {
        guard let row = try Row.fetchOne(db, sql: "SELECT created, updated, is_burned FROM did WHERE did = ?", arguments: [did.text]) else { return nil }
        let controllers = try Row.fetchAll(
            db, sql: "SELECT address, number, is_proven FROM did_address WHERE did = ? ORDER BY number", arguments: [did.text]
        ).map { Document.Controller(address: try EthereumAddress(bytes: Hex.decode($0[0] as String)), number: $0[1], isProven: $0[2]) }
        let keys = try Row.fetchAll(db, sql: "SELECT value, number FROM did_key WHERE did = ? ORDER BY number", arguments: [did.text])
            .map { Document.DeviceKey(value: $0[0], number: $0[1]) }
        return Document(did: did, created: row[0], updated: row[1], controllers: controllers, keys: keys, isBurned: row[2])
    }

    /// Makes a DID that is not there yet, with its first wallet, which has signed for it.
    static func create(_ did: SDNDID, address: EthereumAddress, updated: String, now: Int64, in db: Database) throws {
        try db.execute(sql: "INSERT INTO did (did, created, updated) VALUES (?, ?, ?)", arguments: [did.text, updated, updated])
        try link(address, to: did, now: now, in: db)
        try noteUse(of: did, by: address, in: db)
    }

    /// Gives a DID one more wallet, which has yet to sign for it. The caller changes `updated` when the document was known before.
    static func link(_ address: EthereumAddress, to did: SDNDID, now: Int64, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO did_address (did, address, linked_at, number) VALUES (?, ?, ?, ?) ON CONFLICT (did, address) DO NOTHING",
            arguments: [did.text, address.lowercaseHex, now, try nextNumber(of: did, in: db)])
    }

    /// The wallet has signed that the DID is its own.
    static func prove(_ address: EthereumAddress, of did: SDNDID, in db: Database) throws {
        try db.execute(sql: "UPDATE did_address SET is_proven = 1 WHERE did = ? AND address = ?", arguments: [did.text, address.lowercaseHex])
    }

    /// The wallet has made the DID or logged in to it, which it signed for. Uses are numbered, because a clock can be set back.
    static func noteUse(of did: SDNDID, by address: EthereumAddress, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE did_address SET is_proven = 1,
                    last_use = 1 + (SELECT coalesce(max(last_use), 0) FROM did_address WHERE address = ?2 AND is_proven = 1)
                WHERE did = ?1 AND address = ?2
                """,
            arguments: [did.text, address.lowercaseHex])
    }

    /// Takes a wallet away, and with it what it signed: linked anew it has to sign anew.
    static func unlink(_ address: EthereumAddress, from did: SDNDID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM did_address WHERE did = ? AND address = ?", arguments: [did.text, address.lowercaseHex])
    }

    static func link(key: String, to did: SDNDID, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO did_key (did, value, number) VALUES (?, ?, ?)", arguments: [did.text, key, try nextNumber(of: did, in: db)])
    }

    static func unlink(key: String, from did: SDNDID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM did_key WHERE did = ? AND value = ?", arguments: [did.text, key])
    }

    /// Ends a DID for good.
    static func burn(_ did: SDNDID, in db: Database) throws {
        try db.execute(sql: "UPDATE did SET is_burned = 1 WHERE did = ?", arguments: [did.text])
    }

    /// Sets `updated` to now, or to a millisecond after what it was when the clock has not gone on: every change has a time of its own.
    static func touch(_ document: Document, now: Int64, in db: Database) throws {
        let before = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(document.updated)
        let last = before.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0
        try db.execute(
            sql: "UPDATE did SET updated = ? WHERE did = ?", arguments: [Timestamp.text(max(now, last + 1)), document.did.text])
    }

    private static func nextNumber(of did: SDNDID, in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "UPDATE did SET last_key = last_key + 1 WHERE did = ? RETURNING last_key", arguments: [did.text]) ?? 1
    }
}
