import Foundation
import HeraldKeys
import Hummingbird
import MYKEYHummingbird
import MYKEYLocalServers
import MYKEYServices
import MYKEYStubChain
import MYKEYWalletLib
import MYKEYWire
import TestSupport
import Testing

@Suite("Article on a dapp's back end")
struct MYKEYServerArticleTests {
    @Test("the samples in the article on a dapp's back end are those that are compiled here")
    func sameText() throws {
        let article = "Sources/MYKEYHummingbird/MYKEYHummingbird.docc/LogInWithAWallet.md"
        let text = try PackageFiles.text(article)
        let source = try PackageFiles.text("Tests/SnippetTests/MYKEYServerSamples.swift")
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.count == 5)
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            let indented = lines.map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n").trimmingCharacters(
                in: .newlines)
            #expect(source.contains(indented), "\(block)")
        }
    }

    @Test("the samples run: five lines accept a login over HTTP, and it is valid")
    func runs() async throws {
        let folder = try TemporaryFolder()
        let account = try WalletAccount(eos: EOSName("mykeydoctest"), key: EOSPrivateKey(Secp256k1PrivateKey()))
        let reserved = try #require(account.reservedKey)
        let chain = StubChain()
        chain.set(account.account, reserved)
        let (one, other) = (try await StubChainNode.start(chain), try await StubChainNode.start(chain))

        let router = Router()
        let service = try MYKEYServerSamples.mount(
            on: router, nodes: (one.url, other.url), domain: "dapp.example", file: folder.path("logins.sqlite"))
        let server = try await LoopbackServer.start(responder: router.buildResponder())
        let login = try await MYKEYServerSamples.begin(service)
        #expect(try await MYKEYServerSamples.result(service, login: login, code: nil).hasPrefix("waiting until"))

        let wallet = AnsweringWallet(
            accounts: try WalletAccounts([account]),
            transport: ProxiedTransport(server: try ServerAddress(server.url + "/mykey/login")),
            approve: { _ in .accept })
        let dapp = DappSession(
            .light(dappName: "Harbour", scheme: "harbour"),
            opener: InProcessOpener { await wallet.answer(url: $0).returnURL })
        let hint = try await MYKEYServerSamples.ask(dapp, callbackURL: "https://dapp.example/mykey/login", login: login)
        #expect(hint.account == "mykeydoctest")
        #expect(
            try await MYKEYServerSamples.result(service, login: login, code: hint.returnCode)
                == "antelope:aca376f206b8fc25a6ed44dbdc66547c:mykeydoctest is in")
        guard case .accepted(let who) = try await service.status(of: login.session) else {
            Issue.record("nobody is in")
            return
        }
        #expect(try await MYKEYServerSamples.pay(service, who: who) == "paid")
        await server.stop()
        await one.stop()
        await other.stop()
    }
}

/// Posts to the server on this machine what is addressed to the dapp's public name, as a proxy in front of the server does.
private struct ProxiedTransport: CallbackTransport {
    let server: ServerAddress

    func refusal(of server: ServerAddress) async -> MYKEYServicesError? { nil }

    func post(_ body: [UInt8], to server: ServerAddress) async -> CallbackDelivery {
        await HTTPCallbackTransport(rules: .loopbackToo).post(body, to: self.server)
    }
}
