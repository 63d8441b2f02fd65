import HeraldJSON
import MYKEYLocalServers
import MYKEYServices
import MYKEYStubChain
import MYKEYWalletLib
import MYKEYWire
import Testing

@Suite("A MYKEY login, from the dapp to the dapp's server and back")
struct LoginFlowTests {
    @Test(
        "a dapp asks, the wallet posts to the server over HTTP, the chain has the key, and the dapp and the browser learn the account",
        arguments: [MYKEYChain.eos, .eth], RequestForm.allCases)
    func login(chain: MYKEYChain, form: RequestForm) async throws {
        try await FlowWorld.run { world in
            let login = try await world.loginServer.service.beginLogin()
            let dapp = FlowWorld.dapp(try world.wallet(knowsChain: true))
            let request = WalletRequest.Login(loginUrl: world.loginServer.callbackURL, loginMemo: "Come in")
            let code: ReturnCode?
            if form == .simpleWallet {
                // The base protocol brings the word "done" and the code: the server knows who it was.
                let error = await #expect(throws: MYKEYWalletError.self) {
                    try await dapp.authorize(request, chain: chain, uuID: login.uuID, form: form)
                }
                code = error?.returnCode
            } else {
                let hint = try await dapp.authorize(request, chain: chain, uuID: login.uuID, form: form)
                #expect(hint.chain == chain && hint.dappUserId == login.uuID && hint.origin == "mykey")
                code = hint.returnCode
            }
            #expect(code != nil)
            #expect(world.logins.all.isEmpty, "nobody is in before the code is")
            guard
                case .accepted(let accepted) = try await world.loginServer.service.status(of: login.session, code: code)
            else {
                Issue.record("the server did not let anybody in")
                return
            }
            #expect(accepted.account == world.accounts.account(for: chain)?.account)
            #expect(accepted.isTagged)
            #expect(
                accepted.caip10
                    == (chain == .eos
                        ? "antelope:aca376f206b8fc25a6ed44dbdc66547c:mykeydoctest"
                        : "eip155:1:\(FlowWorld.ethereumAddress)"))
            #expect(world.logins.all == [accepted])
            #expect(world.chain.questions.contains(chain == .eos ? "get_table_rows" : "eth_call"))
        }
    }

    @Test("in two-way binding a bound user logs in with the dapp's key, and with no other account than the first")
    func binding() async throws {
        try await FlowWorld.run(requiresTag: false) { world in
            let user = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
            try await world.loginServer.service.bind(uuID: user)
            let outcomes = OutcomeLog()
            let dapp = FlowWorld.dapp(try world.wallet(), bound: user, outcomes: outcomes)
            let request = WalletRequest.Login(loginUrl: world.loginServer.callbackURL)
            let hint = try await dapp.authorize(request, chain: .eos)
            #expect(hint.dappKey == FlowWorld.dappKey && hint.protocol == .mykey)
            await #expect(throws: MYKEYWalletError.self) { try await dapp.authorize(request, chain: .eth) }
            #expect(outcomes.all.map { $0.reply?.code } == [0, 1019])
            #expect(world.logins.all.map(\.dappKey) == [FlowWorld.dappKey])
            #expect(world.logins.all.map(\.account) == [world.accounts.eos?.account])
        }
    }

    @Test("two requests at the same moment, on two chains, each get their own answer and both log in")
    func concurrent() async throws {
        try await FlowWorld.run { world in
            let service = world.loginServer.service
            let (first, second) = (try await service.beginLogin(), try await service.beginLogin())
            let dapp = FlowWorld.dapp(try world.wallet())
            let request = WalletRequest.Login(loginUrl: world.loginServer.callbackURL)
            async let onEOS = dapp.authorize(request, chain: .eos, uuID: first.uuID)
            async let onEthereum = dapp.authorize(request, chain: .eth, uuID: second.uuID)
            let (eos, ethereum) = (try await onEOS, try await onEthereum)
            #expect(eos.account == "mykeydoctest" && eos.dappUserId == first.uuID)
            #expect(ethereum.account == FlowWorld.ethereumAddress && ethereum.dappUserId == second.uuID)
            guard case .accepted(let one) = try await service.status(of: first.session, code: eos.returnCode),
                case .accepted(let other) = try await service.status(of: second.session, code: ethereum.returnCode)
            else {
                Issue.record("one of the two browsers does not know its login")
                return
            }
            #expect(one.uuID == first.uuID && other.uuID == second.uuID)
            #expect(world.logins.all.count == 2)
        }
    }

    @Test("a user who declines is not logged in, and nothing is posted")
    func declined() async throws {
        try await FlowWorld.run { world in
            let login = try await world.loginServer.service.beginLogin()
            let outcomes = OutcomeLog()
            let dapp = FlowWorld.dapp(try world.wallet(says: .decline), outcomes: outcomes)
            await #expect(
                performing: {
                    try await dapp.authorize(
                        WalletRequest.Login(loginUrl: world.loginServer.callbackURL), chain: .eos, uuID: login.uuID)
                }, throws: { ($0 as? MYKEYWalletError)?.isCancelled == true })
            #expect(outcomes.all.map(\.postedBody) == [nil])
            guard case .pending = try await world.loginServer.service.status(of: login.session) else {
                Issue.record("the login is not pending any more")
                return
            }
        }
    }

    @Test("with a QR code, the phone posts, and the browser that showed the code learns of the login by its session")
    func scanned() async throws {
        try await FlowWorld.run { world in
            let login = try await world.loginServer.service.beginLogin()
            let wallet = try world.wallet()
            let page = FlowWorld.dapp(wallet)
            let code = try page.qrText(
                for: DappRequest(.login(.init(loginUrl: world.loginServer.callbackURL)), chain: .eos, uuID: login.uuID))
            let outcome = await wallet.answer(scanned: code)
            #expect(outcome.isSuccess && outcome.returnURL == nil, "\(outcome)")
            let typed = try ReturnCode(try #require(outcome.typedCode).groups.uppercased())
            guard
                case .accepted(let accepted) = try await world.loginServer.service.status(
                    of: login.session, code: typed)
            else {
                Issue.record("the browser does not learn of it")
                return
            }
            #expect(accepted.walletProtocol == .simpleWallet)
            // Within the same second the wallet posts the same bytes, which get their reply again; later ones are refused.
            let again = await wallet.answer(scanned: code)
            #expect([0, 1011].contains(again.reply?.code))
            #expect(world.logins.all.count == 1)
        }
    }

    @Test("a text is signed for the dapp's server, which checks it with the present key")
    func signing() async throws {
        try await FlowWorld.run { world in
            let poster = InterceptingTransport()
            let dapp = FlowWorld.dapp(try world.wallet(transport: poster))
            let text = "Harbour, berth 7: I agree to the rules of the house"
            _ = try? await dapp.sign(
                WalletRequest.Sign(message: text, signUrl: world.loginServer.callbackURL), chain: .eos)
            let account = try #require(world.accounts.eos)
            let key = try #require(account.reservedKey)
            let body = try #require(poster.bodies.first)
            #expect(throws: Never.self) {
                try SignVerifier.check(body, message: text, account: account.account, key: .known(key))
            }
            #expect(throws: CallbackRefusal.self) {
                try SignVerifier.check(body, message: text + ".", account: account.account, key: .known(key))
            }
            // To the login route it is no login.
            #expect(try await world.post(body).code == 1001)
        }
    }
}
