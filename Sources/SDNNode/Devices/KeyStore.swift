import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// The keys that devices upload so that others can encrypt for them. The node stores them unchanged.
enum KeyStore {
    /// Stores the keys that a device uploads.
    /// - Returns: true if the device keys have changed.
    /// - Throws: `M_INVALID_PARAM` if a one-time key replaces a different one of the same name, or if there are too many; `M_RESOURCE_LIMIT_EXCEEDED`
    ///   if the user's keys take too many bytes.
    static func keep(_ upload: KeyUpload, of caller: Caller, _ limits: KeyLimits, in db: Database) throws -> Bool {
        var hasChanged = false
        if let keys = upload.deviceKeys { hasChanged = try setDeviceKeys(keys, of: caller, in: db) }
        for (name, key) in upload.oneTimeKeys { try addOneTimeKey(name, key, of: caller, in: db) }
        for (name, key) in upload.fallbackKeys { try setFallbackKey(name, key, of: caller, in: db) }
        try check(upload, of: caller, limits, in: db)
        return hasChanged
    }

    private static func setDeviceKeys(_ keys: [UInt8], of caller: Caller, in db: Database) throws -> Bool {
        let bytes = Data(keys)
        let before = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT keys FROM device_key WHERE user = ? AND device = ?"),
            arguments: [caller.userID, caller.deviceID])
        guard before != bytes else { return false }
        if try before.flatMap({ try bare([UInt8]($0)) }) != bare(keys) {
            try KeySignatureStore.removeReplaced(caller.deviceID, of: caller.userID, in: db)
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO device_key (user, device, keys) VALUES (?, ?, ?) ON CONFLICT (user, device) DO UPDATE SET keys = excluded.keys
                """
        ).execute(arguments: [caller.userID, caller.deviceID, bytes])
        try noteChange(of: caller.userID, in: db)
        return true
    }

    /// The keys without their signatures.
    private static func bare(_ keys: [UInt8]) throws -> JSONObject? {
        try JSONValue(parsing: keys).objectValue.map { SigningKey.bare($0) }
    }

    /// Deletes all keys of a device with the signatures that belong to them, so that another device can take its place under the same ID.
    static func removeAll(of caller: Caller, in db: Database) throws {
        for removal in [
            "DELETE FROM device_key WHERE user = ? AND device = ?",
            "DELETE FROM one_time_key WHERE user = ? AND device = ?",
            "DELETE FROM fallback_key WHERE user = ? AND device = ?",
        ] {
            try db.cachedStatement(sql: removal).execute(arguments: [caller.userID, caller.deviceID])
        }
        try KeySignatureStore.removeReplaced(caller.deviceID, of: caller.userID, in: db)
    }

    static func noteChange(of user: String, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO key_change (user, ord) VALUES (?, ?)")
            .execute(arguments: [user, try EventStore.nextPosition(in: db)])
    }

    /// Notes a change that only the user who made it sees.
    /// - Parameter user: the user whose keys look different.
    static func noteChange(of user: String, seenBy reader: String, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO private_key_change (reader, user, ord) VALUES (?, ?, ?)")
            .execute(arguments: [reader, user, try EventStore.nextPosition(in: db)])
    }

    private static func addOneTimeKey(_ name: KeyName, _ key: [UInt8], of caller: Caller, in db: Database) throws {
        let bytes = Data(key)
        let before = try Data.fetchOne(
            db.cachedStatement(
                sql: "SELECT key FROM one_time_key WHERE user = ? AND device = ? AND algorithm = ? AND key_id = ?"),
            arguments: [caller.userID, caller.deviceID, name.algorithm, name.id])
        if let before {
            guard before == bytes else {
                throw MatrixError(.invalidParam, "one_time_keys: the device has another key with this name.")
            }
            return
        }
        try db.cachedStatement(
            sql: "INSERT INTO one_time_key (user, device, algorithm, key_id, key) VALUES (?, ?, ?, ?, ?)"
        )
        .execute(arguments: [caller.userID, caller.deviceID, name.algorithm, name.id, bytes])
    }

    /// Stores a fallback key. A device has one fallback key for each algorithm. A new fallback key counts as unused.
    private static func setFallbackKey(_ name: KeyName, _ key: [UInt8], of caller: Caller, in db: Database) throws {
        let before = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT key_id, key FROM fallback_key WHERE user = ? AND device = ? AND algorithm = ?"),
            arguments: [caller.userID, caller.deviceID, name.algorithm])
        // A key that others have claimed stays used when the device uploads it again. Otherwise the device would not replace it.
        if let before, (before[0] as String).isIdentical(to: name.id),
            try JSONValue(parsing: [UInt8](before[1] as Data)) == JSONValue(parsing: key)
        {
            return
        }
        // The statement updates the row instead of using REPLACE, which would not run the trigger that counts the bytes of keys.
        try db.cachedStatement(
            sql: """
                INSERT INTO fallback_key (user, device, algorithm, key_id, key, is_used) VALUES (?, ?, ?, ?, ?, 0)
                ON CONFLICT (user, device, algorithm) DO UPDATE SET key_id = excluded.key_id, key = excluded.key, is_used = 0
                """
        ).execute(arguments: [caller.userID, caller.deviceID, name.algorithm, name.id, Data(key)])
    }

    /// Checks the keys of a device and its user after an upload. It checks only the kinds of keys that the upload contains. If the older keys of
    /// one kind are above a limit, uploads of other kinds therefore still succeed.
    private static func check(_ upload: KeyUpload, of caller: Caller, _ limits: KeyLimits, in db: Database) throws {
        if !upload.oneTimeKeys.isEmpty {
            let counts = try counts(of: caller, in: db).values.compactMap(\.intValue).filter { $0 > 0 }
            guard counts.count <= limits.algorithms, counts.reduce(0, +) <= limits.oneTimeKeys else {
                throw WireError(
                    .tooLong, field: "one_time_keys",
                    reason:
                        "a device has at most \(limits.oneTimeKeys) keys of at most \(limits.algorithms) algorithms")
            }
        }
        if !upload.fallbackKeys.isEmpty {
            let count = try Int.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM fallback_key WHERE user = ? AND device = ?"),
                arguments: [caller.userID, caller.deviceID])
            guard count ?? 0 <= limits.algorithms else {
                throw WireError(
                    .tooLong, field: "fallback_keys",
                    reason: "a device has fallback keys for at most \(limits.algorithms) algorithms")
            }
        }
        if upload.deviceKeys != nil {
            let bytes = try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT sum(length(k.keys)) FROM device_key k CROSS JOIN device d ON d.user_id = k.user AND d.device_id = k.device
                        WHERE k.user = ? AND NOT d.is_gone
                        """),
                arguments: [caller.userID])
            guard bytes ?? 0 <= limits.deviceKeysPerUser else {
                throw full(
                    "device_keys: those of a user's devices have at most \(limits.deviceKeysPerUser) bytes together.")
            }
        }
        let bytes = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT sum(key_load) FROM device WHERE user_id = ? AND NOT is_gone"),
            arguments: [caller.userID])
        guard upload.isEmpty || bytes ?? 0 <= limits.keysPerUser else {
            throw full(
                "one_time_keys, fallback_keys: the keys of a user have at most \(limits.keysPerUser) bytes together.")
        }
    }

    private static func full(_ reason: String) -> StatusedError {
        StatusedError(status: 403, error: MatrixError(.resourceLimitExceeded, reason))
    }

    /// Returns the number of one-time keys of a device that are left, by algorithm. For a device with device keys, a count of 0 is stated too: many
    /// clients take an absent count for an unchanged one, and would not upload new keys.
    static func counts(of caller: Caller, in db: Database) throws -> JSONObject {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT algorithm, sum(keys) FROM (
                        SELECT algorithm, count(*) AS keys FROM one_time_key WHERE user = ?1 AND device = ?2 GROUP BY algorithm
                        UNION ALL SELECT 'signed_curve25519', 0 FROM device_key WHERE user = ?1 AND device = ?2
                    ) GROUP BY algorithm
                    """),
            arguments: [caller.userID, caller.deviceID])
        return JSONObject(uniqueKeysWithValues: rows.map { ($0[0] as String, JSONValue.int($0[1])) })
    }

    /// Claims the oldest one-time key of a device, or reads its fallback key if none is left.
    static func claim(_ algorithm: String, of user: String, _ device: String, in db: Database) throws -> (
        name: String, key: [UInt8]
    )? {
        let oldest = try Row.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT id, key_id, key FROM one_time_key WHERE user = ? AND device = ? AND algorithm = ? ORDER BY id LIMIT 1"
            ),
            arguments: [user, device, algorithm])
        if let oldest {
            try db.cachedStatement(sql: "DELETE FROM one_time_key WHERE id = ?").execute(arguments: [oldest[0] as Int64]
            )
            return ("\(algorithm):\(oldest[1] as String)", [UInt8](oldest[2] as Data))
        }
        let fallback = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT key_id, key FROM fallback_key WHERE user = ? AND device = ? AND algorithm = ?"),
            arguments: [user, device, algorithm])
        guard let fallback else { return nil }
        try db.cachedStatement(
            sql: "UPDATE fallback_key SET is_used = 1 WHERE user = ? AND device = ? AND algorithm = ? AND NOT is_used"
        )
        .execute(arguments: [user, device, algorithm])
        return ("\(algorithm):\(fallback[0] as String)", [UInt8](fallback[1] as Data))
    }

    static func unusedFallbackAlgorithms(of caller: Caller, _ limits: KeyLimits, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql:
                    "SELECT algorithm FROM fallback_key WHERE user = ? AND device = ? AND NOT is_used ORDER BY algorithm LIMIT ?"
            ),
            arguments: [caller.userID, caller.deviceID, limits.algorithms])
    }
}

extension KeyUpload {
    var isEmpty: Bool { deviceKeys == nil && oneTimeKeys.isEmpty && fallbackKeys.isEmpty }
}

/// The name of a key, as in `signed_curve25519:AAAAHQ`.
struct KeyName: Sendable, Hashable {
    let algorithm: String
    let id: String

    /// - Throws: `WireError` naming `field` if the text is no key name.
    init(_ text: String, field: String) throws(WireError) {
        let parts = try StoredText.checked(text, field: field).split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 255 else {
            throw WireError(.invalid, field: field, reason: "a key is named algorithm:id")
        }
        algorithm = String(parts[0])
        id = String(parts[1])
    }
}
