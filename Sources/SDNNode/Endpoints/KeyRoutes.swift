import GRDB
import HeraldJSON
import SDNWire

/// The endpoints of end-to-end encryption keys, which the node stores, forwards and counts (SDN sheet 7.2 and 7.8).
struct KeyRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.uploadKeys) { try await own.upload(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.queryKeys) { try await own.query(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.claimKeys) { try await own.claim(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.keyChanges) { try await own.changes($0, $1.authenticated()) }
        routes.on(Endpoints.uploadSignatures) {
            try await own.uploadSignatures(JSONReader($0.body), $1.authenticated())
        }
    }

    private var limits: KeyLimits { services.configuration.keyLimits }

    private func upload(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let limits = limits, upload = try KeyUpload(body, of: caller, limits)
        let (counts, users) = try await services.database.write { db -> (JSONObject, Set<String>) in
            try AccessTokens.requireAlive(caller, in: db)
            let hasChanged = try KeyStore.keep(upload, of: caller, limits, in: db)
            let users = hasChanged ? try RoomAudiences.companions(of: caller.userID, in: db).union([caller.userID]) : []
            return (try KeyStore.counts(of: caller, in: db), users)
        }
        services.notifier.wake(users: users)
        return Self.answer(["one_time_key_counts": .object(counts)])
    }

    private func query(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let query = try KeyQuery(body.object("device_keys"), reader: caller.userID, limits)
        return RawJSON(assembled: try await services.database.read { db in try query.answer(in: db).json })
    }

    private func claim(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let claims = try KeyClaims(body.object("one_time_keys"), limits)
        return RawJSON(assembled: try await services.database.write { db in try claims.answer(in: db) })
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

    private func uploadSignatures(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let signatures = try KeySignatures(body, of: caller, limits)
        let (outcome, users) = try await services.database.write { db -> (KeySignatures.Outcome, Set<String>) in
            let outcome = try signatures.keep(in: db)
            return (
                outcome,
                outcome.hasChanged ? try RoomAudiences.companions(of: caller.userID, in: db).union([caller.userID]) : []
            )
        }
        services.notifier.wake(users: users)
        return Self.answer(outcome.body)
    }

    private static func answer(_ object: JSONObject) -> RawJSON {
        RawJSON(assembled: JSONValue.object(object).serialized())
    }
}
