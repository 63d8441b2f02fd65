import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("The callback service")
struct CallbackServiceTests {
    private let cast: LoginCast
    private let store: SQLiteReplayStore

    init() throws {
        cast = try LoginCast()
        store = try SQLiteReplayStore.inMemory()
    }

    @Test("a browser's login changes from pending to accepted, and only its session learns that")
    func login() async throws {
        let service = try cast.service(store: store)
        let pending = try await service.beginLogin()
        let other = try await service.beginLogin()
        #expect(try await service.status(of: pending.session) == .pending(until: cast.clock.now + .seconds(600)))
        let answer = await service.receive(try cast.body(uuID: pending.uuID))
        let login = try #require(answer.login)
        #expect(answer.reply.isSuccess && answer.reply.message == "ok")
        #expect(try await service.status(of: pending.session) == .accepted(login))
        #expect(try await service.status(of: other.session) == .pending(until: cast.clock.now + .seconds(600)))
        #expect(login.account == cast.eos && !login.isTagged)
        cast.clock.advance(by: .seconds(601))
        #expect(try await service.status(of: pending.session) == .unknown)
        #expect(try await service.status(of: other.session) == .unknown)
    }

    @Test("uuIDs and sessions are random, and a session does not print itself")
    func random() async throws {
        let service = try cast.service(store: store)
        var seen: Set<String> = []
        for _ in 0..<20 {
            let login = try await service.beginLogin()
            #expect(login.uuID.count == 36 && login.uuID == login.uuID.lowercased() && login.nonce.count == 32)
            #expect(seen.insert(login.uuID).inserted && seen.insert(login.session.exposedText).inserted)
            #expect(!"\(login)".contains(login.session.exposedText))
        }
    }

    @Test("many simultaneous posts of one body log in once, and all get its reply")
    func concurrentSameBody() async throws {
        let tally = Tally()
        let service = try cast.service(store: store) { _ in tally.add() }
        let body = try cast.body(uuID: try await service.beginLogin().uuID)
        let answers = await withTaskGroup(of: CallbackAnswer.self) { group in
            for _ in 0..<50 { group.addTask { await service.receive(body) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.login != nil } == 1)
        #expect(answers.count { $0.isRepeated } == 49)
        #expect(answers.allSatisfy { $0.reply == CallbackReply(code: 0, message: "ok") })
        #expect(tally.count == 1)
    }

    @Test("one of many simultaneous bodies with one signed string logs in, and the others are refused")
    func concurrentOtherBodies() async throws {
        let tally = Tally()
        var limits = CallbackLimits()
        limits.lookupsPerLogin = 100
        let service = try cast.service(store: store, limits: limits) { _ in tally.add() }
        try await service.bind(uuID: "user-1")
        let members = try cast.bound()
        let bodies = (0..<30).map { place -> [UInt8] in
            var members = members
            members["extra"] = .int(Int64(place))
            return members.serialized()
        }
        let answers = await withTaskGroup(of: CallbackAnswer.self) { group in
            for body in bodies { group.addTask { await service.receive(body) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.login != nil } == 1)
        #expect(answers.count { $0.refusal?.check == .replayed } == 29)
        #expect(tally.count == 1)
    }

    @Test("the same body gets the stored reply within the window, and is refused after it")
    func repeatedBody() async throws {
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: store)
        let body = try cast.body(uuID: try await service.beginLogin(lifetime: .seconds(3_600)).uuID)
        let first = await service.receive(body)
        #expect(first.login != nil)
        keys.setDown(true)
        cast.clock.advance(by: .seconds(300))
        let again = await service.receive(body)
        #expect(again.isRepeated && again.reply == first.reply, "no node is asked for it")
        cast.clock.advance(by: .seconds(1))
        #expect(await service.receive(body).refusal?.check == .stale)
    }

    @Test("a refusal is not stored, and the same body is decided anew")
    func refusedBody() async throws {
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: store)
        let body = try cast.body(uuID: try await service.beginLogin().uuID)
        keys.setDown(true)
        let down = await service.receive(body)
        #expect(down.refusal?.check == .upstream && down.reply.code == 1500 && down.login == nil)
        keys.setDown(false)
        #expect(await service.receive(body).login != nil)
    }

    @Test("a store that is down gives 1500 and no login")
    func storeDown() async throws {
        let tally = Tally()
        let service = try cast.service(store: store) { _ in tally.add() }
        let body = try cast.body(uuID: try await service.beginLogin().uuID)
        store.close()
        #expect(await service.receive(body).reply.code == 1500)
        #expect(tally.count == 0)
    }

