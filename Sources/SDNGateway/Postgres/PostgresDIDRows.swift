import HeraldKeys
import HeraldPostgres
import SDNIdentity
import SDNWire

extension PostgresRows {
    func dids(of address: EthereumAddress) throws -> [SDNDID] {
        try transaction.rows(
            """
            SELECT a.did FROM did_address a JOIN did d ON d.did = a.did WHERE a.address = $1 AND a.is_proven AND NOT d.is_burned
            ORDER BY a.last_use DESC, a.linked_at, a.did
            """, [address.lowercaseHex]
        ).map { try SDNDID(hex: $0.get(0)) }
    }

    func document(of did: SDNDID) throws -> DIDDocument? {
        guard
            let row = try transaction.first("SELECT created, updated, is_burned FROM did WHERE did = $1", [did.hex])
        else { return nil }
        let controllers = try transaction.rows(
            "SELECT address, number, is_proven FROM did_address WHERE did = $1 ORDER BY number", [did.hex]
        ).map {
            DIDDocument.Controller(
                address: try EthereumAddress(bytes: Hex.decode($0.get(0, as: String.self))), number: try $0.get(1),
                isProven: try $0.get(2))
        }
        let keys = try transaction.rows(
            "SELECT value, number FROM did_key WHERE did = $1 ORDER BY number", [did.hex]
        ).map { DIDDocument.DeviceKey(value: try $0.get(0), number: try $0.get(1)) }
        return DIDDocument(
            did: did, created: try row.get(0), updated: try row.get(1), controllers: controllers, keys: keys,
            isBurned: try row.get(2))
    }

    func wallets(of dids: [SDNDID]) throws -> [SDNDID: [EthereumAddress]] {
        let rows = try transaction.rows(
            """
            SELECT d.did, coalesce(a.address, '') FROM did d LEFT JOIN did_address a ON a.did = d.did AND a.is_proven
            WHERE d.did = ANY (string_to_array($1::text, ',')) ORDER BY d.did, a.number
            """, [dids.map(\.hex).joined(separator: ",")])
        var found: [SDNDID: [EthereumAddress]] = [:]
        for row in rows {
            let address: String = try row.get(1)
            let wallets = address.isEmpty ? [] : [try EthereumAddress(bytes: Hex.decode(address))]
            found[try SDNDID(hex: row.get(0)), default: []] += wallets
        }
        return found
    }

    func write(_ edit: DIDEdit, to did: SDNDID, now: Timestamp) throws {
        switch edit {
        case .create(let address, let updated):
            try transaction.execute(
                "INSERT INTO did (did, created, updated) VALUES ($1, $2, $3)", [did.hex, updated, updated])
            try link(address, to: did, now: now)
        case .use(let address):
            try transaction.execute(
                """
                UPDATE did_address SET is_proven = true,
                    last_use = 1 + (SELECT coalesce(max(last_use), 0) FROM did_address WHERE address = $2 AND is_proven)
                WHERE did = $1 AND address = $2
                """, [did.hex, address.lowercaseHex])
        case .link(let address): try link(address, to: did, now: now)
        case .prove(let address):
            try transaction.execute(
                "UPDATE did_address SET is_proven = true WHERE did = $1 AND address = $2",
                [did.hex, address.lowercaseHex])
        case .unlink(let address):
            try transaction.execute(
                "DELETE FROM did_address WHERE did = $1 AND address = $2", [did.hex, address.lowercaseHex])
        case .linkKey(let key):
            try transaction.execute(
                "INSERT INTO did_key (did, value, number) VALUES ($1, $2, $3)", [did.hex, key, try nextNumber(of: did)])
        case .unlinkKey(let key):
            try transaction.execute("DELETE FROM did_key WHERE did = $1 AND value = $2", [did.hex, key])
        case .burn: try transaction.execute("UPDATE did SET is_burned = true WHERE did = $1", [did.hex])
        case .touch(let updated):
            try transaction.execute("UPDATE did SET updated = $1 WHERE did = $2", [updated, did.hex])
        }
    }

    private func link(_ address: EthereumAddress, to did: SDNDID, now: Timestamp) throws {
        try transaction.execute(
            "INSERT INTO did_address (did, address, linked_at, number) VALUES ($1, $2, $3, $4) ON CONFLICT (did, address) DO NOTHING",
            [did.hex, address.lowercaseHex, now.milliseconds, try nextNumber(of: did)])
    }

    private func nextNumber(of did: SDNDID) throws -> Int64 {
        let row = try transaction.first(
            "UPDATE did SET last_number = last_number + 1 WHERE did = $1 RETURNING last_number", [did.hex])
        guard let row else { throw MatrixError(.notFound, "There is no such DID.") }
        return try row.get(0)
    }
}
