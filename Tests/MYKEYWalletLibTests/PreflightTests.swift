import Foundation
import MYKEYWalletLib
import MYKEYWire
import Synchronization
import Testing

/// MYKEY sheet 3.6.
@Suite("Checks before the wallet is opened")
struct PreflightTests {
    private func error(
        _ configuration: DappConfiguration = Fixture.configuration, opener: RecordingOpener = RecordingOpener(),
        _ request: WalletRequest.Sign = WalletRequest.Sign(message: "hello")
    ) async throws -> MYKEYWalletError {
        let session = DappSession(configuration, opener: opener)
        return try #require(await Result { () async throws(MYKEYWalletError) in try await session.sign(request) }.error)
    }

    @Test("not initialised: 10004, and nothing is opened")
    func uninitialized() async throws {
        var configuration = Fixture.configuration
        configuration.scheme = ""
        let opener = RecordingOpener()
        let error = try await error(configuration, opener: opener)
        #expect(error.code == .uninitialized && error.source == .session && opener.urls.isEmpty)
    }

    @Test("no wallet: 10002, and without an install page nothing is opened")
    func notInstalled() async throws {
        let opener = RecordingOpener(schemes: [])
        let error = try await error(opener: opener)
        #expect(error.code == .notInstall && opener.urls.isEmpty)
    }

    @Test("no wallet: the install page is shown first, then 10002")
    func installPage() async throws {
        let opener = RecordingOpener(schemes: ["https"])
        let configuration = DappConfiguration.light(
            dappName: "Harbour", scheme: "s", installPage: "https://harbour.example/wallets")
        let error = try await error(configuration, opener: opener)
        #expect(error.code == .notInstall && opener.urls == ["https://harbour.example/wallets"])
    }

    @Test("no wallet and disableInstall: 10002, and no page")
    func disableInstall() async throws {
        let opener = RecordingOpener(schemes: ["https"])
        var configuration = DappConfiguration.light(
            dappName: "Harbour", scheme: "s", installPage: "https://harbour.example/wallets")
        configuration.disableInstall = true
        #expect(try await error(configuration, opener: opener).code == .notInstall)
        #expect(opener.urls.isEmpty)
    }

    @Test("a SimpleWallet request needs a wallet for simplewallet URLs, the others one for mykey URLs")
    func schemes() async throws {
        let session = DappSession(Fixture.configuration, opener: RecordingOpener(schemes: ["simplewallet"]))
        for form in [RequestForm.mykey, .simpleWalletInMYKEY] {
            let result = await Result { () async throws(MYKEYWalletError) in
                try await session.authorize(WalletRequest.Login(), form: form)
            }
            #expect(result.error?.code == .notInstall)
        }
    }

    @Test("a wallet that cannot be opened: 10001")
    func cannotWakeUp() async throws {
        let error = try await error(opener: RecordingOpener(opens: false))
        #expect(error.code == .cannotWakeUp && error.source == .session)
    }

    @Test(
        "a scheme with a colon or slashes is refused with its name before anything is opened",
        arguments: ["demoscheme://", "demoscheme:", "demo scheme", "1demo", "démo", "a/b"])
    func badScheme(scheme: String) async throws {
        var configuration = Fixture.configuration
        configuration.scheme = scheme
        let error = try await error(configuration)
        #expect(error.code == .illegalParameter && error.field == "scheme")
    }

    @Test("a login without a user ID is refused, because no server would accept it")
    func withoutUser() async throws {
        var configuration = Fixture.configuration
        configuration.userID = ""
        let opener = RecordingOpener()
        let session = DappSession(configuration, opener: opener)
        let result = await Result { () async throws(MYKEYWalletError) in
            try await session.authorize(WalletRequest.Login())
        }
        #expect(result.error?.code == .illegalParameter && result.error?.field == "uuID" && opener.urls.isEmpty)
    }

    @Test("a request that no wallet could read is refused with the field's name, and nothing is opened")
    func unreadable() async throws {
        let opener = RecordingOpener()
        let session = DappSession(Fixture.configuration, opener: opener)
        func failure(_ transaction: WalletRequest.Transaction) async -> MYKEYWalletError? {
            await Result { () async throws(MYKEYWalletError) in try await session.contract(transaction) }.error
        }
        let call = WalletRequest.ActionItem(account: "eosio", name: "buyram")
        for (transaction, field) in [
            (WalletRequest.Transaction(actions: []), "actions"),
            (WalletRequest.Transaction(actions: Array(repeating: call, count: 21)), "actions"),
            (WalletRequest.Transaction(actions: [call], desc: String(repeating: "x", count: 50_000)), "request"),
        ] {
            let error = await failure(transaction)
            #expect(error?.code == .illegalParameter && error?.field == field)
        }
        let sign = await Result { () async throws(MYKEYWalletError) in
            try await session.sign(WalletRequest.Sign(message: ""))
        }
        #expect(sign.error?.field == "message" && opener.urls.isEmpty)
    }

    @Test("opening the wallet, or a page in it, requests nothing")
    func opening() async {
        let fixture = Fixture()
        #expect(await fixture.session.openWallet())
        #expect(await fixture.session.openDapp("https://harbour.example/a?b=c&d=é"))
        #expect(
            fixture.opener.urls
                == [
                    "mykey://mykey.org/",
                    "mykey://mykey.org/dapp?url=https%3A%2F%2Fharbour.example%2Fa%3Fb%3Dc%26d%3D%C3%A9",
                ])
        #expect(fixture.session.pendingCount == 0)
        let nobody = DappSession(Fixture.configuration, opener: NoOpener())
        #expect(await nobody.openWallet() == false)
        #expect(await nobody.openDapp("https://harbour.example") == false)
    }
}
