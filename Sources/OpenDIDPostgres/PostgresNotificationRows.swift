import HeraldPostgres
import OpenDIDServices

extension PostgresRows {
    func insertNotification(_ message: [UInt8]) throws -> Int64 {
        try requiredRow("INSERT INTO noti_message (message) VALUES ($1) RETURNING number", [message]).get(0)
    }

    func deleteNotifications(upTo number: Int64) throws {
        // Several instances delete at once, so each takes rows that no other one has locked. With IN in place of the array, PostgreSQL
        // may read the whole table.
        try transaction.execute(
            """
            DELETE FROM noti_message WHERE number = ANY (ARRAY(
                SELECT number FROM noti_message WHERE number <= $1 FOR UPDATE SKIP LOCKED))
            """,
            [number])
    }

    func notifications() throws -> [[UInt8]] {
        try transaction.rows("SELECT message FROM noti_message ORDER BY number").map { try $0.get(0) }
    }
}
