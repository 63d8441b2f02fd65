import GRDB
import HeraldKeys
import SDNIdentity
import SDNWire

/// The tables of DIDs, their wallets and their device keys. `DIDDocument` has the rules.
enum DIDDirectory {
    /// Returns the DIDs that a wallet has signed to control and that allow a login. The DID that the wallet most recently created or logged in to
    /// comes first. A login by address uses this DID.
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

    static func document(of did: SDNDID, in db: Database) throws -> DIDDocument? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT created, updated, is_burned FROM did WHERE did = ?", arguments: [did.text])
        else { return nil }
        let controllers = try Row.fetchAll(
            db, sql: "SELECT address, number, is_proven FROM did_address WHERE did = ? ORDER BY number",
            arguments: [did.text]
        ).map {
            DIDDocument.Controller(
                address: try EthereumAddress(bytes: Hex.decode($0[0] as String)), number: $0[1], isProven: $0[2])
        }
        let keys = try Row.fetchAll(
            db, sql: "SELECT value, number FROM did_key WHERE did = ? ORDER BY number", arguments: [did.text]
        )
        .map { DIDDocument.DeviceKey(value: $0[0], number: $0[1]) }
        return DIDDocument(
            did: did, created: row[0], updated: row[1], controllers: controllers, keys: keys, isBurned: row[2])
    }

    /// Returns the state in which a wallet requests a challenge by its address.
    static func standing(of address: EthereumAddress, in db: Database) throws -> WalletStanding {
        if let first = try dids(of: address, in: db).first, let document = try document(of: first, in: db) {
            return .controls(document)
        }
        return try document(of: SDNDID(address: address), in: db).map { .former($0) } ?? .new
    }

    /// Writes one edit of a DID. The caller must end the sessions that the edit ends.
    static func write(_ edit: DIDEdit, to did: SDNDID, now: Timestamp, in db: Database) throws {
        switch edit {
        case .create(let address, let updated):
            try db.execute(
                sql: "INSERT INTO did (did, created, updated) VALUES (?, ?, ?)",
                arguments: [did.text, updated, updated])
            try link(address, to: did, now: now, in: db)
        case .use(let address): try noteUse(of: did, by: address, in: db)
        case .link(let address): try link(address, to: did, now: now, in: db)
        case .prove(let address): try prove(address, of: did, in: db)
        case .unlink(let address): try unlink(address, from: did, in: db)
        case .linkKey(let key): try link(key: key, to: did, in: db)
        case .unlinkKey(let key): try unlink(key: key, from: did, in: db)
        case .burn: try db.execute(sql: "UPDATE did SET is_burned = 1 WHERE did = ?", arguments: [did.text])
        case .touch(let updated):
            try db.execute(sql: "UPDATE did SET updated = ? WHERE did = ?", arguments: [updated, did.text])
        }
    }

    /// Links one more wallet, which has not signed for the DID yet.
    static func link(_ address: EthereumAddress, to did: SDNDID, now: Timestamp, in db: Database) throws {
        try db.execute(
            sql:
                "INSERT INTO did_address (did, address, linked_at, number) VALUES (?, ?, ?, ?) ON CONFLICT (did, address) DO NOTHING",
            arguments: [did.text, address.lowercaseHex, now.milliseconds, try nextNumber(of: did, in: db)])
    }

    private static func prove(_ address: EthereumAddress, of did: SDNDID, in db: Database) throws {
        try db.execute(
            sql: "UPDATE did_address SET is_proven = 1 WHERE did = ? AND address = ?",
            arguments: [did.text, address.lowercaseHex])
    }

    private static func noteUse(of did: SDNDID, by address: EthereumAddress, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE did_address SET is_proven = 1,
                    last_use = 1 + (SELECT coalesce(max(last_use), 0) FROM did_address WHERE address = ?2 AND is_proven = 1)
                WHERE did = ?1 AND address = ?2
                """,
            arguments: [did.text, address.lowercaseHex])
    }

    private static func unlink(_ address: EthereumAddress, from did: SDNDID, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM did_address WHERE did = ? AND address = ?", arguments: [did.text, address.lowercaseHex])
    }

    private static func link(key: String, to did: SDNDID, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO did_key (did, value, number) VALUES (?, ?, ?)",
            arguments: [did.text, key, try nextNumber(of: did, in: db)])
    }

    private static func unlink(key: String, from did: SDNDID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM did_key WHERE did = ? AND value = ?", arguments: [did.text, key])
    }

    private static func nextNumber(of did: SDNDID, in db: Database) throws -> Int64 {
        let number = try Int64.fetchOne(
            db, sql: "UPDATE did SET last_key = last_key + 1 WHERE did = ? RETURNING last_key", arguments: [did.text])
        guard let number else { throw MatrixError(.notFound, "There is no such DID.") }
        return number
    }
}
