import HeraldPostgres
import OpenDIDServices

extension PostgresRows {
    func identity(of role: String) throws -> StoredIdentity? {
        try transaction.first("SELECT did, document, keys FROM service_identity WHERE role = $1", [role])
            .map { StoredIdentity(did: try $0.get(0), document: try $0.get(1), keys: try $0.get(2)) }
    }

    func insertIdentityIfAbsent(_ identity: StoredIdentity, of role: String) throws {
        try transaction.execute(
            "INSERT INTO service_identity (role, did, document, keys) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            [role, identity.did, identity.document, identity.keys])
    }

    func salt() throws -> [UInt8]? { try transaction.first("SELECT salt FROM service_salt")?.get(0) }

    func insertSaltIfAbsent(_ salt: [UInt8]) throws {
        try transaction.execute(
            "INSERT INTO service_salt (number, salt) VALUES (1, $1) ON CONFLICT DO NOTHING", [salt])
    }
}
