import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// The keys that devices upload for others to encrypt to them. They are kept as they came.
enum KeyStore {
    /// How many one-time keys are kept for a device.
    static let oneTimeKeysPerDevice = 1_000

    /// Sets the keys of a device.
    static func setDeviceKeys(_ keys: JSONObject, of caller: Caller, in db: Database) throws -> Bool {
        let bytes = Data(JSONValue.object(keys).serialized())
        let before = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT keys FROM device_key WHERE user = ? AND device = ?"), arguments: [caller.userID, caller.deviceID])
        guard before != bytes else { return false }
        try db.cachedStatement(sql: """
            INSERT INTO device_key (user, device, keys) VALUES (?, ?, ?) ON CONFLICT (user, device) DO UPDATE SET keys = excluded.keys
            """
        ).execute(arguments: [caller.userID, caller.deviceID, bytes])
        try noteChange(of: caller.userID, in: db)
        return true
    }

    static func noteChange(of user: String, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO key_change (user, ord) VALUES (?, ?)")
            .execute(arguments: [user, try EventStore.nextPosition(in: db)])
    }

    /// - Throws: `M_INVALID_PARAM` for another key of a name that is there.
    static func addOneTimeKey(_ name: KeyName, _ key: JSONValue, of caller: Caller, in db: Database) throws {
        let bytes = Data(key.serialized())
        let before = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT key FROM one_time_key WHERE user = ? AND device = ? AND algorithm = ? AND key_id = ?"),
            arguments: [caller.userID, caller.deviceID, name.algorithm, name.id])
        if let before {
            guard before == bytes else { throw MatrixError(.invalidParam, "one_time_keys: another key of this name is there.") }
            return
        }
        try db.cachedStatement(sql: "INSERT INTO one_time_key (user, device, algorithm, key_id, key) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [caller.userID, caller.deviceID, name.algorithm, name.id, bytes])
    }

    /// A device has one fallback key of an algorithm, which counts as unused when it is set anew.
    static func setFallbackKey(_ name: KeyName, _ key: JSONValue, of caller: Caller, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO fallback_key (user, device, algorithm, key_id, key, is_used) VALUES (?, ?, ?, ?, ?, 0)")
            .execute(arguments: [caller.userID, caller.deviceID, name.algorithm, name.id, Data(key.serialized())])
    }

    /// How many one-time keys of a device are left, by algorithm.
    static func counts(of caller: Caller, in db: Database) throws -> JSONObject {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT algorithm, count(*) FROM one_time_key WHERE user = ? AND device = ? GROUP BY algorithm"),
            arguments: [caller.userID, caller.deviceID])
        return JSONObject(uniqueKeysWithValues: rows.map { ($0[0] as String, JSONValue.int($0[1])) })
    }

    static func unusedFallbackAlgorithms(of caller: Caller, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT algorithm FROM fallback_key WHERE user = ? AND device = ? AND NOT is_used ORDER BY algorithm"),
            arguments: [caller.userID, caller.deviceID])
    }

    /// Takes a one-time key of a device out, the oldest first, or reads its fallback key when there is none left.
    static func claim(_ algorithm: String, user: String, device: String, in db: Database) throws -> (name: String, key: JSONValue)? {
        let oldest = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, key_id, key FROM one_time_key WHERE user = ? AND device = ? AND algorithm = ? ORDER BY id LIMIT 1"),
            arguments: [user, device, algorithm])
        if let oldest {
            try db.cachedStatement(sql: "DELETE FROM one_time_key WHERE id = ?").execute(arguments: [oldest[0] as Int64])
            return ("\(algorithm):\(oldest[1] as String)", try JSONValue(parsing: [UInt8](oldest[2] as Data)))
        }
        let fallback = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT key_id, key FROM fallback_key WHERE user = ? AND device = ? AND algorithm = ?"),
            arguments: [user, device, algorithm])
        guard let fallback else { return nil }
        try db.cachedStatement(sql: "UPDATE fallback_key SET is_used = 1 WHERE user = ? AND device = ? AND algorithm = ?")
            .execute(arguments: [user, device, algorithm])
        return ("\(algorithm):\(fallback[0] as String)", try JSONValue(parsing: [UInt8](fallback[1] as Data)))
    }

    /// The keys of a user's devices, with the device's name and the signatures that `reader` may see: the owner's and their own.
    static func deviceKeys(of user: String, devices: [String], reader: String, in db: Database) throws -> JSONObject {
        let wanted = Set(devices)
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: """
                SELECT k.device, k.keys, d.display_name FROM device_key k JOIN device d ON d.user_id = k.user AND d.device_id = k.device WHERE k.user = ?
                """),
            arguments: [user])
        var result = JSONObject()
        for row in rows {
            let device: String = row[0]
            guard wanted.isEmpty || wanted.contains(device), var keys = try JSONValue(parsing: [UInt8](row[1] as Data)).objectValue else { continue }
            try addSignatures(to: &keys, user: user, target: device, reader: reader, in: db)
            if let name: String = row[2] { keys["unsigned"] = ["device_display_name": .string(name)] }
            result[device] = .object(keys)
        }
        return result
    }

    private static func addSignatures(to keys: inout JSONObject, user: String, target: String, reader: String, in db: Database) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT signer, key_id, signature FROM key_signature WHERE user = ?1 AND target = ?2 AND signer IN (?1, ?3)"),
            arguments: [user, target, reader])
        guard !rows.isEmpty else { return }
        var signatures = keys["signatures"]?.objectValue ?? [:]
        for row in rows {
            let signer: String = row[0]
            var own = signatures[signer]?.objectValue ?? [:]
            own[row[1]] = .string(row[2])
            signatures[signer] = .object(own)
        }
        keys["signatures"] = .object(signatures)
    }
}

/// The name of a key, as in `signed_curve25519:AAAAHQ`.
struct KeyName: Sendable, Hashable {
    let algorithm: String
    let id: String

    /// - Throws: `WireError` naming `field`.
    init(_ text: String, field: String) throws(WireError) {
        let parts = try StoredText.checked(text, field: field).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 255 else {
            throw WireError(.invalid, field: field, reason: "a key is named algorithm:id")
        }
        algorithm = String(parts[0])
        id = String(parts[1])
    }
}
