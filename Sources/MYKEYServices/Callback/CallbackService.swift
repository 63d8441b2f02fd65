import HeraldKeys
import MYKEYWire

/// The server side of a dapp. It begins logins, and responds to the callbacks that wallets post (MYKEY sheet 4).
///
/// ```swift
/// let keys = CachingKeySource(try EOSTableKeySource(node: EOSNode(ChainNodeAddress("https://eos.example"))))
/// let rules = CallbackRules(tagged: .required(domain: "harbour.example"), returning: .bound(to: ["demoscheme"]))
/// let service = CallbackService(rules: rules, keys: keys, store: try SQLiteReplayStore(path: "logins.sqlite"))
/// let login = try await service.beginLogin()      // login.uuID into the request, login.session to the browser
/// let answer = await service.receive(body)        // what a wallet posted; answer.reply goes back
/// let status = try await service.status(of: login.session, code: code)   // code: from the app, which the wallet opened
/// ```
public struct CallbackService: Sendable {
    /// The server's settings.
    public let rules: CallbackRules
    private let keys: any ReservedKeySource
    let store: any ReplayStore
    private let contracts: ContractSignatures?
    let now: @Sendable () -> UnixTime
    private let random: @Sendable (Int) -> [UInt8]
    let onLogin: @Sendable (AcceptedLogin) async -> Void
    private let limits: CallbackLimits
    let gate: CallbackGate

