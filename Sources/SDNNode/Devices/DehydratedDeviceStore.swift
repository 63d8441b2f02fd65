import Foundation
import GRDB
import SDNWire

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

    /// Resets the user's dehydrated device, so that another one can take its place under the same ID. The device has no session, no name and no keys
    /// afterwards.
    ///
    /// Up to 32 MiB of messages may wait for the device. They are no longer visible, and ``LeftoverFanOut`` deletes them.
    static func reset(_ device: Caller, now: Timestamp, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE device SET display_name = NULL, created_at = ?, last_seen_ip = NULL, last_seen_at = NULL
                WHERE user_id = ? AND device_id = ?
                """
        ).execute(arguments: [now.milliseconds, device.userID, device.deviceID])
        try DeviceStore.endSessions([device.deviceID], of: device.userID, in: db)
        try ToDeviceStore.take(device, upTo: EventStore.position(in: db), in: db)
        try KeyStore.removeAll(of: device, in: db)
    }

    /// Makes a device that exists the user's dehydrated device.
    static func set(_ stored: Stored, of user: String, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO dehydrated_device (user, device, data) VALUES (?, ?, ?)")
            .execute(arguments: [user, stored.device, Data(stored.data)])
    }
}
