import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// One-time keys that one request takes.
struct KeyClaims: Sendable {
    private struct Entry: Sendable {
        let user: String
        let device: String
        let algorithm: String
    }

    private let wanted: [Entry]
    private let limits: KeyLimits

    /// - Throws: `WireError` or `JSONError` naming the member.
    init(_ users: JSONReader, _ limits: KeyLimits) throws {
        var wanted: [Entry] = []
        for user in users.value.keys {
            let devices = try users.object(user)
            guard wanted.count + devices.value.count <= limits.entriesPerRequest else {
                throw WireError(.tooLong, field: "one_time_keys", reason: "at most \(limits.entriesPerRequest) at once")
            }
            for device in devices.value.keys {
                wanted.append(Entry(
                    user: try StoredText.checked(user, field: "one_time_keys"), device: try StoredText.checked(device, field: "one_time_keys"),
                    algorithm: try StoredText.checked(devices.string(device), field: "one_time_keys")))
            }
        }
        self.wanted = wanted
        self.limits = limits
    }

    /// The answer's body. Keys beyond an answer's bytes are not taken.
    func answer(in db: Database) throws -> [UInt8] {
        var claimed = JSONObjectWriter(), devices = JSONObjectWriter(), user: String?, refused: [String] = [], left = limits.answer
        func close(_ next: String?) {
            if let user, user != next, devices.bytes.count > 1 { claimed.add(user, devices.finished()) }
            if user != next { devices = JSONObjectWriter() }
            user = next
        }
        for entry in wanted {
            close(entry.user)
            guard left > 0 else {
                if refused.last != entry.user { refused.append(entry.user) }
                continue
            }
            guard let (name, key) = try Self.claim(entry, in: db) else { continue }
            left -= key.count
            var object = JSONObjectWriter()
            object.add(name, key)
            devices.add(entry.device, object.finished())
        }
        close(nil)
        var out = JSONObjectWriter()
        out.add("one_time_keys", claimed.finished())
        out.add("failures", JSONValue.object(KeyQuery.failures(of: refused)).serialized())
        return out.finished()
    }

    /// Takes a one-time key of a device out, the oldest first, or reads its fallback key when there is none left.
    private static func claim(_ entry: Entry, in db: Database) throws -> (name: String, key: [UInt8])? {
        let (user, device, algorithm) = (entry.user, entry.device, entry.algorithm)
        // Its keys may still lie there.
        guard try !DeviceLeftovers.hasSome(of: user, device, in: db) else { return nil }
        let oldest = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, key_id, key FROM one_time_key WHERE user = ? AND device = ? AND algorithm = ? ORDER BY id LIMIT 1"),
            arguments: [user, device, algorithm])
        if let oldest {
            try db.cachedStatement(sql: "DELETE FROM one_time_key WHERE id = ?").execute(arguments: [oldest[0] as Int64])
            return ("\(algorithm):\(oldest[1] as String)", [UInt8](oldest[2] as Data))
        }
        let fallback = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT key_id, key FROM fallback_key WHERE user = ? AND device = ? AND algorithm = ?"),
            arguments: [user, device, algorithm])
        guard let fallback else { return nil }
        try db.cachedStatement(sql: "UPDATE fallback_key SET is_used = 1 WHERE user = ? AND device = ? AND algorithm = ? AND NOT is_used")
            .execute(arguments: [user, device, algorithm])
        return ("\(algorithm):\(fallback[0] as String)", [UInt8](fallback[1] as Data))
    }
}
