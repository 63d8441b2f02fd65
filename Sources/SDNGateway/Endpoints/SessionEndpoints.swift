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
        // It comes before those of DIDs, because `tourist` could otherwise be the name of a DID.
        table.pass(Endpoints.tourist) { _, call in
            try await login.limits.use(.newAccount(remote: call.remote))
            let answer = try await client.ask(
                "POST", "/_matrix/client/v3/register?kind=guest", body: Array("{}".utf8))
            guard answer.status != 403 else {
                throw MatrixError(.guestAccessForbidden, "This server does not accept tourists.")
            }
            return try OwnAnswer(answer)
        }
        IdentityEndpoints(login: login) { work in try await metrics.counting(work) }.register(in: &table)
        table.pass(Endpoints.loginFlows) { _, _ in
            let answer = try await client.ask("GET", HomeserverLogin.path)
            guard answer.status == 200 else { return try OwnAnswer(answer) }
            return OwnAnswer(body: Self.flows(try HomeserverClient.object(answer)).serialized())
        }
        table.pass(Endpoints.login) { request, call in
            let type = try IdentityEndpoints.type(of: request)
            guard type == DIDLoginRequest.type else {
                // Nobody but the gateway has a token for these, unless it was stolen on its way to the homeserver.
                guard !Self.own.contains(type) else { throw MatrixError(.unknown, "Unknown login type.") }
                let body = JSONValue.object(request.body).serialized()
                // An application service logs its users in with its own token.
                return try OwnAnswer(
                    await client.ask("POST", HomeserverLogin.path, token: call.token, body: body))
            }
            return OwnAnswer(
                body: try await metrics.counting {
                    try await login.login(DIDLoginRequest(parts: request.parts()), remote: call.remote)
                }.encoded())
        }
        // The homeserver checks the token, because the gateway could still remember one that has ended.
        table.pass(Endpoints.logout, access: .open) { _, call in
            let answer = try await client.ask(
                "POST", "/_matrix/client/v3/logout", token: call.token, body: Array("{}".utf8))
            if let token = call.token, [200, 401].contains(answer.status) { owners.forget(token) }
            return try OwnAnswer(answer)
        }
        table.pass(Endpoints.logoutAll, access: .open) { _, call in
            // Afterwards the homeserver no longer says whose token it was.
            let user = try await Self.user(of: call.token, owners)
            let answer = try await client.ask(
                "POST", "/_matrix/client/v3/logout/all", token: call.token, body: Array("{}".utf8))
            if let token = call.token, answer.status == 401 { owners.forget(token) }
            if let user, answer.status == 200 { owners.forgetAll(ofUser: user) }
            return try OwnAnswer(answer)
        }
        for endpoint in [Endpoints.wellKnownSDN, Endpoints.wellKnownMatrix] {
            table.on(endpoint) { _, _ in
                let server: JSONObject = ["base_url": .string(try baseURL())]
                return RawJSON(assembled: JSONValue.object(["m.homeserver": .object(server)]).serialized())
            }
        }
    }

    private static func user(of token: String?, _ owners: TokenOwners) async throws -> String? {
        guard let token else { return nil }
        return try await owners.user(of: token)
    }

    /// The types that only the gateway can use.
    private static let own = [HomeserverLogin.type, HomeserverConfirmation.stage]
    /// The types that need pages of the homeserver below `/_synapse/client`. They are not passed on, because a user could choose the name of a
    /// wallet's account there.
    private static let ofBrowsers = ["m.login.sso", "m.login.cas"]

    /// Returns the homeserver's flows with that of DIDs, and without those that clients cannot use.
    private static func flows(_ answer: JSONObject) -> JSONValue {
        let others = (answer["flows"]?.arrayValue ?? []).filter { flow in
            flow["type"]?.stringValue.map { !own.contains($0) && !ofBrowsers.contains($0) } ?? true
        }
        var answer = answer
        answer["flows"] = .array([["type": .string(DIDLoginRequest.type)]] + others)
        return .object(answer)
    }
}
