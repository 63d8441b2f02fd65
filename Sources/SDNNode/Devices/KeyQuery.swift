import GRDB
import HeraldJSON
import SDNWire

/// A query for the keys of many users' devices, read in one pass. The number of statements does not depend on the number of users. Each row is read
/// once, and the memory holds the JSON tree of one device at a time.
struct KeyQuery: Sendable {
    /// The devices that the query names, by user. An empty set stands for all devices of the user.
    let wanted: [String: Set<String>]
    let reader: String
    /// The name of this node.
    let server: String
    let limits: KeyLimits

    /// - Throws: `M_BAD_JSON` if a user has no list of device IDs; `WireError` naming the member if an ID cannot be stored or the query names too
    ///   many users or devices.
    init(_ users: JSONReader, reader: String, on server: String, _ limits: KeyLimits) throws {
        guard users.value.count <= limits.entriesPerRequest else {
            throw WireError(
                .tooLong, field: "device_keys",
                reason: "at most \(limits.entriesPerRequest) users can be queried at once")
        }
        var wanted: [String: Set<String>] = [:], devices = 0
        for (user, list) in users.value {
            let named = try DeviceKeyForm.devices(list)
            devices += named.count
            guard devices <= limits.devicesPerQuery else {
                throw WireError(
                    .tooLong, field: "device_keys",
                    reason: "at most \(limits.devicesPerQuery) devices can be queried at once")
            }
            wanted[try StoredText.checked(user, field: "device_keys")] = named
        }
        self.wanted = wanted
        self.reader = reader
        self.server = server
        self.limits = limits
    }

    /// The bytes that the limit counts for each device in addition to its keys. They stand for the device's name and the JSON around the
    /// keys.
    private static let perDevice = 512

    struct Answer: Sendable {
        /// The answer's body.
        var json: [UInt8] = []
        /// The number of rows that were read; for tests.
        var rows = 0
    }

    private struct Device: Hashable {
        let user: String
        let device: String
    }

    private typealias Signatures = [String: JSONObject]

    func answer(in db: Database) throws -> Answer {
        var answer = Answer()
        var (served, refused) = try users(&answer.rows, in: db)
        let signatures = try signatures(for: &served, &refused, &answer.rows, in: db)
        var devices: [String: JSONObjectWriter] = [:], failures = KeyFailures()
        for user in served { devices[user.user] = JSONObjectWriter() }
        for user in refused { failures.add(refused: user) }
        // Clients query again and again for users of whom the answer says nothing.
        for user in Set(wanted.keys).subtracting(served.map(\.user)).subtracting(refused) {
            switch KeyFailures.Home(of: user, on: server) {
            case .thisNode: devices[user] = JSONObjectWriter()
            case .other(let server): failures.add(unreachable: server)
            case .nowhere: break
            }
        }
        // If a user has too many bytes of keys, the largest keys are left out. The query sums their sizes without reading them.
        try KeyQueryRows.walkKeys(of: served.map(\.user), upTo: limits.deviceKeysPerUser, in: db) { found in
            answer.rows += 1
            let device = Device(user: found.user, device: found.device)
            guard let named = wanted[device.user], named.isEmpty || named.contains(device.device) else { return }
            guard let keys = try JSONValue(parsing: found.keys()).objectValue else { return }
            var shown = shown(keys, of: device, signatures[device] ?? [:])
            // Clients of Matrix expect the member in the keys of every device, also of one without a name.
            shown["unsigned"] = .object(found.name.map { ["device_display_name": .string($0)] } ?? [:])
            devices[device.user]?.add(device.device, JSONValue.object(shown).serialized())
        }
        let signing = try signingKeys(of: served.filter(\.hasSigningKeys).map(\.user), &answer.rows, in: db)
        var out = JSONObjectWriter(), all = JSONObjectWriter()
        for (name, keys) in devices.sorted(by: { $0.key < $1.key }) { all.add(name, keys.finished()) }
        out.add("device_keys", all.finished())
        out.add("failures", failures.json)
        for role in SigningRole.allCases {
            if let keys = signing[role] { out.add(role.list, keys.finished()) }
        }
        answer.json = out.finished()
        return answer
    }

    /// A user whose keys are in the answer, and the bytes of the keys without signatures.
    private struct Served {
        let user: String
        let bytes: Int
        let hasSigningKeys: Bool
    }

