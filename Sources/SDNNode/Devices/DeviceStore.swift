import GRDB
import HeraldJSON
import HeraldKeys
import SDNWire

/// The devices of users.
enum DeviceStore {
    /// A device as the list of devices shows it. The address and time of its last request are those that the node wrote last.
    struct Listed {
        let id: String
        let displayName: String?
        let lastAddress: String?
        let lastTime: Timestamp?
    }

    /// Returns the devices of a user in the order of their creation.
    /// - Parameter id: if set, only the device with this ID is returned.
    static func list(of userID: String, id: String? = nil, in db: Database) throws -> [Listed] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT device_id, display_name, last_seen_ip, last_seen_at FROM device
                    WHERE user_id = ?1 AND NOT is_gone AND (?2 IS NULL OR device_id = ?2) ORDER BY created_at, device_id
                    """),
            arguments: [userID, id]
        ).map {
            Listed(
                id: $0[0], displayName: $0[1], lastAddress: $0[2],
                lastTime: ($0[3] as Int64?).map(Timestamp.init(milliseconds:)))
        }
    }

    /// Creates a device. If the device exists, updates its display name and the wallet that opened its session.
    /// - Returns: true if the device is new.
    static func keep(
        _ id: String, of userID: String, displayName: String?, wallet: EthereumAddress?, now: Timestamp, in db: Database
    ) throws -> Bool {
        let before = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM device WHERE user_id = ? AND device_id = ?"),
            arguments: [userID, id])
        try db.execute(
            sql: """
                INSERT INTO device (user_id, device_id, display_name, created_at, wallet) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (user_id, device_id) DO UPDATE
                SET display_name = COALESCE(excluded.display_name, display_name), wallet = excluded.wallet
                """,
            arguments: [userID, id, displayName, now.milliseconds, wallet?.lowercaseHex])
        return before == nil
    }

    /// - Parameter keepsName: true to leave the name unchanged, so that the call only checks that the device exists.
    /// - Returns: true if the device exists.
    static func rename(_ id: String, of userID: String, to name: String?, keepsName: Bool, in db: Database) throws
        -> Bool
    {
        try db.cachedStatement(
            sql: """
                UPDATE device SET display_name = CASE WHEN ?1 THEN display_name ELSE ?2 END
                WHERE user_id = ?3 AND device_id = ?4 AND NOT is_gone
                """
        ).execute(arguments: [keepsName, name, userID, id])
        return db.changesCount > 0
    }

    /// Writes the address and time of the devices' last requests.
    static func note(_ lastSeen: some Sequence<DevicesLastSeen.Record>, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE device SET last_seen_ip = ?, last_seen_at = ? WHERE user_id = ? AND device_id = ?")
        for record in lastSeen {
            try statement.execute(arguments: [record.address, record.time.milliseconds, record.user, record.device])
        }
    }

    /// Returns the IDs of the selected devices.
    /// - Parameter lastSeen: the devices' last requests. The database has older ones.
    static func ids(
        _ selection: DeviceRemoval.Selection, of user: String, _ lastSeen: DevicesLastSeen, in db: Database
    ) throws -> [String] {
        let named = "AND device_id IN (SELECT value FROM json_each(?))"
        let (condition, more): (String, StatementArguments) =
            switch selection {
            case .all: ("", [])
            case .named(let ids): (named, [list(Array(ids))])
            case .allBut(let id): ("AND device_id <> ?", [id])
            case .opened(let wallet): ("AND wallet = ?", [wallet.lowercaseHex])
            case .unused(let count, let id):
                (named, [list(try unused(beyond: count, besides: id, of: user, lastSeen, in: db))])
            }
        return try String.fetchAll(
            db.cachedStatement(sql: "SELECT device_id FROM device WHERE user_id = ? AND NOT is_gone \(condition)"),
            arguments: [user] + more)
    }

    private static func unused(
        beyond count: Int, besides id: String, of user: String, _ lastSeen: DevicesLastSeen, in db: Database
    ) throws -> [String] {
        // A dehydrated device is never used, and it has messages for all others.
        let devices = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT device_id, coalesce(last_seen_at, created_at) FROM device WHERE user_id = ? AND NOT is_gone
                    AND device_id <> ? AND device_id NOT IN (SELECT device FROM dehydrated_device WHERE user = user_id)
                    ORDER BY created_at DESC
                    """),
            arguments: [user, id]
        ).map { row -> (id: String, time: Int64) in
            let id: String = row[0]
            return (id, lastSeen.last(user, id)?.time.milliseconds ?? row[1])
        }
        return devices.sorted { $0.time > $1.time }.dropFirst(count).map(\.id)
    }

    /// Marks devices as gone, and deletes their access tokens and pushers.
    static func end(_ devices: [String], of user: String, in db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE device SET is_gone = 1 WHERE user_id = ?1 AND device_id IN (SELECT value FROM json_each(?2))"
        ).execute(arguments: [user, list(devices)])
        try endSessions(devices, of: user, in: db)
    }

    /// Deletes the access tokens and pushers of devices.
    static func endSessions(_ devices: [String], of user: String, in db: Database) throws {
        let arguments: StatementArguments = [user, list(devices)]
        func execute(_ sql: String) throws { try db.cachedStatement(sql: sql).execute(arguments: arguments) }
        try execute("DELETE FROM access_token WHERE user_id = ?1 AND device_id IN (SELECT value FROM json_each(?2))")
        try execute("DELETE FROM pusher WHERE user_id = ?1 AND device_id IN (SELECT value FROM json_each(?2))")
    }

    private static func list(_ ids: [String]) -> String {
        String(decoding: JSONValue.array(ids.map(JSONValue.string)).serialized(), as: UTF8.self)
    }
}
