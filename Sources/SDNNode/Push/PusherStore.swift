import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// The pushers of all users.
enum PusherStore {
    static let perUser = 100

    /// Sets or replaces a pusher of the caller.
    /// - Parameters:
    ///   - network: the caller's network.
    ///   - append: true to leave pushers of other users with the same key; false to delete them.
    /// - Throws: `M_INVALID_PARAM` if the caller has too many pushers; `M_UNKNOWN_TOKEN` if the token has ended.
    static func set(
        _ pusher: Pusher, of caller: Caller, at network: String, append: Bool, now: Timestamp, in db: Database
    )
        throws
    {
        try AccessTokens.requireAlive(caller, in: db)
        let key = pusher.key
        if !append {
            try db.execute(
                sql: "DELETE FROM pusher WHERE app_id = ? AND pushkey = ? AND user_id <> ?",
                arguments: [key.appID, key.pushkey, caller.userID])
        }
        try remove(key, of: caller.userID, in: db)
        let count =
            try Int.fetchOne(db, sql: "SELECT count(*) FROM pusher WHERE user_id = ?", arguments: [caller.userID]) ?? 0
        // The node refuses the new pusher and does not delete the oldest one. Otherwise the device of the oldest pusher would silently receive no
        // more notifications.
        guard count < perUser else { throw MatrixError(.invalidParam, "A user has at most \(perUser) pushers.") }
        try db.execute(
            sql: """
                INSERT INTO pusher (user_id, app_id, pushkey, device_id, kind, app_display_name, device_display_name, profile_tag, lang, data,
                    is_enabled, set_at, position, setting, network)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                caller.userID, key.appID, key.pushkey, caller.deviceID, pusher.kind, pusher.appDisplayName,
                pusher.deviceDisplayName,
                pusher.profileTag, pusher.lang, Data(pusher.data), pusher.isEnabled, now.milliseconds,
                // A new pusher begins at the present end of the stream, so the node sends only notifications of later events.
                try EventStore.position(in: db), try EventStore.nextPosition(in: db), network,
            ])
    }

    static func remove(_ key: PusherKey, of userID: String, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM pusher WHERE user_id = ? AND app_id = ? AND pushkey = ?",
            arguments: [userID, key.appID, key.pushkey])
    }

    /// Returns the user's pushers for `GET pushers`, oldest first.
    static func list(of userID: String, in db: Database) throws -> [JSONValue] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM pusher WHERE user_id = ? ORDER BY set_at, app_id, pushkey", arguments: [userID])
        return try rows.map { row in
            let data: Data = row["data"], enabled: Bool = row["is_enabled"], device: String = row["device_id"]
            var pusher: JSONObject = ["data": try JSONValue(parsing: [UInt8](data))]
            for member in [
                "pushkey", "kind", "app_id", "app_display_name", "device_display_name", "profile_tag", "lang",
            ] {
                pusher.set(member, row[member] as String?)
            }
            // The members of MSC3881 are present twice, with SendingNetwork's and with Matrix's unstable prefix, because a client knows only one of
            // the two.
            for prefix in ["org.sdn.", "org.matrix."] {
                pusher[prefix + "msc3881.enabled"] = .bool(enabled)
                pusher[prefix + "msc3881.device_id"] = .string(device)
            }
            return .object(pusher)
        }
    }
}
