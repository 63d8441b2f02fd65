import HeraldJSON
import SDNIdentity
import SDNWire

/// The endpoints of end-to-end encryption keys, which the node stores, forwards and counts (SDN sheet 7.2 and 7.8).
struct KeyRoutes: Sendable {
    let services: NodeServices
    let auth: CallerProof

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.uploadKeys) { try await own.upload(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.queryKeys) { try await own.query(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.claimKeys) { try await own.claim(JSONReader($0.body), $1.authenticated()) }
        routes.on(Endpoints.keyChanges) { try await own.changes($0, $1.authenticated()) }
        routes.on(Endpoints.uploadSignatures) {
            try await own.uploadSignatures(JSONReader($0.body), $1.authenticated())
        }
        routes.on(Endpoints.uploadSigningKeys) {
            try await own.uploadSigningKeys(JSONReader($0.body), $1.authenticated())
        }
    }

    private var keys: KeyService { KeyService(services: services) }
    private var limits: KeyLimits { services.configuration.keyLimits }
    private var server: String { services.configuration.serverName }

    private func upload(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let counts = try await keys.store(KeyUpload(body, of: caller, limits), of: caller)
        return Self.answer(["one_time_key_counts": .object(counts)])
    }

    private func query(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let query = try KeyQuery(body.object("device_keys"), reader: caller.userID, on: server, limits)
        return RawJSON(assembled: try await keys.answer(query))
    }

    private func claim(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let claims = try KeyClaims(body.object("one_time_keys"), on: server, limits)
        return RawJSON(assembled: try await keys.answer(claims))
    }

    private func changes(_ request: KeyChangesRequest, _ caller: Caller) async throws -> RawJSON {
        let from = try StreamToken(request.from, field: "from")
        let to = try request.to.map { try StreamToken($0, field: "to") }
        return Self.answer(try await keys.changes(for: caller, from: from, to: to).json)
    }

    private func uploadSignatures(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let signatures = try KeySignatures(body, of: caller, limits)
        return Self.answer(try await keys.store(signatures, of: caller).body)
    }

    /// Replaces the caller's cross-signing keys. New keys in place of others need a proof that names them.
    private func uploadSigningKeys(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        let upload = try SigningKeyUpload(body, of: caller, limits)
        let signing = CrossSigningService(services: services)
        if try await !signing.store(upload, of: caller, isProven: false) {
            try await auth.require(
                body.optionalObject("auth")?.value, of: caller,
                for: ConfirmedOperations.replacement(ofKeys: upload.body))
            _ = try await signing.store(upload, of: caller, isProven: true)
        }
        return Self.answer([:])
    }

    private static func answer(_ object: JSONObject) -> RawJSON {
        RawJSON(assembled: JSONValue.object(object).serialized())
    }
}