    /// Returns the users who exist, split into those whose keys fit into the answer and those whose keys do not.
    private func users(_ rows: inout Int, in db: Database) throws -> (served: [Served], refused: [String]) {
        let known = try KeyQueryRows.users(
            among: Array(wanted.keys), reader: reader, perDevice: Self.perDevice, in: db)
        rows += known.count
        var served: [Served] = [], refused: [String] = [], left = limits.answer
        for found in known {
            let bytes = min(found.bytes, limits.deviceKeysPerUser)
            left -= bytes
            if left >= 0 || served.isEmpty {
                served.append(Served(user: found.user, bytes: bytes, hasSigningKeys: found.hasSigningKeys))
            } else {
                refused.append(found.user)
            }
        }
        return (served, refused)
    }

    /// Reads the owners' signatures over devices, which all users see. The signatures count against the size of the answer. When the answer
    /// is full, all further users are refused.
    private func signatures(
        for served: inout [Served], _ refused: inout [String], _ rows: inout Int, in db: Database
    ) throws -> [Device: Signatures] {
        let places = Dictionary(
            served.enumerated().map { ($0.element.user, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var used = 0, place = -1, isFull = false
        var signatures: [Device: Signatures] = [:]
        try KeyQueryRows.walkSignatures(over: served.map(\.user), in: db) { found in
            rows += 1
            let device = Device(user: found.user, device: found.device)
            if let next = places[device.user], next > place {
                used += served[(place + 1)...next].reduce(0) { $0 + $1.bytes }
                place = next
            }
            used += found.keyID.utf8.count + found.signature.utf8.count
            isFull = used > limits.answer && place > 0
            guard !isFull else { return false }
            // The limits also apply to stored signatures, which may be older than the limits.
            if signatures[device]?[found.signer]?.count ?? 0 < limits.signatures,
                found.signature.utf8.count <= limits.signature
            {
                signatures[device, default: [:]][found.signer, default: [:]][found.keyID] = .string(found.signature)
            }
            return true
        }
        guard isFull else { return signatures }
        refused += served[place...].map(\.user)
        served.removeSubrange(place...)
        return signatures.filter { places[$0.key.user] ?? 0 < place }
    }

    /// Returns the cross-signing keys of users by role, with the owner's and the reader's signatures. Only the owner sees the user-signing key. The
    /// size of the answer already counts them, in ``users(_:in:)``.
    private func signingKeys(of users: [String], _ rows: inout Int, in db: Database) throws -> [SigningRole:
        JSONObjectWriter]
    {
        guard !users.isEmpty else { return [:] }
        var keys: [SigningRole: JSONObjectWriter] = [:], signatures: [Device: Signatures] = [:]
        try KeyQueryRows.walkSigningKeySignatures(over: users, for: reader, in: db) { found in
            rows += 1
            let key = Device(user: found.user, device: found.device)
            signatures[key, default: [:]][found.signer, default: [:]][found.keyID] = .string(found.signature)
        }
        try KeyQueryRows.walkSigningKeys(of: users, in: db) { user, role, id, stored in
            rows += 1
            guard role != .userSigning || user == reader,
                let object = try JSONValue(parsing: stored).objectValue
            else { return }
            let key = Device(user: user, device: id)
            let shown = shown(object, of: key, signatures[key] ?? [:])
            keys[role, default: JSONObjectWriter()].add(user, JSONValue.object(shown).serialized())
        }
        return keys
    }

    /// Returns the keys together with the signatures that were uploaded separately, up to the limit for each signer. The device's own signature is
    /// always included, as it is in the keys.
    private func shown(_ keys: JSONObject, of device: Device, _ given: Signatures) -> JSONObject {
        var keys = keys
        let stored = keys["signatures"]?.objectValue ?? [:]
        var signatures = JSONObject()
        for signer in [device.user, reader] where signatures[signer] == nil {
            var own = JSONObject()
            let ownStored = stored[signer]?.objectValue ?? [:]
            let device = "ed25519:" + device.device
            own[device] = ownStored[device]
            for (keyID, text) in given[signer] ?? [:] where keyID != device || own[keyID] == nil { own[keyID] = text }
            if own.count < limits.signatures {
                for keyID in ownStored.keys where own.count < limits.signatures && own[keyID] == nil {
                    own[keyID] = ownStored[keyID]
                }
            }
            if !own.isEmpty || stored[signer] != nil { signatures[signer] = .object(own) }
        }
        if !signatures.isEmpty || keys["signatures"] != nil { keys["signatures"] = .object(signatures) }
        return keys
    }
}
