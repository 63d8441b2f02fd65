import GRDB
import HeraldJSON
import SDNWire

/// The one-time keys that one request claims.
struct KeyClaims: Sendable {
    private struct Entry: Sendable {
        let user: String
        let device: String
        let algorithm: String
    }

    private let wanted: [Entry]
    /// The name of this node.
    private let server: String
    private let limits: KeyLimits

    /// - Throws: `WireError` or `JSONError` naming the member; `WireError` if the request claims too many keys.
    init(_ users: JSONReader, on server: String, _ limits: KeyLimits) throws {
        var wanted: [Entry] = []
        for user in users.value.keys {
            let devices = try users.object(user)
            guard wanted.count + devices.value.count <= limits.entriesPerRequest else {
                throw WireError(
                    .tooLong, field: "one_time_keys",
                    reason: "at most \(limits.entriesPerRequest) keys can be claimed at once")
            }
            for device in devices.value.keys {
                wanted.append(
                    Entry(
                        user: try StoredText.checked(user, field: "one_time_keys"),
                        device: try StoredText.checked(device, field: "one_time_keys"),
                        algorithm: try StoredText.checked(devices.string(device), field: "one_time_keys")))
            }
        }
        self.wanted = wanted
        self.server = server
        self.limits = limits
    }

    /// Returns the body of the answer. When the answer has reached the limit, no further keys are claimed.
    func answer(in db: Database) throws -> [UInt8] {
        var claimed = JSONObjectWriter(), devices = JSONObjectWriter(), user: String?, failures = KeyFailures(),
            left = limits.answer
        func close(_ next: String?) {
            if let user, user != next, devices.bytes.count > 1 { claimed.add(user, devices.finished()) }
            if user != next { devices = JSONObjectWriter() }
            user = next
        }
        for entry in wanted {
            close(entry.user)
            guard left > 0 else {
                failures.add(refused: entry.user)
                continue
            }
            guard let (name, key) = try Self.claim(entry, in: db) else {
                if case .other(let other) = KeyFailures.Home(of: entry.user, on: server),
                    try !KeyQueryRows.isUser(entry.user, in: db)
                {
                    failures.add(unreachable: other)
                }
                continue
            }
            left -= key.count
            var object = JSONObjectWriter()
            object.add(name, key)
            devices.add(entry.device, object.finished())
        }
        close(nil)
        var out = JSONObjectWriter()
        out.add("one_time_keys", claimed.finished())
        out.add("failures", failures.json)
        return out.finished()
    }

    /// Claims the oldest one-time key of a device, or reads its fallback key if none is left.
    private static func claim(_ entry: Entry, in db: Database) throws -> (name: String, key: [UInt8])? {
        let (user, device, algorithm) = (entry.user, entry.device, entry.algorithm)
        // The device was logged out, and some of its keys are not deleted yet. These keys must not be claimed.
        guard try !DeviceLeftoverStore.hasSome(of: user, device, in: db) else { return nil }
        return try KeyStore.claim(algorithm, of: user, device, in: db)
    }
}
