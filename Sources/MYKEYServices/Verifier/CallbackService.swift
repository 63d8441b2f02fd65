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

    /// - Parameters:
    ///   - rules: what the server takes.
    ///   - keys: knows the accounts' keys; wrap it in a ``CachingKeySource``.
    ///   - store: the memory.
    ///   - contracts: asks Ethereum accounts themselves as well; both must say yes.
    ///   - now: seconds since 1970.
    ///   - random: that many bytes nobody can guess.
    ///   - onLogin: called once for each login, when it is recorded and before the wallet is told.
    public init(
        rules: CallbackRules, keys: any ReservedKeySource, store: any ReplayStore, contracts: ContractSignatures? = nil,
        now: @escaping @Sendable () -> Int64 = SystemSource.now, random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random,
        onLogin: @escaping @Sendable (AcceptedLogin) async -> Void = { _ in }
    ) {
        self.rules = rules
        self.keys = keys
        self.store = store
        self.contracts = contracts
        self.now = now
        self.random = random
        self.onLogin = onLogin
    }

    /// Begins a login: the uuID goes into the request to the wallet, the session to the browser that asked, and to nobody else.
    /// - Parameter seconds: for how long the wallet may answer.
    /// - Throws: ``MYKEYServicesError``.
    public func beginLogin(seconds: Int64 = 600) async throws(MYKEYServicesError) -> PendingLogin {
        let time = now()
        let login = PendingLogin(
            uuID: UUIDKey.made(from: random(16)), session: LoginSession(random: random(16)),
            until: time.addingReportingOverflow(max(0, seconds)).partialValue)
        try await store.expect(login, now: time)
        return login
    }

    /// Waits for logins under a stable user id until ``unbind(uuID:)``: two-way binding. A dapp that learns the id can ask the user's
    /// wallet for a login here, so prefer ``beginLogin(seconds:)``.
    /// - Throws: ``MYKEYServicesError``.
    public func bind(uuID: String) async throws(MYKEYServicesError) { try await store.bind(uuID: uuID, now: now()) }

    /// Waits no longer, neither for a pending login nor for a bound user.
    /// - Throws: ``MYKEYServicesError``.
    public func unbind(uuID: String) async throws(MYKEYServicesError) { try await store.forget(uuID: uuID) }

    /// What became of a login, for the browser that began it.
    /// - Throws: ``MYKEYServicesError``.
    public func status(of session: LoginSession) async throws(MYKEYServicesError) -> LoginStatus {
        try await store.status(of: session, now: now())
    }

    /// Whether the key that made a login is still the account's reserved key and not frozen: ask before an action that matters, because
    /// all keys can be replaced (MYKEY sheet 9.11). As late as the memory of the source of keys.
    /// - Throws: ``MYKEYServicesError`` when nobody can say.
    public func stands(_ login: AcceptedLogin) async throws(MYKEYServicesError) -> Bool {
        guard let key = try await keys.reservedKey(of: login.account) else { return false }
        return !key.isFrozen && key.text == login.key
    }

    /// Answers what a wallet posted. A caller that is cancelled, because the wallet hung up, does not stop the work half way.
    public func receive(_ body: [UInt8]) async -> CallbackAnswer {
        await Task {
            do throws(CallbackRefusal) {
                return try await decide(body)
            } catch {
                return CallbackAnswer(refusal: error)
            }
        }.value
    }

    private func decide(_ body: [UInt8]) async throws(CallbackRefusal) -> CallbackAnswer {
        let time = now()
        let claim = try CallbackVerifier.read(body, now: time, rules: rules)
        if let reply = try await standsOrRepeats(claim, body: body, now: time) { return CallbackAnswer(repeated: reply) }
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
            return stored
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
            login, claim: claim, body: body, reply: reply, until: time.addingReportingOverflow(rules.memory).partialValue)
        let store = store
        switch try await upstream({ () async throws(MYKEYServicesError) in try await store.record(record, now: time) }) {
        case .recorded:
            await onLogin(login)
            return CallbackAnswer(login: login, reply: reply)
        case .repeated(let reply): return CallbackAnswer(repeated: reply)
        case .refused(let standing):
            try CallbackVerifier.check(standing)
            throw CallbackRefusal(.upstream, "the store refused a login for no reason of its own")
        }
    }

    private func upstream<T: Sendable>(_ ask: () async throws(MYKEYServicesError) -> T) async throws(CallbackRefusal) -> T {
        do {
            return try await ask()
        } catch {
            throw CallbackRefusal(.upstream, error.description)
        }
    }
}
