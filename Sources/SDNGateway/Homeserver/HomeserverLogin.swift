import HeraldHTTP
import HeraldJSON
import Logging
import SDNWire

/// Opens sessions at the homeserver with tokens of the gateway (SDN sheet 8.1, JWT login).
package struct HomeserverLogin: Sendable {
    package static let type = "org.matrix.login.jwt"
    static let path = "/_matrix/client/v3/login"

    private let client: HomeserverClient
    private let token: LoginToken
    private let serverName: String
    private let clock: @Sendable () -> Timestamp
    private let logger: Logger

    package init(
        client: HomeserverClient, token: LoginToken, serverName: String, clock: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.client = client
        self.token = token
        self.serverName = serverName
        self.clock = clock
        self.logger = logger
    }

    /// Opens a session. If the user does not exist, the homeserver creates the user.
    /// - Parameter deviceID: the device; `nil` for a new one.
    /// - Throws: ``GatewayFailure``.
    func open(_ user: UserID, deviceID: String?, deviceName: String?, wantsRefreshToken: Bool) async throws
        -> LoginResponse
    {
        var body: JSONObject = [
            "type": .string(Self.type), "token": .string(try token.text(for: user.localpart, now: clock())),
        ]
        // The homeserver stores an empty ID as a device without one (SDN sheet 8.2), so the member is left out.
        body.set("device_id", deviceID)
        body.set("initial_device_display_name", deviceName)
        if wantsRefreshToken { body["refresh_token"] = true }
        let answer = try await client.ask("POST", Self.path, body: JSONValue.object(body).serialized())
        guard answer.status == 200 else { throw failure(answer) }
        let found: LoginResponse
        do {
            found = try LoginResponse(json: JSONReader(HomeserverClient.object(answer)))
        } catch is JSONError {
            throw GatewayFailure.invalidResponse
        }
        guard !found.accessToken.isEmpty else { throw GatewayFailure.invalidResponse }
        guard found.userID == user.text else {
            logger.error("the homeserver logged another user in; its server_name must be that of the gateway")
            if deviceID == nil { await close(found.accessToken) }
            throw GatewayFailure(
                status: 502,
                MatrixError(
                    .unknown, "The gateway and the homeserver have different server names; the operator has to act."))
        }
        return LoginResponse(
            accessToken: found.accessToken, userID: found.userID, deviceID: found.deviceID, homeServer: serverName,
            refreshToken: found.refreshToken, expiresIn: found.expiresIn)
    }

    /// Ends a session that no client has received, and deletes its device, so the device must be a new one. If that fails, nobody has the token.
    func close(_ accessToken: String) async {
        _ = try? await client.ask("POST", "/_matrix/client/v3/logout", token: accessToken, body: Array("{}".utf8))
    }

    /// Ends all sessions of a user, of whichever wallet and device. If the user does not exist, the homeserver creates the user.
    /// - Throws: ``GatewayFailure`` if the homeserver did not do it.
    func endSessions(of user: UserID) async throws {
        let session: LoginResponse
        do {
            session = try await open(user, deviceID: nil, deviceName: nil, wantsRefreshToken: false)
        } catch let failure as GatewayFailure where failure.error.code == .userDeactivated {
            // The homeserver ended the sessions when it deactivated the account.
            return
        }
        let answer = try await client.ask(
            "POST", "/_matrix/client/v3/logout/all", token: session.accessToken, body: Array("{}".utf8))
        _ = try HomeserverClient.success(answer)
    }

    private func failure(_ answer: HTTPAnswer) -> GatewayFailure {
        let failure = described(answer)
        return GatewayFailure(
            status: failure.status, failure.error, hadNoEffect: (400..<500).contains(answer.status))
    }

    private func described(_ answer: HTTPAnswer) -> GatewayFailure {
        let error = (try? JSONValue(parsing: answer.body)).flatMap(MatrixError.init(json:))
        switch (answer.status, error?.code) {
        case (429, _):
            let wait = error?.retryAfter ?? answer.headers["retry-after"].flatMap(Int64.init).map { .seconds($0) }
            return GatewayFailure(
                status: 429,
                MatrixError(
                    .limitExceeded, "The homeserver allows no more logins now, so try again later.",
                    retryAfter: max(wait ?? .seconds(1), .milliseconds(1))))
        case (403, .userDeactivated?):
            return GatewayFailure(status: 403, MatrixError(.userDeactivated, "This account has been deactivated."))
        case (_, .userLocked?):
            return GatewayFailure(
                status: 401, MatrixError(.userLocked, "This account is locked.", softLogout: error?.softLogout))
        case (403, .resourceLimitExceeded?):
            return GatewayFailure(
                status: 403, MatrixError(.resourceLimitExceeded, "The homeserver accepts no more users."))
        case (503, _): return .unavailable
        case (500..., _):
            logger.error("the homeserver failed at a login", metadata: ["status": "\(answer.status)"])
            return .failed
        default:
            // It concerns the set-up and not the client. The code comes from the homeserver and has no data of a user.
            logger.error(
                "the homeserver refused a login of the gateway; run herald gateway check",
                metadata: ["status": "\(answer.status)", "code": "\(error?.code.rawValue ?? "none")"])
            return GatewayFailure(
                status: 502,
                MatrixError(.unknown, "The homeserver does not accept the gateway's logins; its operator has to act."))
        }
    }
}
