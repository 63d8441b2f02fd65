import HeraldHTTP
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

/// The endpoints for which a homeserver requires a password, which users with wallets do not have: the gateway asks for a wallet's signature over a
/// text that names the operation, and then has the homeserver do it (SDN sheet 8.3).
///
/// The running authentications are in the database, so any instance accepts the signature. A user without a DID is the homeserver's own, and gives the
/// proof to the homeserver.
struct ConfirmedEndpoints: Sendable {
    let database: any GatewayDatabase
    let store: DatabaseDIDStore
    let auth: InteractiveAuth
    let homeserver: HomeserverConfirmation
    let owners: TokenOwners

    private typealias Request = HomeserverConfirmation.Request

    func register(in table: inout OwnEndpoints) {
        let own = self
        table.pass(Endpoints.deleteDevice) { request, call in
            let path = "devices/\(PercentEncoding.encodeSegment(request.deviceID))"
            return try await own.delete(
                [request.deviceID], Request(method: .delete, path: path, body: [:]), request.auth, call)
        }
        table.pass(Endpoints.deleteDevices) { request, call in
            let ids = JSONValue.array(request.deviceIDs.map(JSONValue.string))
            return try await own.delete(
                request.deviceIDs, Request(method: .post, path: "delete_devices", body: ["devices": ids]),
                request.auth, call)
        }
        table.pass(Endpoints.deactivateAccount.taking(BodyRequest.self)) { request, call in
            try await own.deactivate(request.body, call)
        }
        table.pass(Endpoints.uploadSigningKeys) { request, call in try await own.replaceKeys(request.body, call) }
    }

    private func delete(
        _ ids: [String], _ request: Request, _ proof: JSONObject?, _ call: OwnCall
    ) async throws -> OwnAnswer {
        try await confirmed(request, proof, try ConfirmedOperations.removal(ofDevices: ids), call)
    }

    private func deactivate(_ body: JSONObject, _ call: OwnCall) async throws -> OwnAnswer {
        let decoded = try DeactivateRequest(parts: RequestParts(body: .object(body)))
        let user = try call.authenticated(), erases = decoded.erase
        var isErased = false
        // After the deactivation the token has ended, so a client could not repeat a request whose erasure failed.
        let answer = try await confirmed(
            Request(method: .post, path: "account/deactivate", body: Self.withoutAuth(body)), decoded.auth,
            ConfirmedOperations.deactivation(erase: erases), call,
            beforeProof: {
                guard erases else { return }
                try await database.write { rows in try rows.erase(user) }
                isErased = true
            })
        guard answer.status == 200, erases else { return answer }
        do {
            // The homeserver may have asked for a password or for nothing, and another device may have added a contact meanwhile.
            try await database.write { rows in try rows.erase(user) }
        } catch {
            // What was there when the user signed may be erased already.
            if !isErased { throw error }
        }
        return answer
    }

    /// The homeserver knows whether keys exist and differ, and requires a proof only then. So it is asked first.
    private func replaceKeys(_ body: JSONObject, _ call: OwnCall) async throws -> OwnAnswer {
        let user = try call.authenticated(), keys = Self.withoutAuth(body)
        let proof = try JSONReader(body).optionalObject("auth")?.value
        let request = Request(method: .post, path: "keys/device_signing/upload", body: keys)
        guard try await store.document(ofUser: user) != nil else { return try await passed(request, proof, call) }
        switch try await homeserver.send(request, token: call.token) {
        case .final(let answer): return try OwnAnswer(answer)
        case .demand(let demand):
            try await require(proof, ConfirmedOperations.replacement(ofKeys: keys), call)
            return try OwnAnswer(
                try await homeserver.complete(request, of: user, token: call.token, demand: demand))
        }
    }

    /// Sends a request after a wallet's proof, whatever the homeserver requires.
    private func confirmed(
        _ request: Request, _ proof: JSONObject?, _ operation: InteractiveAuth.Operation, _ call: OwnCall,
        beforeProof: () async throws -> Void = {}
    ) async throws -> OwnAnswer {
        let user = try call.authenticated()
        guard try await store.document(ofUser: user) != nil else { return try await passed(request, proof, call) }
        try await require(proof, operation, call)
        let answer = try await homeserver.complete(
            request, of: user, token: call.token, beforeProof: beforeProof)
        // The gateway must not remember the tokens of sessions that have ended.
        owners.forgetAll(ofUser: user)
        return try OwnAnswer(answer)
    }

    /// - Throws: `InteractiveAuthRequired` if the proof is missing or wrong; `M_FORBIDDEN` if it is for another operation or access token.
    private func require(_ proof: JSONObject?, _ operation: InteractiveAuth.Operation, _ call: OwnCall) async throws {
        try await auth.require(
            proof, of: try call.authenticated(), for: operation.bound(toToken: call.token ?? "")
        ) { _ in false }
    }

    /// Passes a request of a user without a DID on, with the user's own proof.
    private func passed(_ request: Request, _ proof: JSONObject?, _ call: OwnCall) async throws -> OwnAnswer {
        switch try await homeserver.send(request, auth: proof, token: call.token) {
        case .final(let answer): try OwnAnswer(answer)
        case .demand(let demand):
            OwnAnswer(
                status: 401, body: JSONValue.object(HomeserverConfirmation.forClients(demand)).serialized())
        }
    }

    private static func withoutAuth(_ body: JSONObject) -> JSONObject {
        var body = body
        body["auth"] = nil
        return body
    }
}

extension UserRows {
    /// Deletes what others see of a user, and the user's contacts.
    fileprivate func erase(_ user: String) throws {
        try lock("contacts/\(user)")
        try setSignature("", of: user)
        try removeContacts(of: user)
    }
}
