import HeraldKeys
import MYKEYWire

/// The whole of a dapp's server side: begins logins, and answers what wallets post (MYKEY sheet 4).
///
/// ```swift
/// let keys = CachingKeySource(try EOSTableKeySource(node: EOSNode(ChainNodeAddress("https://eos.example"))))
/// let service = CallbackService(rules: CallbackRules(), keys: keys, store: try SQLiteReplayStore(path: "logins.sqlite"))
/// let login = try await service.beginLogin()      // login.uuID into the request, login.session to the browser
/// let answer = await service.receive(body)        // what a wallet posted; answer.reply goes back
/// let status = try await service.status(of: login.session)
/// ```
public struct CallbackService: Sendable {
    /// What the server takes.
    public let rules: CallbackRules
    private let keys: any ReservedKeySource
    private let store: any ReplayStore
    private let contracts: ContractSignatures?
    private let now: @Sendable () -> Int64
    private let random: @Sendable (Int) -> [UInt8]
    private let onLogin: @Sendable (AcceptedLogin) async -> Void
    private let limits: CallbackLimits
    private let gate: CallbackGate

    /// - Parameters:
    ///   - rules: what the server takes.
    ///   - keys: knows the accounts' keys; wrap it in a ``CachingKeySource``.
    ///   - store: the memory.
    ///   - limits: what one stranger may cost.
    ///   - contracts: asks Ethereum accounts themselves as well; both must say yes.
    ///   - now: seconds since 1970.
    ///   - random: that many bytes nobody can guess.
    ///   - onLogin: called once for each login: when it is recorded, before the wallet is told, or when the session has brought the login's
    ///     code. Before that nobody knows whose session it is.
    public init(
        rules: CallbackRules, keys: any ReservedKeySource, store: any ReplayStore, limits: CallbackLimits = CallbackLimits(),
        contracts: ContractSignatures? = nil,
        now: @escaping @Sendable () -> Int64 = SystemSource.now, random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random,
        onLogin: @escaping @Sendable (AcceptedLogin) async -> Void = { _ in }
    ) {
        self.rules = rules
        self.keys = keys
        self.store = store
        self.limits = limits
        gate = CallbackGate(limits)
        self.contracts = contracts
        self.now = now
        self.random = random
        self.onLogin = onLogin
    }

    /// Begins a login: the uuID goes into the request to the wallet, the session to the browser that asked, and to nobody else.
    /// - Parameters:
    ///   - seconds: for how long the wallet may answer; ``CallbackLimits/longestLogin`` at most.
    ///   - caller: the address of whoever asked, for ``CallbackLimits/pendingLoginsPerAddress``; `nil` when it is not known.
    /// - Throws: ``MYKEYServicesError``; code `tooMany` while too many logins are pending.
    public func beginLogin(seconds: Int64 = 600, from caller: String? = nil) async throws(MYKEYServicesError) -> PendingLogin {
        let time = now()
        let login = PendingLogin(
            uuID: UUIDKey.made(from: random(16)), session: LoginSession(random: random(16)),
            until: time.addingReportingOverflow(min(max(0, seconds), max(1, limits.longestLogin))).partialValue)
        try gate.begin(uuID: login.uuID, caller: caller, until: login.until, now: time)
        do {
            try await store.expect(login, now: time)
        } catch {
            gate.end(uuID: login.uuID)
            throw error
        }
        return login
    }

    /// Waits for logins under a stable user id until ``unbind(uuID:)``: two-way binding. A dapp that learns the id can ask the user's
    /// wallet for a login here, so prefer `beginLogin`.
    /// - Throws: ``MYKEYServicesError``.
    public func bind(uuID: String) async throws(MYKEYServicesError) { try await store.bind(uuID: uuID, now: now()) }

    /// Waits no longer, neither for a pending login nor for a bound user.
    /// - Throws: ``MYKEYServicesError``.
    public func unbind(uuID: String) async throws(MYKEYServicesError) {
        try await store.forget(uuID: uuID)
        gate.end(uuID: uuID)
    }

    /// What became of a login, for the browser that began it.
    ///
    /// A login with a code is `pending` until the session comes with the code, however long ago the wallet's owner agreed. A session that
    /// has brought the code once need not bring it again.
    /// - Parameters:
    ///   - session: of the browser that began.
    ///   - code: what the wallet brought back (`LoginPayload.returnCode`), or what a person typed. A login is forgotten at the fifth wrong one.
    ///   - caller: the address of whoever asks, for ``CallbackLimits/statusesPerAddress``; `nil` when it is not known.
    /// - Throws: ``MYKEYServicesError``; code `tooMany` when the address asks too often.
    public func status(
        of session: LoginSession, code: ReturnCode? = nil, from caller: String? = nil
    ) async throws(MYKEYServicesError) -> LoginStatus {
        let time = now()
        guard gate.takeStatus(from: caller, now: time) else {
            throw MYKEYServicesError(.tooMany, field: "status", reason: "this address asks too often")
        }
        if let code, let login = try await store.claim(session, code: code.digest, now: time) {
            await onLogin(login)
            return .accepted(login)
        }
        return try await store.status(of: session, now: time)
    }

    /// Whether the key that made a login is still the account's reserved key and not frozen: ask before an action that matters, because
    /// all keys can be replaced (MYKEY sheet 9.11). As late as the memory of the source of keys.
    /// - Throws: ``MYKEYServicesError`` when nobody can say.
    public func stands(_ login: AcceptedLogin) async throws(MYKEYServicesError) -> Bool {
        guard let key = try await keys.reservedKey(of: login.account) else { return false }
        return !key.isFrozen && key.text == login.key
    }

