import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("Sign-in with a text that names the server")
struct SignInServiceTests {
    private let cast: LoginCast
    private let store: SQLiteReplayStore
    private let keys: TestKeys
    private let service: SignInService

    init() throws {
        cast = try LoginCast()
        store = try SQLiteReplayStore.inMemory()
        keys = try cast.keys
        service = SignInService(domain: "dapp.example", keys: keys, store: store, now: cast.clock.read)
    }

    private func sign(_ message: SignInMessage, _ account: LoginAccount) throws -> String {
        switch account {
        case .eos: try cast.eosKey.sign(message.text).text
        case .ethereum: try PersonalMessage.sign(message.text, with: cast.ethereumKey).text()
        }
    }

    private func check(
        _ failure: SignInFailure.Check, _ message: SignInMessage, _ signature: String, _ session: LoginSession,
        _ service: SignInService? = nil
    ) async {
        let service = service ?? self.service
        let error = await #expect(throws: SignInFailure.self) {
            try await service.signIn(message.text, signature: signature, session: session)
        }
        #expect(error?.check == failure, "\(String(describing: error))")
    }

    @Test("attack 30: an address has at most 50 open challenges, and using one frees a place")
    func openChallenges() async throws {
        let first = try await service.challenge(from: "192.0.2.1")
        for _ in 0..<49 { _ = try await service.challenge(from: "192.0.2.1") }
        await #expect(
            performing: { try await service.challenge(from: "192.0.2.1") },
            throws: { ($0 as? MYKEYServicesError)?.code == .tooMany })
        _ = try await service.challenge(from: "192.0.2.2")
        let message = try service.message(for: cast.eos, first)
        let other = try await service.challenge()
        await check(.nonce, message, try sign(message, cast.eos), other.session)
        await #expect(
            performing: { try await service.challenge(from: "192.0.2.1") },
            throws: { ($0 as? MYKEYServicesError)?.code == .tooMany })
        _ = try await service.signIn(message.text, signature: try sign(message, cast.eos), session: first.session)
        _ = try await service.challenge(from: "192.0.2.1")
    }

    @Test(
        "attack 30: the challenges and sign-ins of an address have a rate, and those of other addresses do not count for it"
    )
    func rate() async throws {
        var limits = CallbackLimits()
        limits.postsPerAddress = 4
        limits.postsPerSecond = 2
        let service = SignInService(
            domain: "dapp.example", keys: keys, store: store, limits: limits, now: cast.clock.read)
        func attempt(from caller: String) async throws {
            let challenge = try await service.challenge(from: caller)
            let message = try service.message(for: cast.eos, challenge)
            _ = try await service.signIn(
                message.text, signature: sign(message, cast.eos), session: challenge.session, from: caller)
        }
        for _ in 0..<2 { try await attempt(from: "192.0.2.1") }
        await #expect(
            performing: { try await service.challenge(from: "192.0.2.1") },
            throws: { ($0 as? MYKEYServicesError)?.code == .tooMany })
        let challenge = try await service.challenge()
        let message = try service.message(for: cast.eos, challenge)
        let signature = try sign(message, cast.eos)
        let error = await #expect(throws: SignInFailure.self) {
            try await service.signIn(
                message.text, signature: signature, session: challenge.session, from: "192.0.2.1")
        }
        #expect(error?.check == .tooMany)
        try await attempt(from: "192.0.2.2")
        cast.clock.advance(by: .seconds(1))
        _ = try await service.signIn(
            message.text, signature: signature, session: challenge.session, from: "192.0.2.1")
        try await attempt(from: "192.0.2.2")
    }

    @Test("a MYKEY account signs in once with its reserved key, on both chains")
    func reserved() async throws {
        for account in [cast.eos, cast.ethereum] {
            let challenge = try await service.challenge()
            let message = try service.message(for: account, challenge, statement: "Log in to the shop.")
            #expect(message.text.hasPrefix("dapp.example wants you to sign in with your "))
            let signature = try sign(message, account)
            let who = try await service.signIn(message.text, signature: signature, session: challenge.session)
            #expect(who.account == account && who.isByReservedKey)
            #expect(who.caip10 == account.caip10())
            await check(.nonce, message, signature, challenge.session)
        }
    }

    @Test("a plain Ethereum address signs in with its own key, without a call to a node")
    func plain() async throws {
        let key = Secp256k1PrivateKey()
        let challenge = try await service.challenge()
        let message = try service.message(for: .ethereum(key.publicKey.ethereumAddress), challenge)
        keys.setDown(true)
        let signature = try PersonalMessage.sign(message.text, with: key).text()
        let who = try await service.signIn(message.text, signature: signature, session: challenge.session)
        #expect(!who.isByReservedKey && keys.asked == 0)
    }

    @Test("only one of many simultaneous sign-ins with one nonce succeeds")
    func concurrent() async throws {
        let challenge = try await service.challenge()
        let message = try service.message(for: cast.eos, challenge)
        let signature = try sign(message, cast.eos)
        let service = service
        let successes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    (try? await service.signIn(message.text, signature: signature, session: challenge.session)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
    }

    @Test("a text for another domain, chain or time is refused and does not use up the nonce")
    func context() async throws {
        let challenge = try await service.challenge()
        let now = cast.clock.now
        func text(domain: String = "dapp.example", chain: SignInChain? = nil, issued: Int64 = 0, until: Int64? = nil)
            throws -> SignInMessage
        {
            try SignInMessage(
                domain: domain, account: AccountText(cast.eos.text), uri: "https://dapp.example",
                chain: chain ?? .eosMainNet,
                nonce: challenge.nonce, issuedAt: SignInTime(now + .seconds(issued)),
                expirationTime: until.map { SignInTime(now + .seconds($0)) })
        }
        let wrong = [
            try text(domain: "evil.example"), try text(domain: "dapp.example:444"), try text(issued: -301),
            try text(issued: 31),
            try text(chain: .eos(String(repeating: "0", count: 32))), try text(until: 0),
        ]
        for message in wrong { await check(.context, message, try sign(message, cast.eos), challenge.session) }
        let message = try text()
        #expect(
            try await service.signIn(message.text, signature: sign(message, cast.eos), session: challenge.session)
                .account == cast.eos)
    }

    @Test("a nonce is bound to the session that requested it, and expires")
    func nonces() async throws {
        let challenge = try await service.challenge()
        let other = try await service.challenge()
        let message = try service.message(for: cast.eos, challenge)
        let signature = try sign(message, cast.eos)
        await check(.nonce, message, signature, other.session)
        let invented = try SignInMessage(
            domain: "dapp.example", account: AccountText(cast.eos.text), uri: "https://dapp.example",
            chain: .eosMainNet,
            nonce: "inventedNonce1", issuedAt: SignInTime(cast.clock.now))
        await check(.nonce, invented, try sign(invented, cast.eos), challenge.session)
        cast.clock.advance(by: .seconds(301))
        let late = try SignInMessage(
            domain: "dapp.example", account: AccountText(cast.eos.text), uri: "https://dapp.example",
            chain: .eosMainNet,
            nonce: challenge.nonce, issuedAt: SignInTime(cast.clock.now))
        await check(.nonce, late, try sign(late, cast.eos), challenge.session)
    }

    @Test("a missing key, a frozen key, another account's key and an unreachable node have different errors")
    func keyTrouble() async throws {
        func attempt(_ failure: SignInFailure.Check, _ change: () throws -> Void) async throws {
            let challenge = try await service.challenge()
            let message = try service.message(for: cast.eos, challenge)
            try change()
            await check(failure, message, try sign(message, cast.eos), challenge.session)
        }
        try await attempt(.frozen) { keys.set(cast.eos, ReservedKey(try cast.eosReserved.key, isFrozen: true)) }
        try await attempt(.signature) {
            keys.set(cast.eos, ReservedKey(.eos(EOSPublicKey(Secp256k1PrivateKey().publicKey)), isFrozen: false))
        }
        try await attempt(.noKey) { keys.set(cast.eos, nil) }
        try await attempt(.upstream) { keys.setDown(true) }
    }

    @Test("attack 30: sign-ins of one address cause a limited number of look-ups, and others still sign in")
    func lookups() async throws {
        var limits = CallbackLimits()
        limits.lookupsPerAddress = 3
        let service = SignInService(
            domain: "dapp.example", keys: keys, store: store, limits: limits, now: cast.clock.read)
        let stranger = EOSPrivateKey(Secp256k1PrivateKey())
        func attempt(from caller: String?, key: EOSPrivateKey) async throws -> SignInFailure.Check? {
            let challenge = try await service.challenge()
            let message = try service.message(for: cast.eos, challenge)
            let signature = try key.sign(message.text).text
            do {
                _ = try await service.signIn(
                    message.text, signature: signature, session: challenge.session, from: caller)
                return nil
            } catch {
                return error.check
            }
        }
        var checks: [SignInFailure.Check?] = []
        for _ in 0..<5 { checks.append(try await attempt(from: "192.0.2.1", key: stranger)) }
        #expect(checks == [.signature, .signature, .signature, .tooMany, .tooMany] && keys.asked == 3)
        #expect(try await attempt(from: "192.0.2.2", key: cast.eosKey) == nil)
        #expect(try await attempt(from: nil, key: cast.eosKey) == nil)
        cast.clock.advance(by: .seconds(1))
        #expect(try await attempt(from: "192.0.2.1", key: cast.eosKey) == nil)
    }

    @Test("attack 30: a sign-in that no key signed costs no look-up, and does not use up the nonce")
    func noSigner() async throws {
        for account in [cast.eos, cast.ethereum] {
            let challenge = try await service.challenge()
            let message = try service.message(for: account, challenge)
            for nonsense in ["", "SIG_K1_nonsense", "0x" + String(repeating: "0", count: 130)] {
                await check(.signature, message, nonsense, challenge.session)
            }
            let other = account == cast.eos ? cast.ethereum : cast.eos
            await check(.signature, message, try sign(message, other), challenge.session)
            #expect(keys.asked == 0)
            _ = try await service.signIn(
                message.text, signature: sign(message, account), session: challenge.session)
            keys.resetAsked()
        }
    }

    @Test("without a source of keys only plain addresses can sign in")
    func withoutKeys() async throws {
        let plain = SignInService(domain: "dapp.example", keys: nil, store: store, now: cast.clock.read)
        let challenge = try await plain.challenge()
        let message = try plain.message(for: cast.ethereum, challenge)
        await check(.signature, message, try sign(message, cast.ethereum), challenge.session, plain)
        let eos = try plain.message(for: cast.eos, challenge)
        await check(.noKey, eos, try sign(eos, cast.eos), challenge.session, plain)
        let error = await #expect(throws: SignInFailure.self) {
            try await plain.signIn("hello", signature: "0x", session: challenge.session)
        }
        #expect(error?.check == .message)
    }
}
