import Foundation
import GRDB
import HeraldJSON

/// The newest messages to users, in encrypted form. If no channel is configured, the process that runs the servers can read them from this
/// store.
struct NotificationOutbox: Sendable {
    static let migrations = [
        SQLiteMigration("noti, version 1") { db in
            try db.execute(
                sql: "CREATE TABLE noti_message (number INTEGER PRIMARY KEY AUTOINCREMENT, message BLOB NOT NULL)")
        }
    ]

    private static let limit: Int64 = 1000
    let database: any ServiceDatabase
    let seal: StorageSeal

    func add(_ notification: OutgoingNotification) async throws {
        let sealed = Data(try seal.seal(try JSONModelEncoder().canonicalBytes(notification), at: "noti/message"))
        try await database.write { db in
            try db.executeCached(sql: "INSERT INTO noti_message (message) VALUES (?)", arguments: [sealed])
            try db.executeCached(
                sql: "DELETE FROM noti_message WHERE number <= ?", arguments: [db.lastInsertedRowID - Self.limit])
        }
    }

    /// Returns the messages, oldest first.
    func messages() async throws -> [OutgoingNotification] {
        let sealed = try await database.read { db in
            try Data.fetchAll(db, sql: "SELECT message FROM noti_message ORDER BY number")
        }
        return try sealed.map {
            try JSONModelDecoder().decode(OutgoingNotification.self, from: seal.open([UInt8]($0), at: "noti/message"))
        }
    }
}
