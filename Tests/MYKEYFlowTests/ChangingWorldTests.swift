import HeraldJSON
import MYKEYLocalServers
import MYKEYServices
import MYKEYStubChain
import MYKEYWalletLib
import MYKEYWire
import TestSupport
import Testing

@Suite("MYKEY logins while the chain and the back end change")
struct ChangingWorldTests {
    @Test(
        "after a key is frozen, its next login is refused and its earlier login is no longer valid",
        arguments: [MYKEYChain.eos, .eth])
    func frozen(chain: MYKEYChain) async throws {
        try await FlowWorld.run(returning: .stockWallets) { world in
            let service = world.loginServer.service
            let request = WalletRequest.Login(loginUrl: world.loginServer.callbackURL)
            let dapp = FlowWorld.dapp(try world.wallet())
            _ = try await dapp.authorize(request, chain: chain, uuID: try await service.beginLogin().uuID)
            let first = try #require(world.logins.all.first)
            #expect(try await service.stands(first))

            let account = try #require(world.accounts.account(for: chain))
            let key = try #require(account.reservedKey)
            world.chain.set(account.account, ReservedKey(key.key, isFrozen: true))
            let outcomes = OutcomeLog()
            let second = try await service.beginLogin()
            await #expect(
                performing: {
                    try await FlowWorld.dapp(try world.wallet(), outcomes: outcomes).authorize(
                        request, chain: chain, uuID: second.uuID)
                }, throws: { ($0 as? MYKEYWalletError)?.source == .wallet })
            #expect(outcomes.all.first?.reply?.code == 1014)
            #expect(try await !service.stands(first))
            #expect(world.logins.all.count == 1)
        }
    }

    @Test("a wallet that can ask the chain reports a frozen account itself, and posts nothing")
    func walletKnows() async throws {
        try await FlowWorld.run { world in
            let account = try #require(world.accounts.eos)
            let key = try #require(account.reservedKey)
            world.chain.set(account.account, ReservedKey(key.key, isFrozen: true))
            let outcomes = OutcomeLog()
            let dapp = FlowWorld.dapp(try world.wallet(knowsChain: true), outcomes: outcomes)
            let login = try await world.loginServer.service.beginLogin()
            await #expect(
                performing: {
                    try await dapp.authorize(
                        WalletRequest.Login(loginUrl: world.loginServer.callbackURL), chain: .eos, uuID: login.uuID)
                }, throws: { ($0 as? MYKEYWalletError)?.code == .freezed })
            #expect(outcomes.all.map(\.postedBody) == [nil])
        }
    }

    @Test("a node that is down gives 1500 and no login, and when it is back the same login is accepted")
    func nodeDown() async throws {
        try await FlowWorld.run(returning: .stockWallets) { world in
            let login = try await world.loginServer.service.beginLogin()
            let body = try await world.interceptedBody(uuID: login.uuID)
            for trouble in [StubChain.Trouble.serverError, .notJSON, .redirect, .otherForm] {
                world.chain.setTrouble(trouble)
                #expect(try await world.post(body).code == 1500, "\(trouble)")
            }
            #expect(world.logins.all.isEmpty)
            world.chain.setTrouble(nil)
            #expect(try await world.post(body).code == 0)
            #expect(world.logins.all.count == 1)
        }
    }

    @Test("the same login posted many times at once logs in once, and all posts are answered with code 0")
    func manyPosts() async throws {
        try await FlowWorld.run(returning: .stockWallets) { world in
            let login = try await world.loginServer.service.beginLogin()
            let body = try await world.interceptedBody(uuID: login.uuID)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<12 { group.addTask { try await world.post(body).code } }
                for try await code in group { #expect(code == 0) }
            }
            #expect(world.logins.all.count == 1)
        }
    }

    @Test("a restarted back end refuses a login that it accepted before")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let user = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
        try await FlowWorld.run(store: try SQLiteReplayStore(path: folder.path("logins.sqlite")), requiresTag: false) {
            world in
            try await world.loginServer.service.bind(uuID: user)
            let body = try await world.interceptedBody(uuID: user, bound: user)
            #expect(try await world.post(body).code == 0)
            await world.loginServer.stop()
            let anew = try await FlowWorld.startLoginServer(
                node: world.node, store: try SQLiteReplayStore(path: folder.path("logins.sqlite")), requiresTag: false,
                logins: world.logins)
            let other = try changed(body) { $0["public_key"] = "EOS1" }
            let answers = [await anew.service.receive(body), await anew.service.receive(other)]
            #expect(answers.map(\.reply.code) == [0, 1012])
            #expect(world.logins.all.count == 1)
            await anew.stop()
        }
    }
}
