import HeraldKeys
import MYKEYWire

/// Sign-in with Ethereum (EIP-4361) and its equivalent for EOS accounts. The signed text names the server, the account and a nonce that is valid
/// once (MYKEY sheet 8.5 and 9.5). Use it instead of the old login wherever the wallet supports it.
///
/// ```swift
/// let challenge = try await service.challenge()                      // nonce into the text, session to the browser
/// let text = try service.message(for: account, challenge).text       // or made by the dapp's own page
/// let who = try await service.signIn(text, signature: signature, session: challenge.session)
/// ```
public struct SignInService: Sendable {
    /// The server's own domain, such as `dapp.example` or `127.0.0.1:8080`.
    public let domain: String
    private let chains: ChainIdentities
    private let keys: (any ReservedKeySource)?
    private let store: any ReplayStore
    private let now: @Sendable () -> UnixTime
    private let random: @Sendable (Int) -> [UInt8]
    private let gate: CallbackGate

    /// The largest age of a text, and the lifetime of a nonce, in whole seconds.
    public let lifetime: Duration
    /// The longest time by which the time of issue in a text may be ahead of the server's clock.
    static let maxSkew: Duration = .seconds(30)
    private static let tooMany = "too many challenges and sign-ins from this address"

    /// Creates a service.
    /// - Parameters:
    ///   - domain: the domain that the text must name exactly.
    ///   - chains: the chains of the accounts. Defaults to the main networks.
    ///   - keys: looks up the reserved keys of MYKEY accounts, whose addresses are contracts. If it is `nil`, only
    ///     Ethereum addresses with a key of their own can sign in.
    ///   - store: stores the nonces.
    ///   - lifetime: the largest age of a text and the lifetime of a nonce, in whole seconds. Defaults to 300 s.
    ///   - limits: limits the number of open challenges by ``CallbackLimits/pendingLogins`` and
    ///     ``CallbackLimits/pendingLoginsPerAddress``, the rate of challenges and sign-ins by
    ///     ``CallbackLimits/postsPerAddress`` and ``CallbackLimits/postsPerSecond``, and the look-ups at the chain by
    ///     ``CallbackLimits/lookupsPerAddress`` and ``CallbackLimits/lookupsAtOnce``.
    ///   - now: returns the current time.
    ///   - random: returns the given number of unpredictable bytes.
    public init(
        domain: String, chains: ChainIdentities = .mainNets, keys: (any ReservedKeySource)?, store: any ReplayStore,
        lifetime: Duration = .seconds(300),
        limits: CallbackLimits = CallbackLimits(), now: @escaping @Sendable () -> UnixTime = SystemSource.now,
        random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random
    ) {
        self.domain = domain
        self.chains = chains
        self.keys = keys
        self.store = store
        self.lifetime = max(.zero, lifetime)
        self.now = now
        self.random = random
        gate = CallbackGate(limits)
    }

    /// Creates a challenge with a nonce, and stores the nonce.
    /// - Parameter caller: the address of the client, or `nil` when it is unknown.
    /// - Throws: ``MYKEYServicesError``, with code `tooMany` when too many challenges are open or the address asks too often.
    public func challenge(from caller: String? = nil) async throws(MYKEYServicesError) -> SignInChallenge {
        let time = now()
        guard gate.takePost(from: caller, now: time) else {
            throw MYKEYServicesError(.tooMany, field: "challenge", reason: Self.tooMany)
        }
        let challenge = SignInChallenge(
            nonce: Hex.encode(random(16)), session: LoginSession(random: random(16)), domain: domain,
            until: time + lifetime)
        try gate.begin(uuID: challenge.nonce, caller: caller, until: challenge.until, now: time)
        do {
            try await store.keep(nonce: challenge.nonce, for: challenge.session, until: challenge.until, now: time)
        } catch {
            gate.end(uuID: challenge.nonce)
            throw error
        }
        return challenge
    }

    /// Creates the message for an account to sign.
    /// - Parameters:
    ///   - account: the account that signs in.
    ///   - challenge: the challenge with the nonce.
    ///   - statement: one line for the user.
    ///   - uri: the URI that the sign-in is for. Defaults to `https://` and the domain.
    /// - Throws: `MYKEYError` when the statement or URI is invalid.
    public func message(
        for account: LoginAccount, _ challenge: SignInChallenge, statement: String? = nil, uri: String? = nil
    ) throws(MYKEYError) -> SignInMessage {
        try SignInMessage(
            domain: domain, account: AccountText(account.text), statement: statement, uri: uri ?? "https://\(domain)",
            chain: chains.signInChain(of: account), nonce: challenge.nonce, issuedAt: SignInTime(now()),
            expirationTime: SignInTime(challenge.until))
    }

