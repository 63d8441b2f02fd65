import Foundation
import GRDB

/// The dehydrated devices of users: devices without a session, which receive messages until another device of the user takes them over (MSC3814).
/// Each user has at most one. Its keys and messages are in the same tables as those of other devices.
enum DehydratedDeviceStore {
    struct Stored: Sendable {
        let device: String
        /// `device_data` as compact JSON.
        let data: [UInt8]
    }

    static func find(of user: String, in db: Database) throws -> Stored? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT h.device, h.data FROM dehydrated_device h
                    CROSS JOIN device d ON d.user_id = h.user AND d.device_id = h.device AND NOT d.is_gone WHERE h.user = ?
                    """),
            arguments: [user]
        ).map { Stored(device: $0[0], data: [UInt8]($0[1] as Data)) }
    }

    /// Makes a device that exists the user's dehydrated device.
    static func set(_ stored: Stored, of user: String, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO dehydrated_device (user, device, data) VALUES (?, ?, ?)")
            .execute(arguments: [user, stored.device, Data(stored.data)])
    }
}
