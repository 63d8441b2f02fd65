import Foundation
import GRDB

/// Stores the personal data of the app provider's users in encrypted form. A user is found by a keyed hash of the user ID.
struct AppUserStore: Sendable {
    static let migrations = [
        SQLiteMigration("cas, version 1") { db in
            try db.execute(
                sql: "CREATE TABLE cas_user (user TEXT NOT NULL PRIMARY KEY, pii BLOB NOT NULL) WITHOUT ROWID")
        }
    ]

    let database: any ServiceDatabase
    let seal: StorageSeal

    /// Returns a user's personal data, or `nil` if the user is unknown.
    func pii(of user: String) async throws -> String? {
        let index = seal.index(user, of: "cas_user")
        let sealed = try await database.read { db in
            try Data.fetchOne(db.cachedStatement(sql: "SELECT pii FROM cas_user WHERE user = ?"), arguments: [index])
        }
        guard let sealed else { return nil }
        return String(decoding: try seal.open([UInt8](sealed), at: "cas_user/\(index)"), as: UTF8.self)
    }

    /// Stores or replaces a user's personal data.
    func save(pii: String, of user: String) async throws {
        let index = seal.index(user, of: "cas_user")
        let sealed = Data(try seal.seal(Array(pii.utf8), at: "cas_user/\(index)"))
        try await database.write { db in
            try db.executeCached(
                sql:
                    "INSERT INTO cas_user (user, pii) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET pii = excluded.pii",
                arguments: [index, sealed])
        }
    }
}
