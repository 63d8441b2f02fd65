import GRDB
import HeraldKeys
import SDNIdentity
import SDNWire

extension SQLiteRows {
    func dids(of address: EthereumAddress) throws -> [SDNDID] {
        try String.fetchAll(
            db,
            sql: """
                SELECT a.did FROM did_address a JOIN did d ON d.did = a.did WHERE a.address = ? AND a.is_proven AND NOT d.is_burned
                ORDER BY a.last_use DESC, a.linked_at, a.did
                """,
            arguments: [address.lowercaseHex]
        ).map { try SDNDID(hex: $0) }
    }

    func document(of did: SDNDID) throws -> DIDDocument? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT created, updated, is_burned FROM did WHERE did = ?", arguments: [did.hex])
        else { return nil }
        let controllers = try Row.fetchAll(
            db, sql: "SELECT address, number, is_proven FROM did_address WHERE did = ? ORDER BY number",
            arguments: [did.hex]
        ).map {
            DIDDocument.Controller(
                address: try EthereumAddress(bytes: Hex.decode($0[0] as String)), number: $0[1], isProven: $0[2])
        }
        let keys = try Row.fetchAll(
            db, sql: "SELECT value, number FROM did_key WHERE did = ? ORDER BY number", arguments: [did.hex]
        ).map { DIDDocument.DeviceKey(value: $0[0], number: $0[1]) }
        return DIDDocument(
            did: did, created: row[0], updated: row[1], controllers: controllers, keys: keys, isBurned: row[2])
    }

    func wallets(of dids: [SDNDID]) throws -> [SDNDID: [EthereumAddress]] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT d.did, coalesce(a.address, '') FROM did d LEFT JOIN did_address a ON a.did = d.did AND a.is_proven
                WHERE d.did IN (SELECT value FROM json_each(?)) ORDER BY d.did, a.number
                """,
            arguments: ["[" + dids.map { "\"\($0.hex)\"" }.joined(separator: ",") + "]"])
        var found: [SDNDID: [EthereumAddress]] = [:]
        for row in rows {
            let address: String = row[1]
            let wallets = address.isEmpty ? [] : [try EthereumAddress(bytes: Hex.decode(address))]
            found[try SDNDID(hex: row[0]), default: []] += wallets
        }
        return found
    }

    func write(_ edit: DIDEdit, to did: SDNDID, now: Timestamp) throws {
        switch edit {
        case .create(let address, let updated):
            try db.execute(
                sql: "INSERT INTO did (did, created, updated) VALUES (?, ?, ?)", arguments: [did.hex, updated, updated])
            try link(address, to: did, now: now)
        case .use(let address):
            try db.execute(
                sql: """
                    UPDATE did_address SET is_proven = 1,
                        last_use = 1 + (SELECT coalesce(max(last_use), 0) FROM did_address WHERE address = ?2 AND is_proven)
                    WHERE did = ?1 AND address = ?2
                    """,
                arguments: [did.hex, address.lowercaseHex])
        case .link(let address): try link(address, to: did, now: now)
        case .prove(let address):
            try db.execute(
                sql: "UPDATE did_address SET is_proven = 1 WHERE did = ? AND address = ?",
                arguments: [did.hex, address.lowercaseHex])
        case .unlink(let address):
            try db.execute(
                sql: "DELETE FROM did_address WHERE did = ? AND address = ?",
                arguments: [did.hex, address.lowercaseHex])
        case .linkKey(let key):
            try db.execute(
                sql: "INSERT INTO did_key (did, value, number) VALUES (?, ?, ?)",
                arguments: [did.hex, key, try nextNumber(of: did)])
        case .unlinkKey(let key):
            try db.execute(sql: "DELETE FROM did_key WHERE did = ? AND value = ?", arguments: [did.hex, key])
        case .burn: try db.execute(sql: "UPDATE did SET is_burned = 1 WHERE did = ?", arguments: [did.hex])
        case .touch(let updated):
            try db.execute(sql: "UPDATE did SET updated = ? WHERE did = ?", arguments: [updated, did.hex])
        }
    }

    private func link(_ address: EthereumAddress, to did: SDNDID, now: Timestamp) throws {
        try db.execute(
            sql:
                "INSERT INTO did_address (did, address, linked_at, number) VALUES (?, ?, ?, ?) ON CONFLICT (did, address) DO NOTHING",
            arguments: [did.hex, address.lowercaseHex, now.milliseconds, try nextNumber(of: did)])
    }

    private func nextNumber(of did: SDNDID) throws -> Int64 {
        let number = try Int64.fetchOne(
            db, sql: "UPDATE did SET last_number = last_number + 1 WHERE did = ? RETURNING last_number",
            arguments: [did.hex])
        guard let number else { throw MatrixError(.notFound, "There is no such DID.") }
        return number
    }
}
