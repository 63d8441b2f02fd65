import Foundation
import MYKEYWire
import TestSupport
import Testing

@testable import MYKEYServices

@Suite("Bindings of the answering wallet (MYKEY sheet 2.6, 13 Q4)")
struct BindingTests {
    static let wanted = Binding(appKey: "key", uuID: WalletFixture.uuID, chain: "EOS", account: "mykeydoctest")
    static let otherUser = Binding(appKey: "key", uuID: "another", chain: "EOS", account: "mykeydoctest")
    static let otherAccount = Binding(
        appKey: "key", uuID: WalletFixture.uuID.uppercased(), chain: "EOS", account: "somebody")

    @Test(
        "the table of bindings decides each action",
        arguments: [
            (WalletAction.login, [Binding](), nil as MYKEYResultCode?), (.login, [wanted], nil),
            (.login, [otherAccount], .dappBounded),
            (.login, [otherUser], .MYKEYBounded), (.login, [otherUser, otherAccount], .boundInfoMismatch),
            (.sign, [], .unbound),
            (.sign, [wanted], nil), (.transfer, [otherAccount], .dappBounded),
            (.transaction, [otherUser], .boundInfoMismatch),
            (.sign, [otherUser, otherAccount], .boundInfoMismatch),
        ])
    func rule(action: WalletAction, known: [Binding], code: MYKEYResultCode?) {
        #expect(BindingRule.refusal(of: action, for: Self.wanted, among: known, refusesRepeat: false) == code)
    }

    @Test("a repeated binding is a login, or 10006 if the owner says so")
    func repeated() async throws {
        let bindings = MemoryBindingTable()
        let url = try WalletFixture.url(WalletFixture.request(protocol: .mykey))
        for _ in 0..<2 { #expect(await (try WalletFixture()).wallet(bindings: bindings).answer(url: url).isSuccess) }
        var policy = WalletPolicy()
        policy.refusesRepeatedBinding = true
        let outcome = await (try WalletFixture()).wallet(policy: policy, bindings: bindings).answer(url: url)
        #expect(try WalletFixture.failure(outcome).errorCode == .duplicateBound)
    }

    @Test("sign gets 10007 before the login that binds, and works after it")
    func signAfterLogin() async throws {
        let bindings = MemoryBindingTable()
        let sign = try WalletFixture.url(WalletFixture.request(.sign(.init(message: "hello")), protocol: .mykey))
        #expect(
            try WalletFixture.failure(await (try WalletFixture()).wallet(bindings: bindings).answer(url: sign))
                .errorCode == .unbound)
        let login = try WalletFixture.url(WalletFixture.request(protocol: .mykey))
        _ = await (try WalletFixture(says: .decline)).wallet(bindings: bindings).answer(url: login)
        _ = await (try WalletFixture(.answered(CallbackReply(code: 5, message: "no")))).wallet(bindings: bindings)
            .answer(url: login)
        // Neither a declined nor a rejected login binds.
        #expect(await bindings.bindings(appKey: "key", chain: "EOS").isEmpty)
        _ = await (try WalletFixture()).wallet(bindings: bindings).answer(url: login)
        #expect(await (try WalletFixture()).wallet(bindings: bindings).answer(url: sign).isSuccess)
        let stranger = try WalletFixture.url(WalletFixture.request(protocol: .mykey, uuID: "another"))
        let outcome = await (try WalletFixture()).wallet(bindings: bindings).answer(url: stranger)
        #expect(try WalletFixture.failure(outcome).errorCode == .MYKEYBounded)
        await bindings.unbind(appKey: "key")
        #expect(await (try WalletFixture()).wallet(bindings: bindings).answer(url: stranger).isSuccess)
    }

    @Test("light mode and SimpleWallet create no binding")
    func lightMode() async throws {
        let bindings = MemoryBindingTable()
        for speaks in [MYKEYProtocol.simple, .simpleWallet] {
            let url = try WalletFixture.url(WalletFixture.request(protocol: speaks))
            #expect(await (try WalletFixture()).wallet(bindings: bindings).answer(url: url).isSuccess)
        }
        #expect(await bindings.bindings(appKey: "key", chain: "EOS").isEmpty)
    }

    @Test(
        "one-time IDs work in light mode and SimpleWallet; two-way binding needs one ID: another gets 10009, and 10010 in a sign"
    )
    func oneTimeIDs() async throws {
        for speaks in MYKEYProtocol.allCases {
            let bindings = MemoryBindingTable()
            let isBinding = speaks == .mykey
            func answer(_ payload: WalletRequest.Payload, _ uuID: String) async throws -> WalletOutcome {
                let url = try WalletFixture.url(WalletFixture.request(payload, protocol: speaks, uuID: uuID))
                return await (try WalletFixture()).wallet(bindings: bindings).answer(url: url)
            }
            let login = WalletRequest.Payload.login(.init(loginUrl: "https://dapp.example/login"))
            #expect(try await answer(login, "one-time-1").isSuccess)
            #expect(try await answer(login, "one-time-2").code == (isBinding ? .MYKEYBounded : .success))
            let sign = try await answer(.sign(.init(message: "hello")), "stable")
            #expect(sign.code == (isBinding ? .boundInfoMismatch : .success))
        }
    }

    @Test("two-way binding without a dapp key or a user is refused")
    func incomplete() async throws {
        for request in [
            WalletFixture.request(protocol: .mykey, appKey: nil),
            WalletFixture.request(.sign(.init(message: "x")), protocol: .mykey, uuID: nil),
        ] {
            let outcome = await (try WalletFixture()).wallet().answer(url: try WalletFixture.url(request))
            #expect(outcome.code == .illegalParameter)
        }
    }

    @Test("both tables keep one user for one account, in any letter case of its UUID")
    func tables() async throws {
        let folder = try TemporaryFolder()
        for table in [
            MemoryBindingTable() as any BindingTable, try SQLiteBindingTable(path: folder.path("bindings.sqlite")),
        ] {
            try await table.bind(Self.wanted)
            try await table.bind(Self.wanted)
            await #expect(throws: MYKEYServicesError.self) { try await table.bind(Self.otherUser) }
            await #expect(throws: MYKEYServicesError.self) { try await table.bind(Self.otherAccount) }
            try await table.bind(Binding(appKey: "key", uuID: WalletFixture.uuID, chain: "ETH", account: "0x"))
            #expect(try await table.bindings(appKey: "key", chain: "EOS") == [Self.wanted])
            #expect(try await table.bindings(appKey: "other", chain: "EOS").isEmpty)
        }
        // A second look at the file: it lasts.
        let again = try SQLiteBindingTable(path: folder.path("bindings.sqlite"))
        #expect(try await again.bindings(appKey: "key", chain: "EOS") == [Self.wanted])
        try await again.unbind(appKey: "key")
        #expect(try await again.bindings(appKey: "key", chain: "ETH").isEmpty)
        #expect(throws: MYKEYServicesError.self) { try SQLiteBindingTable(path: folder.path("none/x.sqlite")) }
    }
}