    /// Verifies a signed text, and uses its nonce up.
    ///
    /// The nonce is used up before a node is asked, so that one nonce causes only one look-up. After the failures `tooMany` and
    /// `upstream`, the client therefore needs a new challenge.
    /// - Parameters:
    ///   - text: exactly the signed text.
    ///   - signature: `0x` and 130 hexadecimal digits over the text as a personal message, or `SIG_K1_…` for an EOS account. A reserved key on
    ///     Ethereum may instead have signed the Keccak-256 hash of the text as the personal message, as MYKEY's `sign` does (MYKEY sheet
    ///     13, Q1). Pass the `SignInMessage` to such a wallet as `0x` and the hexadecimal digits of its text.
    ///   - session: the session of the challenge whose nonce is in the text.
    ///   - caller: the client's address, for ``CallbackLimits/lookupsPerAddress`` and ``CallbackLimits/postsPerAddress``. `nil` when it
    ///     is unknown.
    /// - Throws: ``SignInFailure``.
    public func signIn(
        _ text: String, signature: String, session: LoginSession, from caller: String? = nil
    ) async throws(SignInFailure) -> SignedIn {
        let time = now()
        guard gate.takePost(from: caller, now: time) else { throw SignInFailure(.tooMany, Self.tooMany) }
        let message: SignInMessage
        do {
            message = try SignInMessage(text: text)
        } catch {
            throw SignInFailure(.message, "\(error)")
        }
        let account = LoginAccount(message.account)
        try checkContext(message, account, time)
        let isPlain = try isByAddress(message, account, signature)
        try await spend(message.nonce, session, time)
        if !isPlain { try await checkReservedKey(message, text, account, signature, caller, time) }
        return SignedIn(account: account, caip10: account.caip10(chains), isByReservedKey: !isPlain, acceptedAt: time)
    }

    /// Checks the domain, the chain and the time. The nonce is not checked here, because the store checks it later.
    private func checkContext(_ message: SignInMessage, _ account: LoginAccount, _ time: UnixTime) throws(SignInFailure)
    {
        let context = SignInContext(
            domain: domain, nonce: message.nonce, now: SignInTime(time),
            chain: chains.signInChain(of: account))
        if let refusal = message.refusal(in: context) { throw SignInFailure(.context, refusal.description) }
        let age = time - message.issuedAt.time
        guard age >= .zero - Self.maxSkew, age <= lifetime else {
            throw SignInFailure(.context, "the message was issued outside the window")
        }
    }

    /// True if the message was signed with the key from which the Ethereum address is derived. The address of a contract has no such key.
    /// - Throws: ``SignInFailure`` `signature` when no other key could have signed, so that the chain is not asked in vain.
    private func isByAddress(_ message: SignInMessage, _ account: LoginAccount, _ signature: String)
        throws(SignInFailure) -> Bool
    {
        if keys == nil, case .eos = account {
            throw SignInFailure(.noKey, "nobody is asked for keys of EOS accounts")
        }
        let signer: ReservedKey.Key
        do {
            signer = try CheapChecks.signer(signature, of: account, digest: message.signedDigest)
        } catch {
            throw SignInFailure(.signature, "\(error)")
        }
        guard case .ethereum(let address) = account else { return false }
        let isPlain = signer == .ethereum(address)
        guard isPlain || keys != nil else {
            throw SignInFailure(.signature, "it was not made by the key of this address over this text")
        }
        return isPlain
    }

    private func spend(_ nonce: String, _ session: LoginSession, _ time: UnixTime) async throws(SignInFailure) {
        let isSpent: Bool
        do {
            isSpent = try await store.spend(nonce: nonce, for: session, now: time)
        } catch {
            throw SignInFailure(.upstream, "\(error)")
        }
        guard isSpent else {
            throw SignInFailure(.nonce, "it was not handed out to this session, is too old or has been used")
        }
        gate.end(uuID: nonce)
    }

    private func checkReservedKey(
        _ message: SignInMessage, _ text: String, _ account: LoginAccount, _ signature: String, _ caller: String?,
        _ time: UnixTime
    ) async throws(SignInFailure) {
        if let reason = gate.beginLookup(uuID: message.nonce, caller: caller, now: time) {
            throw SignInFailure(.tooMany, reason)
        }
        defer { gate.endLookup() }
        let found: ReservedKey?
        do {
            found = try await keys?.reservedKey(of: account)
        } catch {
            throw SignInFailure(.upstream, "\(error)")
        }
        guard let found else { throw SignInFailure(.noKey, "the account has no reserved key") }
        guard !found.isFrozen else { throw SignInFailure(.frozen, "the reserved key is frozen") }
        guard let reason = LoginSignature.refusal(signature, digest: message.signedDigest, by: found.key) else {
            return
        }
        guard case .ethereum = account,
            LoginSignature.refusal(signature, digest: Self.walletDigest(of: text), by: found.key) == nil
        else {
            throw SignInFailure(.signature, reason)
        }
    }

    /// Returns the digest that a MYKEY wallet signs for a `sign` request on Ethereum. As in a login, the hash of the text is the personal
    /// message.
    private static func walletDigest(of text: String) -> [UInt8] {
        PersonalMessage.digest(Keccak256.hash(Array(text.utf8)))
    }
}
