import HeraldHTTP
import HeraldJSON
import HeraldPeer
import SDNIdentity
import SDNWire

/// The endpoints of logins and logouts, and those by which clients find the gateway. What is not about DIDs is for the homeserver to decide.
struct SessionEndpoints: Sendable {
    let login: DIDLogin
    let metrics: GatewayMetrics
    let client: HomeserverClient
    let owners: TokenOwners
    /// Returns the base URL for clients.
    let baseURL: @Sendable () throws -> String

    func register(in table: inout OwnEndpoints) {
        let (login, metrics, client, owners, baseURL) = (login, metrics, client, owners, baseURL)
        IdentityEndpoints(login: login) { work in try await metrics.counting(work) }.register(in: &table)
        table.pass(Endpoints.loginFlows) { _, _ in
            let answer = try await client.ask("GET", HomeserverLogin.path)
            guard answer.status == 200 else { return Self.answer(answer) }
            return OwnAnswer(body: Self.flows(try HomeserverClient.object(answer)).serialized())
        }
        table.pass(Endpoints.login) { request, call in
            guard try IdentityEndpoints.type(of: request) == DIDLoginRequest.type else {
                let body = JSONValue.object(request.body).serialized()
                return Self.answer(try await client.ask("POST", HomeserverLogin.path, body: body))
            }
            return OwnAnswer(
                body: try await metrics.counting {
                    try await login.login(DIDLoginRequest(parts: request.parts()), remote: call.remote)
                }.encoded())
        }
        table.pass(Endpoints.tourist) { _, call in
            try await login.limits.use(.newAccount(remote: call.remote))
            let answer = try await client.ask(
                "POST", "/_matrix/client/v3/register?kind=guest", body: Array("{}".utf8))
            guard answer.status != 403 else {
                throw MatrixError(.guestAccessForbidden, "This server does not accept tourists.")
            }
            return Self.answer(answer)
        }
        // The homeserver checks the token, because the gateway could still remember one that has ended.
        table.pass(Endpoints.logout, access: .open) { _, call in
            let answer = try await client.ask(
                "POST", "/_matrix/client/v3/logout", token: call.token, body: Array("{}".utf8))
            if let token = call.token { owners.forget(token) }
            return Self.answer(answer)
        }
        table.pass(Endpoints.logoutAll, access: .open) { _, call in
            let answer = try await client.ask(
                "POST", "/_matrix/client/v3/logout/all", token: call.token, body: Array("{}".utf8))
            if let token = call.token { owners.forgetAll(of: token) }
            return Self.answer(answer)
        }
        for endpoint in [Endpoints.wellKnownSDN, Endpoints.wellKnownMatrix] {
            table.on(endpoint) { _, _ in
                let server: JSONObject = ["base_url": .string(try baseURL())]
                return RawJSON(assembled: JSONValue.object(["m.homeserver": .object(server)]).serialized())
            }
        }
    }

    /// Returns an answer of the homeserver as one of the gateway.
    static func answer(_ answer: HTTPAnswer) -> OwnAnswer {
        OwnAnswer(status: answer.status, retryAfter: answer.headers["retry-after"], body: answer.body)
    }

    /// Returns the homeserver's flows with that of DIDs, and without those that only the gateway can use.
    private static func flows(_ answer: JSONObject) -> JSONValue {
        let hidden = [HomeserverLogin.type, HomeserverConfirmation.stage].map { JSONValue.string($0) }
        let others = (answer["flows"]?.arrayValue ?? []).filter { flow in
            flow["type"].map { !hidden.contains($0) } ?? true
        }
        var answer = answer
        answer["flows"] = .array([["type": .string(DIDLoginRequest.type)]] + others)
        return .object(answer)
    }
}
