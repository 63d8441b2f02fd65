import GRDB
import HeraldJSON
import SDNWire

/// Stores, forwards and counts the keys of end-to-end encryption (SDN sheet 7.2 and 7.8).
struct KeyService: Sendable {
    let services: NodeServices
    private var limits: KeyLimits { services.configuration.keyLimits }

    /// Stores keys of the caller's device.
    /// - Returns: the number of the device's one-time keys, by algorithm.
    func store(_ upload: KeyUpload, of caller: Caller) async throws -> JSONObject {
        let limits = limits
        let (counts, users) = try await services.database.write { db -> (JSONObject, Set<String>) in
            try AccessTokens.requireAlive(caller, in: db)
            let hasChanged = try KeyStore.keep(upload, of: caller, limits, in: db)
            let users = hasChanged ? try RoomAudiences.companions(of: caller.userID, in: db).union([caller.userID]) : []
            return (try KeyStore.counts(of: caller, in: db), users)
        }
        services.notifier.wake(users: users)
        return counts
    }

    func answer(_ query: KeyQuery) async throws -> [UInt8] {
        try await services.database.read { db in try query.answer(in: db).json }
    }

    /// Hands out one-time keys. Each is handed out once.
    func answer(_ claims: KeyClaims) async throws -> [UInt8] {
        try await services.database.write { db in try claims.answer(in: db) }
    }

    /// Returns the users whose keys have changed between two positions of the stream.
    /// - Parameter to: the later position; `nil` for the newest one.
    func changes(for caller: Caller, from: StreamToken, to: StreamToken?) async throws -> DeviceLists {
        try await services.database.read { db in
            let newest = try EventStore.position(in: db)
            _ = try from.checked(against: newest, field: "from")
            return try DeviceLists.read(for: caller.userID, after: from.position, upTo: to?.position ?? newest, in: db)
        }
    }

    func store(_ signatures: KeySignatures, of caller: Caller) async throws -> KeySignatures.Outcome {
        let errors = try await services.database.read { db in try signatures.errors(in: db) }
        let (outcome, users) = try await services.database.write { db -> (KeySignatures.Outcome, Set<String>) in
            try AccessTokens.requireAlive(caller, in: db)
            let outcome = try signatures.keep(except: errors, in: db)
            var users: Set<String> = outcome.signed.isEmpty ? [] : [caller.userID]
            if outcome.hasChanged {
                users = try RoomAudiences.companions(of: caller.userID, in: db).union([caller.userID])
            }
            return (outcome, users)
        }
        services.notifier.wake(users: users)
        return outcome
    }
}
