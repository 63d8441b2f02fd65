import HeraldKeys
import MYKEYWire
import Testing

@testable import MYKEYServices

@Suite("The answering wallet against the callback verifier")
struct WalletAndVerifierTests {
    /// Hands what the wallet posts to a verifier as it is.
    struct Doorstep: CallbackTransport {
        let service: CallbackService

        func refusal(of server: ServerAddress) async -> MYKEYServicesError? { nil }
        func post(_ body: [UInt8], to server: ServerAddress) async -> CallbackDelivery {
            .answered(await service.receive(body).reply)
        }
    }

    func service(_ fixture: WalletFixture, domain: String) throws -> CallbackService {
        var keys: [LoginAccount: ReservedKey] = [:]
        for account in fixture.accounts.all { keys[account.account] = account.reservedKey }
        return CallbackService(
            rules: CallbackRules(
                dappKeys: ["key"], tagged: .required(domain: domain), returning: .bound(to: ["demoscheme"])),
            keys: FixedKeySource(keys),
            store: try SQLiteReplayStore.inMemory(), now: { WalletFixture.now })
    }

    func wallet(_ fixture: WalletFixture, _ service: CallbackService) -> AnsweringWallet {
        AnsweringWallet(
            accounts: fixture.accounts, transport: Doorstep(service: service), now: { WalletFixture.now },
            approve: { _ in .accept })
    }

    @Test(
        "logins on both chains and in all protocols are accepted, including the tagged message",
        arguments: [MYKEYChain.eos, .eth], MYKEYProtocol.allCases)
    func accepted(chain: MYKEYChain, speaks: MYKEYProtocol) async throws {
        let fixture = try WalletFixture()
        let service = try service(fixture, domain: "dapp.example")
        let login = try await service.beginLogin()
        let request = WalletFixture.request(protocol: speaks, uuID: login.uuID, chain: chain)
        let outcome = await wallet(fixture, service).answer(url: try WalletFixture.url(request))
        #expect(outcome.isSuccess, "\(outcome)")
    }

    @Test("a dapp cannot use a login at another server, because the tagged message names the dapp's own host")
    func relayed() async throws {
        let fixture = try WalletFixture()
        let service = try service(fixture, domain: "bank.example")
        let login = try await service.beginLogin()
        let outcome = await wallet(fixture, service).answer(
            url: try WalletFixture.url(WalletFixture.request(uuID: login.uuID)))
        #expect(!outcome.isSuccess)
        #expect(outcome.reply?.code == 1016)
        #expect(try WalletFixture.failure(outcome).errorCode == .failure)
    }

    @Test("a login that nobody waits for is refused, and the dapp gets the server's words")
    func unexpected() async throws {
        let fixture = try WalletFixture()
        let outcome = await wallet(fixture, try service(fixture, domain: "dapp.example")).answer(
            url: try WalletFixture.url())
        #expect(outcome.reply?.code == 1010)
        #expect(try WalletFixture.failure(outcome).errorMsg == outcome.reply?.message)
    }

    @Test(
        "the sign-in service accepts a sign-in text that the wallet's owner signs, on both chains",
        arguments: [MYKEYChain.eos, .eth])
    func signIn(chain: MYKEYChain) async throws {
        let fixture = try WalletFixture(says: .accept)
        let account = try #require(chain == .eos ? fixture.accounts.eos : fixture.accounts.ethereum)
        let service = SignInService(
            domain: "dapp.example", keys: FixedKeySource([account.account: try #require(account.reservedKey)]),
            store: try SQLiteReplayStore.inMemory(), now: { WalletFixture.now })
        let challenge = try await service.challenge()
        let text = try service.message(for: account.account, challenge).text
        let asked = chain == .eos ? text : "0x" + Hex.encode(Array(text.utf8))
        let request = WalletFixture.request(
            .sign(.init(message: asked, signUrl: "https://dapp.example/")), chain: chain)
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url(request))
        let signature = try SignPayload(payload: try #require(outcome.payload, "\(outcome)")).sign
        let who = try await service.signIn(text, signature: signature, session: challenge.session)
        #expect(who.account == account.account && who.isByReservedKey)
    }
}
