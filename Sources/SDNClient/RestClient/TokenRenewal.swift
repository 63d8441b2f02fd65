import SDNValues
import SDNWire

/// Renews a client's access token shortly before it expires, or when the node refuses it. When several callers need a new token at once, only one of
/// them asks the node.
actor TokenRenewal {
    /// A token that expires within this time is renewed.
    private static let margin: Duration = .seconds(30)
    /// The renewal that is in progress. Its turn is fulfilled when the renewal locks no file any more, and is `nil` when it locks none.
    private var running: (outcome: OneShot<Outcome>, turn: OneShot<Void>?, task: Task<Void, Never>)?
    /// The lifetime of the last token; `nil` before the first renewal, and for a token that does not expire.
    private var lifetime: Duration?
    /// The access token that this client has replaced last. Stored tokens with it are older than the client's own, for example if saving failed.
    private var replaced: String?

    /// Renews a token that is about to expire. A failure is not reported: the token may still be valid long enough for the call.
    /// - Throws: `CancellationError` when the calling task is cancelled.
    func renewIfDue(for client: MXRestClient) async throws {
        let credentials = client.credentials
        let expiry = credentials.accessTokenExpiresAt
        guard expiry > 0, let token = credentials.accessToken, credentials.refreshToken != nil else { return }
        // The margin is at most a fifth of the token's lifetime. Otherwise every call would renew a short-lived token.
        let due = client.pipeline.clock.wall() + (lifetime.map { min(Self.margin, $0 / 5) } ?? Self.margin)
        guard Timestamp(published: expiry) <= due else { return }
        _ = try? await run(replacing: token, for: client) { try await self.refresh(client, refused: nil, turn: $0) }
        try Task.checkCancellation()
    }

    /// The way in which a client got another token.
    enum Outcome: Sendable {
        /// There is no other token.
        case none
        /// Another call or another process had renewed the token. It may have expired since.
        case takenOver
        /// The node has just issued the token.
        case renewed
    }

    /// Gets another token after the node has refused one. The new token is one that was renewed in the meantime, or comes from the refresh token, or
    /// from a new login by the app.
    /// - Throws: the error that prevented the request for a new token, such as a failed connection, or the error of reading the stored tokens;
    ///   `CancellationError` when the calling task is cancelled.
    func renew(after error: MXError, replacing token: String?, for client: MXRestClient) async throws -> Outcome {
        try await run(replacing: token, for: client) { turn in
            if client.credentials.refreshToken != nil || client.tokenKeeper?.isShared ?? false {
                let outcome = try await self.refresh(client, refused: token, turn: turn)
                if outcome != .none { return outcome }
            }
            guard error.softLogout == true || client.credentials.refreshToken != nil else { return .none }
            // A new login may wait for a person, so nobody waits for it here. It locks the file only while its tokens are stored.
            turn?.fulfil(.success(()))
            return await self.logInAgain(client, error) ? .renewed : .none
        }
    }

    /// Runs `body` unless it already runs for another caller, and waits for the outcome. It has a task of its own. A caller that is cancelled stops to
    /// wait, and the renewal continues: others may wait for it, and the node may already have replaced the refresh token.
    private func run(
        replacing token: String?, for client: MXRestClient,
        _ body: @escaping @Sendable (_ turn: OneShot<Void>?) async throws -> Outcome
    ) async throws -> Outcome {
        if let running { return try await running.outcome.value() }
        if client.credentials.accessToken != token { return client.credentials.accessToken != nil ? .takenOver : .none }
        let renewal = OneShot<Outcome>()
        let turn: OneShot<Void>? = client.tokenKeeper?.locksFile ?? false ? OneShot() : nil
        let task = Task {
            let outcome: Result<Outcome, any Error>
            do {
                outcome = .success(try await body(turn))
            } catch is CancellationError {
                // The callers were not cancelled. Their calls may be repeated.
                outcome = .failure(
                    SDNSDKError(
                        .timedOut, endpoint: Endpoints.refresh.name,
                        reason: "the tokens were not renewed before the session was paused"))
            } catch {
                outcome = .failure(error)
            }
            if self.running?.outcome === renewal { self.running = nil }
            turn?.fulfil(.success(()))
            renewal.fulfil(outcome)
        }
        running = (renewal, turn, task)
        return try await renewal.value()
    }

    /// Waits until the refresh token is not in use any more. The renewal is cancelled after `timeout`. Its refresh token stays valid, because a
    /// node accepts it until one of the new tokens is used.
    func endTurn(within timeout: Duration, _ clock: RetryClock) async {
        guard let running, let turn = running.turn else { return }
        let renewal = running.outcome
        let limit = Task {
            try await clock.sleep(timeout)
            self.cancel(renewal)
        }
        try? await turn.value()
        limit.cancel()
    }

    private func cancel(_ renewal: OneShot<Outcome>) {
        guard let running, running.outcome === renewal else { return }
        running.task.cancel()
        // Later callers begin another renewal, and do not get the error of this one.
        self.running = nil
    }

    /// Opens the stored tokens. They are the client's own if the app stores none.
    private func open(_ client: MXRestClient) async throws -> StoredTokens {
        let credentials = client.credentials
        if let keeper = client.tokenKeeper { return try await keeper.begin(credentials, client.pipeline.clock) }
        guard let handler = client.persistentTokenDataHandler else {
            return StoredTokens(credentials: credentials, mayRenew: true, again: { nil }, done: { _ in })
        }
        let opened = OneShot<StoredTokens>()
        handler { stored, done in
            let own = stored.first { $0.userId == credentials.userId && $0.deviceId == credentials.deviceId }
            opened.fulfil(
                .success(
                    StoredTokens(
                        credentials: own ?? credentials, mayRenew: true, again: { nil },
                        done: { done($0 != nil && own != nil) })))
        }
        return try await opened.value()
    }

    /// Takes over newer stored tokens, or requests new ones with the refresh token and stores them. A restored client that cannot store renewed tokens
    /// requests none: they would be lost with the client, and the stored refresh token would be spent.
    ///
    /// - Parameters:
    ///   - refused: the access token that the node has refused; `nil` when it is about to expire.
    ///   - turn: fulfilled when the method locks no file any more.
    /// - Returns: `none` when the node does not know the refresh token either, or the client may not use it.
    private func refresh(_ client: MXRestClient, refused: String?, turn: OneShot<Void>?) async throws -> Outcome {
        if let keeper = client.tokenKeeper, !keeper.renews, !keeper.isShared { return .none }
        defer { turn?.fulfil(.success(())) }
        let opened = try await open(client)
        var renewed: MXCredentials?
        defer { opened.done(renewed) }
        guard let stored = opened.credentials else { return .none }
        let credentials = client.credentials
        if isNewer(stored, than: credentials, refused) {
            credentials.take(tokensOf: stored)
            let expiry = credentials.accessTokenExpiresAt
            if expiry == 0 || Timestamp(published: expiry) > client.pipeline.clock.wall() { return .takenOver }
        }
        guard opened.mayRenew else { return .none }
        let before = credentials.accessToken
        if try await ask(client, credentials) {
            replaced = before
            stored.take(tokensOf: credentials)
            renewed = stored
            return .renewed
        }
        // Without a turn between processes, another one may have used the refresh token meanwhile.
        guard let later = try opened.again(), isNewer(later, than: credentials, refused) else { return .none }
        credentials.take(tokensOf: later)
        return .takenOver
    }

    /// True when stored tokens are other ones than the client has and not older, as far as the times of expiry say.
    private func isNewer(_ stored: MXCredentials, than own: MXCredentials, _ refused: String?) -> Bool {
        guard let token = stored.accessToken, token != own.accessToken, token != refused, token != replaced
        else { return false }
        let (expiry, ownExpiry) = (stored.accessTokenExpiresAt, own.accessTokenExpiresAt)
        return expiry == 0 || ownExpiry == 0 || expiry >= ownExpiry
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
        await client.tokenKeeper?.store(client.credentials, client.pipeline.clock)
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

extension MXRestClient {
    /// Waits until the client keeps no other process from renewing the tokens. A renewal that takes longer than `timeout` is cancelled.
    package func endTokenTurn(within timeout: Duration) async {
        await renewal.endTurn(within: timeout, pipeline.clock)
    }
}
