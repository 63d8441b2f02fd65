import Foundation
import GRDB

extension SQLiteRows {
    package func appUserData(_ user: String) throws -> [UInt8]? {
        try Data.fetchOne(db.cachedStatement(sql: "SELECT pii FROM cas_user WHERE user = ?"), arguments: [user])
            .map { [UInt8]($0) }
    }

    package func saveAppUserData(_ data: [UInt8], of user: String) throws {
        try db.executeCached(
            sql: "INSERT INTO cas_user (user, pii) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET pii = excluded.pii",
            arguments: [user, Data(data)])
    }
}