    @Test(
        "freezing a key stops the next login, at once without a cache and within a minute with one")
    func frozenBetween() async throws {
        let keys = try cast.keys
        let cached = CachingKeySource(keys, lifetime: .seconds(60), now: cast.clock.read)
        let direct = try cast.service(keys: keys, store: store)
        let service = try cast.service(keys: cached, store: store)
        try await service.bind(uuID: "user-1")
        #expect(await service.receive(try cast.bound().serialized()).login != nil)
        keys.set(cast.eos, ReservedKey(try cast.eosReserved.key, isFrozen: true))
        cast.clock.advance(by: .seconds(1))
        #expect(await direct.receive(try cast.bound().serialized()).refusal?.check == .frozen)
        cast.clock.advance(by: .seconds(59))
        #expect(await service.receive(try cast.bound().serialized()).refusal?.check == .frozen)
    }

    @Test("a key that was replaced no longer logs in")
    func replacedKey() async throws {
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: store)
        try await service.bind(uuID: "user-1")
        #expect(await service.receive(try cast.bound().serialized()).login != nil)
        keys.set(cast.eos, ReservedKey(.eos(EOSPublicKey(Secp256k1PrivateKey().publicKey)), isFrozen: false))
        cast.clock.advance(by: .seconds(1))
        #expect(await service.receive(try cast.bound().serialized()).refusal?.check == .signature)
    }

    @Test("a pending login accepts one answer in any protocol, and a binding accepts many")
    func oneAnswer() async throws {
        let service = try cast.service(store: store, rules: CallbackRules(dappKeys: ["KEY"]))
        for name in ["MYKEYSimple", "MYKEY", "SimpleWallet"] {
            let uuID = try await service.beginLogin().uuID
            let body = { try cast.body(uuID: uuID, protocol: name) { $0["dapp_key"] = "KEY" } }
            #expect(await service.receive(try body()).login != nil)
            cast.clock.advance(by: .seconds(1))
            #expect(await service.receive(try body()).refusal?.check == .usedUUID, "\(name)")
        }
        try await service.bind(uuID: "user-1")
        for _ in 0..<3 {
            cast.clock.advance(by: .seconds(1))
            #expect(await service.receive(try cast.bound().serialized()).login != nil)
        }
        try await service.unbind(uuID: "user-1")
        cast.clock.advance(by: .seconds(1))
        #expect(await service.receive(try cast.bound().serialized()).refusal?.check == .uuid)
    }

    @Test("a login from another dapp, or with a guessed uuID, is refused without asking a node")
    func relayed() async throws {
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: store)
        _ = try await service.beginLogin()
        for uuID in ["31128043-36ae-4d2a-a78c-76dab7ab95f8", "device-id", "user-1"] {
            #expect(await service.receive(try cast.body(uuID: uuID)).refusal?.check == .uuid)
        }
        #expect(keys.asked == 0)
    }

    @Test("the contract of an Ethereum account must also accept the signature")
    func contracts() async throws {
        let transport = ScriptedTransport()
        let node = EthereumNode(try ChainNodeAddress("http://node.test"), transport: transport)
        let service = try cast.service(store: store, contracts: ContractSignatures(node: node))
        try await service.bind(uuID: "user-1")
        transport.answer = #"{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted","data":"0x"}}"#
        #expect(await service.receive(try cast.bound(cast.ethereum).serialized()).refusal?.check == .signature)
        transport.answer = #"{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too many requests"}}"#
        #expect(await service.receive(try cast.bound(cast.ethereum).serialized()).refusal?.check == .upstream)
        transport.answer =
            #"{"jsonrpc":"2.0","id":1,"result":"0x1626ba7e00000000000000000000000000000000000000000000000000000000"}"#
        #expect(await service.receive(try cast.bound(cast.ethereum).serialized()).login != nil)
        try await service.bind(uuID: "user-2")
        #expect(
            await service.receive(try cast.bound(uuID: "user-2").serialized()).login != nil,
            "EOS accounts have no contract to ask")
    }

    @Test("a cancelled caller does not stop a login halfway")
    func cancelled() async throws {
        let service = try cast.service(store: store)
        let pending = try await service.beginLogin()
        let body = try cast.body(uuID: pending.uuID)
        let task = Task { await service.receive(body) }
        task.cancel()
        #expect(await task.value.login != nil)
    }
}
