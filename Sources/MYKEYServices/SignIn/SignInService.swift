import HeraldKeys
import MYKEYWire

/// Sign-in with Ethereum (EIP-4361) and its like for EOS accounts: the text names the server, the account and a nonce that is good once
/// (MYKEY sheet 8.5 and 9.5). What a dapp should use instead of the old login wherever the wallet can.
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
    private let now: @Sendable () -> Int64
    private let random: @Sendable (Int) -> [UInt8]
    private let gate: CallbackGate

    /// How old a text may be, and how long a nonce is good, in seconds.
    public let seconds: Int64
    /// How far ahead of the server's clock a text may be issued, in seconds.
    static let maxSkew: Int64 = 30

    /// - Parameters:
    ///   - domain: what the text must name, exactly.
    ///   - chains: on which chains an account may be.
    ///   - keys: knows the reserved keys of MYKEY accounts, whose addresses are contracts; `nil` for plain Ethereum addresses alone.
    ///   - store: keeps the nonces.
    ///   - seconds: how old a text may be, and how long a nonce is good.
    ///   - limits: how many challenges may be open, as ``CallbackLimits/pendingLogins`` and ``CallbackLimits/pendingLoginsPerAddress``.
    ///   - now: seconds since 1970.
    ///   - random: that many bytes nobody can guess.
    public init(
        domain: String, chains: ChainIdentities = .mainNets, keys: (any ReservedKeySource)?, store: any ReplayStore, seconds: Int64 = 300,
        limits: CallbackLimits = CallbackLimits(), now: @escaping @Sendable () -> Int64 = SystemSource.now, random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random
    ) {
        self.domain = domain
        self.chains = chains
        self.keys = keys
        self.store = store
        self.seconds = max(0, seconds)
        self.now = now
        self.random = random
        gate = CallbackGate(limits)
    }

    /// Hands out a nonce.
    /// - Parameter caller: the address of whoever asked; `nil` when it is not known.
    /// - Throws: ``MYKEYServicesError``; code `tooMany` while too many challenges are open.
    public func challenge(from caller: String? = nil) async throws(MYKEYServicesError) -> SignInChallenge {
        let time = now()
        let challenge = SignInChallenge(
            nonce: Hex.encode(random(16)), session: LoginSession(random: random(16)), domain: domain,
            until: time.addingReportingOverflow(seconds).partialValue)
        try gate.begin(uuID: challenge.nonce, caller: caller, until: challenge.until, now: time)
        do {
            try await store.keep(nonce: challenge.nonce, for: challenge.session, until: challenge.until, now: time)
        } catch {
            gate.end(uuID: challenge.nonce)
            throw error
        }
        return challenge
    }

    /// The text for an account to sign.
    /// - Parameters:
    ///   - account: who signs in.
    ///   - challenge: whose nonce goes in.
    ///   - statement: one line for the person.
    ///   - uri: what the sign-in is for; `nil` for `https://` and the domain.
    /// - Throws: `MYKEYError` for a statement or URI that has no place in the form.
    public func message(
        for account: LoginAccount, _ challenge: SignInChallenge, statement: String? = nil, uri: String? = nil
    ) throws(MYKEYError) -> SignInMessage {
        try SignInMessage(
            domain: domain, account: AccountText(account.text), statement: statement, uri: uri ?? "https://\(domain)",
            chain: chains.signInChain(of: account), nonce: challenge.nonce, issuedAt: SignInTime(unixSeconds: now()),
            expirationTime: SignInTime(unixSeconds: challenge.until))
    }

    /// Checks a signed text and spends its nonce.
    ///
    /// The nonce is spent before a node is asked, so that one nonce buys one look-up; after `upstream` a new challenge is needed.
    /// - Parameters:
    ///   - text: exactly what was signed.
    ///   - signature: `0x` and 130 digits over the text as a personal message, or `SIG_K1_…` for an EOS account. A reserved key on Ethereum
    ///     may also have signed the Keccak-256 hash of the text as the personal message, which is what MYKEY's `sign` does (MYKEY sheet
    ///     13, Q1); ask such a wallet with the text of the `SignInMessage` as `0x` and hexadecimal digits.
    ///   - session: of the challenge whose nonce is in the text.
    /// - Throws: ``SignInFailure``.
    public func signIn(_ text: String, signature: String, session: LoginSession) async throws(SignInFailure) -> SignedIn {
        let time = now()
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
        if !isPlain { try await checkReservedKey(message, text, account, signature) }
        return SignedIn(account: account, caip10: account.caip10(chains), isByReservedKey: !isPlain, acceptedAt: time)
    }

    /// Its own nonce stands in the context: that it is one of ours is for the store to say.
    private func checkContext(_ message: SignInMessage, _ account: LoginAccount, _ time: Int64) throws(SignInFailure) {
        let context = SignInContext(
            domain: domain, nonce: message.nonce, now: SignInTime(unixSeconds: time), chain: chains.signInChain(of: account))
        if let refusal = message.refusal(in: context) { throw SignInFailure(.context, refusal.description) }
        let age = time.subtractingReportingOverflow(message.issuedAt.seconds).partialValue
        guard (-Self.maxSkew...seconds).contains(age) else {
            throw SignInFailure(.context, "the message was issued outside the window")
        }
    }

    /// Whether the key behind the Ethereum address itself signed, which no contract can have.
    /// - Throws: ``SignInFailure`` `signature` when that was the only way.
    private func isByAddress(_ message: SignInMessage, _ account: LoginAccount, _ signature: String) throws(SignInFailure) -> Bool {
        guard case .ethereum(let address) = account else {
            guard keys != nil else { throw SignInFailure(.noKey, "nobody is asked for keys of EOS accounts") }
            return false
        }
        let reason = LoginSignature.refusal(signature, digest: message.signedDigest, by: .ethereum(address))
        if let reason, keys == nil { throw SignInFailure(.signature, reason) }
        return reason == nil
    }

    private func spend(_ nonce: String, _ session: LoginSession, _ time: Int64) async throws(SignInFailure) {
        let isSpent: Bool
        do {
            isSpent = try await store.spend(nonce: nonce, for: session, now: time)
        } catch {
            throw SignInFailure(.upstream, "\(error)")
        }
        guard isSpent else { throw SignInFailure(.nonce, "it was not handed out to this session, is too old or has been used") }
        gate.end(uuID: nonce)
    }

    private func checkReservedKey(
        _ message: SignInMessage, _ text: String, _ account: LoginAccount, _ signature: String
    ) async throws(SignInFailure) {
        let found: ReservedKey?
        do {
            found = try await keys?.reservedKey(of: account)
        } catch {
            throw SignInFailure(.upstream, "\(error)")
        }
        guard let found else { throw SignInFailure(.noKey, "the account has no reserved key") }
        guard !found.isFrozen else { throw SignInFailure(.frozen, "the reserved key is frozen") }
        guard let reason = LoginSignature.refusal(signature, digest: message.signedDigest, by: found.key) else { return }
        guard case .ethereum = account, LoginSignature.refusal(signature, digest: Self.walletDigest(of: text), by: found.key) == nil else {
            throw SignInFailure(.signature, reason)
        }
    }

    /// What a MYKEY wallet signs of a text on Ethereum when it is asked by `sign`: as for a login, the hash is the personal message.
    private static func walletDigest(of text: String) -> [UInt8] { PersonalMessage.digest(Keccak256.hash(Array(text.utf8))) }
}
