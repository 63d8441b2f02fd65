import Foundation
import GRDB

extension SQLiteRows {
    package func identity(of role: String) throws -> StoredIdentity? {
        try Row.fetchOne(
            db, sql: "SELECT did, document, keys FROM service_identity WHERE role = ?", arguments: [role]
        ).map { StoredIdentity(did: $0[0], document: [UInt8]($0[1] as Data), keys: [UInt8]($0[2] as Data)) }
    }

    package func insertIdentityIfAbsent(_ identity: StoredIdentity, of role: String) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO service_identity (role, did, document, keys) VALUES (?, ?, ?, ?)",
            arguments: [role, identity.did, Data(identity.document), Data(identity.keys)])
    }

    package func salt() throws -> [UInt8]? {
        try Data.fetchOne(db, sql: "SELECT salt FROM service_salt").map { [UInt8]($0) }
    }

    package func insertSaltIfAbsent(_ salt: [UInt8]) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO service_salt (number, salt) VALUES (1, ?)", arguments: [Data(salt)])
    }
}
