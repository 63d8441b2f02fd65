import GRDB
import HeraldJSON
import SDNWire

/// Keys of end-to-end encryption: kept, handed on and counted (SDN sheet 7.2 and 7.8).
struct KeyRoutes: Sendable {
    let services: NodeServices
    private static let queryLimit = 1_000

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.uploadKeys) { try await own.upload(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.queryKeys) { try await own.query(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.claimKeys) { try await own.claim(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.keyChanges) { try await own.changes($0, $1.authenticated()) }
        routes.on(Endpoints.uploadSignatures) { try await own.uploadSignatures(JSONReader($0.body), $1.authenticated()) }
    }

    private func upload(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        try Self.requireShallow(body.value)
        let device = try body.optionalObject("device_keys")
        if let device {
            guard try device.string("user_id") == caller.userID, try device.string("device_id") == caller.deviceID else {
                throw WireError(.invalid, field: "device_keys", reason: "they are of another user or device")
            }
        }
        let oneTime = try Self.named(body.optionalObject("one_time_keys"), field: "one_time_keys")
        let fallback = try Self.named(body.optionalObject("fallback_keys"), field: "fallback_keys")
        let (counts, users) = try await services.database.write { db -> (JSONObject, Set<String>) in
            try AccessTokens.requireAlive(caller, in: db)
            var users: Set<String> = []
            if let device, try KeyStore.setDeviceKeys(device.value, of: caller, in: db) {
                users = try RoomAudiences.companions(of: caller.userID, in: db).union([caller.userID])
            }
            for (name, key) in oneTime { try KeyStore.addOneTimeKey(name, key, of: caller, in: db) }
            for (name, key) in fallback { try KeyStore.setFallbackKey(name, key, of: caller, in: db) }
            let counts = try KeyStore.counts(of: caller, in: db)
            guard counts.values.compactMap(\.intValue).reduce(0, +) <= KeyStore.oneTimeKeysPerDevice else {
                throw WireError(.tooLong, field: "one_time_keys", reason: "a device has at most \(KeyStore.oneTimeKeysPerDevice)")
            }
            return (counts, users)
        }
        services.notifier.wake(users: users)
        return Self.answer(["one_time_key_counts": .object(counts)])
    }

    private func query(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let users = try body.object("device_keys")
        guard users.value.count <= Self.queryLimit else { throw WireError(.tooLong, field: "device_keys", reason: "at most \(Self.queryLimit) users at once") }
        let wanted = try users.value.keys.map { user in
            (user: try StoredText.checked(user, field: "device_keys"), devices: users.optionalValue(user)?.arrayValue?.compactMap(\.stringValue) ?? [])
        }
        let keys = try await services.database.read { db in
            var keys = JSONObject()
            for entry in wanted {
                guard try Accounts.exists(entry.user, in: db) else { continue }
                keys[entry.user] = .object(try KeyStore.deviceKeys(of: entry.user, devices: entry.devices, reader: caller.userID, in: db))
            }
            return keys
        }
        return Self.answer(["device_keys": .object(keys), "failures": [:]])
    }

    private func claim(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let users = try body.object("one_time_keys")
        var wanted: [(user: String, device: String, algorithm: String)] = []
        for user in users.value.keys {
            let devices = try users.object(user)
            for device in devices.value.keys {
                let algorithm = try StoredText.checked(devices.string(device), field: "one_time_keys")
                wanted.append((try StoredText.checked(user, field: "one_time_keys"), try StoredText.checked(device, field: "one_time_keys"), algorithm))
            }
        }
        guard wanted.count <= Self.queryLimit else { throw WireError(.tooLong, field: "one_time_keys", reason: "at most \(Self.queryLimit) at once") }
        let all = wanted
        let claimed = try await services.database.write { db -> JSONObject in
            var claimed: [String: JSONObject] = [:]
            for entry in all {
                guard let found = try KeyStore.claim(entry.algorithm, user: entry.user, device: entry.device, in: db) else { continue }
                claimed[entry.user, default: [:]][entry.device] = [found.name: found.key]
            }
            return JSONObject(claimed.mapValues(JSONValue.object))
        }
        return Self.answer(["one_time_keys": .object(claimed), "failures": [:]])
    }

    private func changes(_ request: KeyChangesRequest, _ caller: Caller) async throws -> RawJSON {
        let from = try StreamToken(request.from, field: "from")
        let to = try request.to.map { try StreamToken($0, field: "to") }
        let lists = try await services.database.read { db in
            let newest = try EventStore.position(in: db)
            _ = try from.checked(against: newest, field: "from")
            return try DeviceLists.read(for: caller.userID, after: from.position, upTo: to?.position ?? newest, in: db)
        }
        return Self.answer(lists.json)
    }

    /// Signatures over keys that are there: over the caller's own devices for everybody to see, over others' for the caller alone.
    private func uploadSignatures(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        try Self.requireShallow(body.value)
        var all: [(user: String, target: String, keyID: String, signature: String)] = []
        for user in body.value.keys {
            let targets = try body.object(user)
            for target in targets.value.keys {
                let own = try targets.object(target).optionalObject("signatures")?.optionalObject(caller.userID)
                for keyID in own?.value.keys ?? [] {
                    let texts = try [user, target, keyID, own?.string(keyID) ?? ""].map { text throws(WireError) in try StoredText.checked(text, field: target) }
                    all.append((texts[0], texts[1], texts[2], texts[3]))
                }
            }
        }
        guard all.count <= Self.queryLimit else { throw WireError(.tooLong, field: "signatures", reason: "at most \(Self.queryLimit) at once") }
        let signatures = all
        let users = try await services.database.write { db -> Set<String> in
            var changed: Set<String> = []
            for entry in signatures {
                let exists = try Bool.fetchOne(
                    db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM device_key WHERE user = ? AND device = ?)"), arguments: [entry.user, entry.target])
                guard exists == true else { continue }
                try db.cachedStatement(sql: "INSERT OR REPLACE INTO key_signature (user, target, signer, key_id, signature) VALUES (?, ?, ?, ?, ?)")
                    .execute(arguments: [entry.user, entry.target, caller.userID, entry.keyID, entry.signature])
                if entry.user == caller.userID { changed.insert(entry.user) }
            }
            guard !changed.isEmpty else { return [] }
            try KeyStore.noteChange(of: caller.userID, in: db)
            return try RoomAudiences.companions(of: caller.userID, in: db).union([caller.userID])
        }
        services.notifier.wake(users: users)
        return Self.answer(["failures": [:]])
    }

    private static func named(_ keys: JSONReader?, field: String) throws -> [(KeyName, JSONValue)] {
        guard let keys else { return [] }
        return try keys.value.keys.map { (try KeyName($0, field: field), try keys.value($0)) }
    }

    private static func requireShallow(_ body: JSONObject) throws(MatrixError) {
        guard JSONValue.object(body).isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "More than \(EventFormat.depthLimit) levels.")
        }
    }

    private static func answer(_ object: JSONObject) -> RawJSON { RawJSON(assembled: JSONValue.object(object).serialized()) }
}
