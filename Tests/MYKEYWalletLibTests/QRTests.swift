import Foundation
import HeraldJSON
import MYKEYWalletLib
import MYKEYWire
import Testing

/// MYKEY sheet 3.7, the side that shows the code.
@Suite("QR codes")
struct QRTests {
    private let session = DappSession(
        Fixture.configuration, opener: NoOpener(),
        environment: DappEnvironment(now: { UnixTime(seconds: 1_700_000_000) }))
    private let login = DappRequest(
        .login(WalletRequest.Login(loginUrl: "https://harbour.example/login")), uuID: "once-77")

    @Test("a login's code is bare JSON with the specification's members, and has its expiry")
    func bare() throws {
        let value = try JSONValue(parsing: session.qrText(for: login))
        #expect(
            value == [
                "protocol": "SimpleWallet", "version": "1.0", "dappName": "Harbour",
                "dappIcon": "https://harbour.example/icon.png",
                "action": "login", "uuID": "once-77", "loginUrl": "https://harbour.example/login",
                "expired": 1_700_000_300,
            ])
    }

    @Test("the code can also be wrapped in a URL")
    func wrapped() throws {
        let url = try session.qrText(for: login, lifetime: .seconds(60), asURL: true)
        let asked = try Asked(url)
        #expect(asked.base == "simplewallet://eos.io" && asked.json["expired"] == 1_700_000_060)
    }

    @Test("a login's code needs an ID that the server made for it alone")
    func serverID() {
        for uuID in [nil, ""] {
            let request = DappRequest(login.payload, uuID: uuID)
            #expect(throws: MYKEYWalletError.self) { try session.qrText(for: request) }
        }
    }

    @Test("a code's lifetime is more than zero and at most an hour", arguments: [0, -1, 3601])
    func lifetime(seconds: Int) {
        #expect(throws: MYKEYWalletError.self) { try session.qrText(for: login, lifetime: .seconds(seconds)) }
    }

    @Test("a code is not a pending request, because its answer is sent to the server")
    func nothingPending() throws {
        _ = try session.qrText(for: login)
        #expect(session.pendingCount == 0)
    }
}