    /// Creates a service.
    /// - Parameters:
    ///   - rules: the server's settings.
    ///   - keys: looks up the accounts' keys. Use a ``CachingKeySource`` to limit the requests to nodes.
    ///   - store: stores the expected and the accepted logins between callbacks.
    ///   - limits: limits the load that one unknown caller can cause.
    ///   - contracts: if it is given, the contract of an Ethereum account must also accept the signature. Defaults to `nil`.
    ///   - now: returns the current time.
    ///   - random: returns the given number of unpredictable bytes.
    ///   - onLogin: is called once for each login. For a login without a code, this is after the login was recorded
    ///     and before the wallet gets its reply. For a login with a code, it is when the session has sent the code,
    ///     because the server does not know before that which session logs in. It is called again, by a repeated
    ///     post or status request, only if the process ended, or the call had not returned, before the store
    ///     recorded the call. Make it idempotent by ``AcceptedLogin/id``.
    public init(
        rules: CallbackRules, keys: any ReservedKeySource, store: any ReplayStore,
        limits: CallbackLimits = CallbackLimits(),
        contracts: ContractSignatures? = nil,
        now: @escaping @Sendable () -> UnixTime = SystemSource.now,
        random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random,
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

    /// Begins a login. Send the uuID in the request to the wallet. Send the session to the browser that asked for the login, and to nobody
    /// else.
    /// - Parameters:
    ///   - lifetime: the time in which the wallet must answer, in whole seconds, at most
    ///     ``CallbackLimits/longestLogin``. Defaults to 600 s.
    ///   - caller: the client's address, for ``CallbackLimits/pendingLoginsPerAddress``. `nil` when it is unknown.
    /// - Throws: ``MYKEYServicesError``, with code `tooMany` when too many logins are pending.
    public func beginLogin(lifetime: Duration = .seconds(600), from caller: String? = nil)
        async throws(MYKEYServicesError)
        -> PendingLogin
    {
        let time = now()
        let lifetime = min(max(.zero, lifetime), max(.seconds(1), limits.longestLogin))
        let login = PendingLogin(
            uuID: UUIDKey.made(from: random(16)), session: LoginSession(random: random(16)),
            until: time + lifetime)
        try gate.begin(uuID: login.uuID, caller: caller, until: login.until, now: time)
        do {
            try await store.expect(login, now: time)
        } catch {
            gate.end(uuID: login.uuID)
            throw error
        }
        return login
    }

    /// Returns the time until a client may begin a login after ``beginLogin(lifetime:from:)`` was refused with `tooMany`, at least 1 s. It is an
    /// estimate, because a login that is answered frees its place before its end.
    /// - Parameter caller: the client's address. `nil` when it is unknown.
    package func pauseBeforeLogin(from caller: String?) -> Duration { gate.pause(of: caller, now: now()) }

    /// Expects logins with a permanent user id until ``unbind(uuID:)`` (two-way binding). Only one account may log in with the id.
    ///
    /// Name the account if you know it. Otherwise the first accepted login determines it, so a person who learns the id and is faster than
    /// the user takes the id over. If another dapp learns the id, it can ask the user's wallet for a login that this server accepts.
    /// Therefore prefer ``beginLogin(lifetime:from:)``.
    /// - Parameters:
    ///   - uuID: the user id.
    ///   - account: the user's account. Defaults to `nil`: the account of the first accepted login. If the id is bound already, `nil` keeps
    ///     its account.
    /// - Throws: ``MYKEYServicesError``, with code `value` if the id is bound to another account or a login with it is pending.
    public func bind(uuID: String, account: LoginAccount? = nil) async throws(MYKEYServicesError) {
        try await store.bind(uuID: uuID, account: account, now: now())
    }

    /// Stops expecting logins with this uuID. The uuID may belong to a pending login or to a bound user.
    /// - Throws: ``MYKEYServicesError``.
    public func unbind(uuID: String) async throws(MYKEYServicesError) {
        try await store.forget(uuID: uuID)
        gate.end(uuID: uuID)
    }

    /// True if the key with which a login was signed is still the account's reserved key and is not frozen. Call this method before an
    /// important action, because all keys can be replaced (MYKEY sheet 9.11). The answer may be as old as the cache of the key source.
    /// - Throws: ``MYKEYServicesError`` when the key cannot be looked up.
    public func stands(_ login: AcceptedLogin) async throws(MYKEYServicesError) -> Bool {
        guard let key = try await keys.reservedKey(of: login.account) else { return false }
        return !key.isFrozen && key.text == login.key
    }

    /// Responds to a body that a wallet posted. If the caller's task is cancelled because the wallet has disconnected, the work is finished
    /// nevertheless.
    /// - Parameters:
    ///   - body: the posted bytes.
    ///   - caller: the client's address, for ``CallbackLimits/postsPerAddress`` and ``CallbackLimits/lookupsPerAddress``. `nil` when it is
    ///     unknown.
    public func receive(_ body: [UInt8], from caller: String? = nil) async -> CallbackAnswer {
        if let refusal = refusedPost(from: caller) { return refusal }
        return await receive(counted: body, from: caller)
    }

    /// Counts a post. A server calls this method before it reads the body, so that the body of a refused post takes no memory.
    /// - Returns: the answer if the address has sent too many posts. Otherwise `nil`, and the body belongs to ``receive(counted:from:)``.
    package func refusedPost(from caller: String?) -> CallbackAnswer? {
        guard !gate.takePost(from: caller, now: now()) else { return nil }
        return CallbackAnswer(throttling: CallbackRefusal(.tooMany, "too many callbacks from this address"))
    }

    /// Responds to the body of a post that ``refusedPost(from:)`` has counted.
    package func receive(counted body: [UInt8], from caller: String?) async -> CallbackAnswer {
        // A body that is too long to be a login is refused at once, so that it takes no memory while other posts wait for it.
        guard body.count <= MYKEYLimits.callbackBytes else {
            return CallbackAnswer(
                refusal: CallbackRefusal(.fieldMissing, "the body is longer than \(MYKEYLimits.callbackBytes) bytes"))
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
        if let reply = try await standsOrRepeats(claim, body: body, now: time) {
            return CallbackAnswer(repeated: reply)
        }
        try CheapChecks.check(claim, rules: rules, now: time)
        if let reason = gate.beginLookup(uuID: claim.uuID, caller: caller, now: time) {
            throw CallbackRefusal(.tooMany, reason)
        }
        defer { gate.endLookup() }
        let keys = keys
        let found = try await upstream { () async throws(MYKEYServicesError) in
            try await keys.reservedKey(of: claim.account)
        }
        let key = try CallbackVerifier.check(claim, key: found.map(KeyFinding.known) ?? .absent)
        try await confirmByContract(claim)
        let isTagged = try CallbackVerifier.checkTagged(claim, key: key, rules: rules, now: time)
        return try await record(claim, key: key, body: body, isTagged: isTagged)
    }

    /// Performs steps 6 and 7 of MYKEY sheet 4.4. A body that was posted before fails in these steps. Returns the reply that it got then,
    /// or `nil` for a new body.
    ///
    /// The earlier reply is looked up after these steps. If it were looked up before them, another post of the same body could be recorded
    /// in between, and this post would be refused as a replay.
    private func standsOrRepeats(_ claim: LoginClaim, body: [UInt8], now time: UnixTime) async throws(CallbackRefusal)
        -> CallbackReply?
    {
        let store = store
        let standing = try await upstream { () async throws(MYKEYServicesError) in
            try await store.standing(of: claim, now: time)
        }
        do {
            try CallbackVerifier.check(standing)
            return nil
        } catch {
            let digest = HeraldSHA256.hash(body)
            let stored = try await upstream { () async throws(MYKEYServicesError) in
                try await store.reply(to: digest, now: time)
            }
            guard let stored else { throw error }
            return await repeated(stored, body)
        }
    }

    /// Returns the reply to a repeated body. The login is announced first if the process ended before that.
    private func repeated(_ stored: StoredReply, _ body: [UInt8]) async -> CallbackReply {
        if let login = stored.unannounced { await announce(login) }
        return stored.full(for: body)
    }

    private func confirmByContract(_ claim: LoginClaim) async throws(CallbackRefusal) {
        guard let contracts, case .ethereum(let account) = claim.account,
            let signature = try? LoginSignature.ethereum(claim.signature)
        else { return }
        let confirmed = try await upstream { () async throws(MYKEYServicesError) in
            try await contracts.confirms(signature, over: claim.signedString, by: account)
        }
        guard confirmed else {
            throw CallbackRefusal(.signature, "the account's contract does not accept the signature")
        }
    }

    /// Stores the login. The clock is read again, because the look-up of the key took time.
    private func record(
        _ claim: LoginClaim, key: ReservedKey, body: [UInt8], isTagged: Bool
    ) async throws(CallbackRefusal) -> CallbackAnswer {
        let time = now()
        let login = AcceptedLogin(claim, key: key, rules: rules, isTagged: isTagged, now: time)
        let reply = CallbackDecision.accepted(login).reply
        let record = LoginRecord(
            login, claim: claim, body: body, reply: reply, codeSalt: codeSalt(isTagged: isTagged),
            until: time + rules.memory)
        let store = store
        switch try await upstream({ () async throws(MYKEYServicesError) in try await store.record(record, now: time) })
        {
        case .recorded(let waitsForCode):
            gate.end(uuID: login.uuID)
            if !waitsForCode { await announce(login) }
            return CallbackAnswer(
                login: login, reply: StoredReply(reply, salt: waitsForCode ? record.codeSalt : nil).full(for: body))
        case .repeated(let stored): return CallbackAnswer(repeated: await repeated(stored, body))
        case .refused(let standing):
            try CallbackVerifier.check(standing)
            try CallbackVerifier.checkBinding(standing)
            throw CallbackRefusal(.upstream, "the store refused a login without a reason")
        }
    }

    /// Returns the salt from which the login's code is derived. A login without a checked sign-in text gets no code, because anybody who
    /// has the login could post it and read the code.
    private func codeSalt(isTagged: Bool) -> [UInt8]? {
        guard isTagged, case .bound = rules.returning else { return nil }
        return random(LoginCodes.saltBytes)
    }

    private func upstream<T: Sendable>(_ ask: () async throws(MYKEYServicesError) -> T) async throws(CallbackRefusal)
        -> T
    {
        do {
            return try await ask()
        } catch {
            throw CallbackRefusal(.upstream, error.description)
        }
    }
}
