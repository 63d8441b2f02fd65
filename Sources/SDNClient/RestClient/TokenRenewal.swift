import SDNValues
import SDNWire

/// Renews a client's access token shortly before it expires, or when the node refuses it. When several callers need a new token at once, only one of
/// them asks the node.
actor TokenRenewal {
    /// A token that expires within this time is renewed.
    private static let margin: Duration = .seconds(30)
    private var running: Task<Bool, any Error>?
    /// The lifetime of the last token; `nil` before the first renewal, and for a token that does not expire.
    private var lifetime: Duration?

    /// Renews a token that is about to expire. A failure is not reported: the token may still be valid long enough for the call.
    func renewIfDue(for client: MXRestClient) async {
        let credentials = client.credentials
        let expiry = credentials.accessTokenExpiresAt
        guard expiry > 0, let token = credentials.accessToken, credentials.refreshToken != nil else { return }
        // The margin is at most a fifth of the token's lifetime. Otherwise every call would renew a short-lived token.
        let due = client.pipeline.clock.wall() + (lifetime.map { min(Self.margin, $0 / 5) } ?? Self.margin)
        guard Timestamp(published: expiry) <= due else { return }
        _ = try? await run(replacing: token, for: client) { try await self.refresh(client, refused: nil) }
    }

    /// Gets another token after the node has refused one. The new token is one that was renewed in the meantime, or comes from the refresh token, or
    /// from a new login by the app.
    /// - Returns: true when there is another token now.
    /// - Throws: the error that prevented the request for a new token, such as a failed connection.
    func renew(after error: MXError, replacing token: String?, for client: MXRestClient) async throws -> Bool {
        try await run(replacing: token, for: client) {
            if client.credentials.refreshToken != nil, try await self.refresh(client, refused: token) { return true }
            guard error.softLogout == true || client.credentials.refreshToken != nil else { return false }
            return await self.logInAgain(client, error)
        }
    }

    private func run(
        replacing token: String?, for client: MXRestClient, _ body: @escaping @Sendable () async throws -> Bool
    ) async throws -> Bool {
        if let running { return try await running.value }
        if client.credentials.accessToken != token { return client.credentials.accessToken != nil }
        let task = Task { try await body() }
        running = task
        defer { running = nil }
        return try await task.value
    }

    private struct Opened: Sendable {
        let stored: [MXCredentials]
        let done: @Sendable (Bool) -> Void
    }

    /// Requests a new token with the refresh token.
    ///
    /// - Returns: false when the node does not know the refresh token either.
    private func refresh(_ client: MXRestClient, refused: String?) async throws -> Bool {
        guard let handler = client.persistentTokenDataHandler else {
            return try await ask(client, client.credentials)
        }
        let opened = OneShot<Opened>()
        handler { stored, done in opened.fulfil(.success(Opened(stored: stored, done: done))) }
        let (stored, done) = try await (opened.value().stored, opened.value().done)
        let own = stored.first { $0.userId == client.credentials.userId && $0.deviceId == client.credentials.deviceId }
        // Another process that shares the stored credentials has already renewed the token.
        if let own, let token = own.accessToken, token != client.credentials.accessToken, token != refused {
            client.credentials.take(tokensOf: own)
            done(false)
            return true
        }
        do {
            let isRenewed = try await ask(client, client.credentials)
            if isRenewed { own?.take(tokensOf: client.credentials) }
            done(isRenewed && own != nil)
            return isRenewed
        } catch {
            done(false)
            throw error
        }
    }

    private func ask(_ client: MXRestClient, _ credentials: MXCredentials) async throws -> Bool {
        guard let token = credentials.refreshToken else { return false }
        do {
            let answer = try await client.perform(Endpoints.refresh, RefreshRequest(refreshToken: token))
            lifetime = answer.expiresIn.map { max(.zero, $0) }
            credentials.renew(
                accessToken: answer.accessToken, refreshToken: answer.refreshToken ?? token,
                expiresAt: lifetime.map { client.pipeline.clock.wall() + $0 })
            return true
        } catch let error as MXError where [400, 401, 403].contains(error.httpStatus) {
            return false
        }
    }

    private func logInAgain(_ client: MXRestClient, _ error: MXError) async -> Bool {
        guard let handler = client.reloginHandler, let found = try? await handler(error) else { return false }
        guard found.userId == client.credentials.userId, found.accessToken != nil else { return false }
        client.credentials.take(tokensOf: found)
        if let persist = client.persistentTokenDataHandler {
            let credentials = client.credentials
            persist { stored, done in
                let own = stored.first { $0.userId == credentials.userId && $0.deviceId == credentials.deviceId }
                own?.take(tokensOf: credentials)
                done(own != nil)
            }
        }
        return true
    }
}