    /// Answers what a wallet posted. A caller that is cancelled, because the wallet hung up, does not stop the work half way.
    /// - Parameters:
    ///   - body: what was posted.
    ///   - caller: the address that it came from, for ``CallbackLimits/postsPerAddress`` and ``CallbackLimits/lookupsPerAddress``; `nil` when
    ///     it is not known.
    public func receive(_ body: [UInt8], from caller: String? = nil) async -> CallbackAnswer {
        guard gate.takePost(from: caller, now: now()) else {
            return CallbackAnswer(throttling: CallbackRefusal(.tooMany, "this address posts too often"))
        }
        // A body that cannot be a login is not kept in memory for others to wait for.
        guard body.count <= MYKEYLimits.callbackBytes else {
            return CallbackAnswer(refusal: CallbackRefusal(.fieldMissing, "the body is longer than \(MYKEYLimits.callbackBytes) bytes"))
        }
        return await gate.decide(HeraldSHA256.hash(body)) {
            do throws(CallbackRefusal) {
                return try await decide(body, caller)
            } catch {
                return CallbackAnswer(refusal: error)
            }
        }
    }

    private func decide(_ body: [UInt8], _ caller: String?) async throws(CallbackRefusal) -> CallbackAnswer {
        let time = now()
        let claim = try CallbackVerifier.read(body, now: time, rules: rules)
        if let reply = try await standsOrRepeats(claim, body: body, now: time) { return CallbackAnswer(repeated: reply) }
        try CheapChecks.check(claim, rules: rules, now: time)
        if let reason = gate.beginLookup(uuID: claim.uuID, caller: caller, now: time) { throw CallbackRefusal(.tooMany, reason) }
        defer { gate.endLookup() }
        let keys = keys
        let found = try await upstream { () async throws(MYKEYServicesError) in try await keys.reservedKey(of: claim.account) }
        let key = try CallbackVerifier.check(claim, key: found.map(KeyFinding.known) ?? .absent)
        try await confirmByContract(claim)
        let isTagged = try CallbackVerifier.checkTagged(claim, key: key, rules: rules, now: time)
        return try await record(claim, key: key, body: body, isTagged: isTagged)
    }

    /// Steps 6 and 7, which a repeated body fails: it gets its reply again.
    ///
    /// The reply is looked for after the standing, not before: a post of the same body that is recorded in between would be taken for
    /// a replay of another.
    private func standsOrRepeats(_ claim: LoginClaim, body: [UInt8], now time: Int64) async throws(CallbackRefusal) -> CallbackReply? {
        let store = store
        let standing = try await upstream { () async throws(MYKEYServicesError) in try await store.standing(of: claim, now: time) }
        do {
            try CallbackVerifier.check(standing)
            return nil
        } catch {
            let digest = HeraldSHA256.hash(body)
            let stored = try await upstream { () async throws(MYKEYServicesError) in try await store.reply(to: digest, now: time) }
            guard let stored else { throw error }
            return stored.full(for: body)
        }
    }

    private func confirmByContract(_ claim: LoginClaim) async throws(CallbackRefusal) {
        guard let contracts, case .ethereum(let account) = claim.account,
              let signature = try? LoginSignature.ethereum(claim.signature)
        else { return }
        let confirmed = try await upstream { () async throws(MYKEYServicesError) in
            try await contracts.confirms(signature, over: claim.signedString, by: account)
        }
        guard confirmed else { throw CallbackRefusal(.signature, "the account's contract does not take it for its own") }
    }

    /// The clock is read again: looking up the key took its time.
    private func record(
        _ claim: LoginClaim, key: ReservedKey, body: [UInt8], isTagged: Bool
    ) async throws(CallbackRefusal) -> CallbackAnswer {
        let time = now()
        let login = AcceptedLogin(claim, key: key, rules: rules, isTagged: isTagged, now: time)
        let reply = CallbackDecision.accepted(login).reply
        let record = LoginRecord(
            login, claim: claim, body: body, reply: reply, codeSalt: codeSalt(isTagged: isTagged),
            until: time.addingReportingOverflow(rules.memory).partialValue)
        let store = store
        switch try await upstream({ () async throws(MYKEYServicesError) in try await store.record(record, now: time) }) {
        case .recorded(let waitsForCode):
            gate.end(uuID: login.uuID)
            if !waitsForCode { await onLogin(login) }
            return CallbackAnswer(login: login, reply: StoredReply(reply, salt: waitsForCode ? record.codeSalt : nil).full(for: body))
        case .repeated(let stored): return CallbackAnswer(repeated: stored.full(for: body))
        case .refused(let standing):
            try CallbackVerifier.check(standing)
            throw CallbackRefusal(.upstream, "the store refused a login for no reason of its own")
        }
    }

    /// A login without a checked text gets no code: whoever holds it could post it and read the code himself.
    private func codeSalt(isTagged: Bool) -> [UInt8]? {
        guard isTagged, case .bound = rules.returning else { return nil }
        return random(LoginCodes.saltBytes)
    }

    private func upstream<T: Sendable>(_ ask: () async throws(MYKEYServicesError) -> T) async throws(CallbackRefusal) -> T {
        do {
            return try await ask()
        } catch {
            throw CallbackRefusal(.upstream, error.description)
        }
    }
}
