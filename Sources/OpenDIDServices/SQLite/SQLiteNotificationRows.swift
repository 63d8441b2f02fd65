import Foundation
import GRDB

extension SQLiteRows {
    package func insertNotification(_ message: [UInt8]) throws -> Int64 {
        try db.executeCached(sql: "INSERT INTO noti_message (message) VALUES (?)", arguments: [Data(message)])
        return db.lastInsertedRowID
    }

    package func deleteNotifications(upTo number: Int64) throws {
        try db.executeCached(sql: "DELETE FROM noti_message WHERE number <= ?", arguments: [number])
    }

    package func notifications() throws -> [[UInt8]] {
        try Data.fetchAll(db, sql: "SELECT message FROM noti_message ORDER BY number").map { [UInt8]($0) }
    }
}
