import HeraldJSON
import HeraldKeys
import Testing
@testable import SDNNode

@Suite("The application's signature (SDN sheet 1.7)")
struct AppTokenTests {
    let wallet: TestWallet
    let vendor: TestWallet

    init() throws {
        wallet = try TestWallet(31)
        vendor = try TestWallet(32)
    }

    private func node(isRequired: Bool) throws -> TestNode {
        try TestNode {
            $0.developerKeys = [DeveloperKey(address: vendor.address, appName: "demo")]
            $0.requireAppToken = isRequired
        }
    }

    @Test(
        "if the app token is required, it must be the vendor's signature over the same text, inside the identifier or beside it"
    )
    func required() async throws {
        let node = try node(isRequired: true)
        for place in ["identifier", "top"] {
            let challenge = try await node.challenge(wallet)
            var body = try TestNode.loginBody(wallet, challenge)
            let refused = try await node.logIn(body)
            #expect(refused.status == 403)
            #expect(refused.error?.contains("app_token") == true)
            let forged = JSONValue.string(try wallet.sign(challenge.message).text())
            let good = JSONValue.string(try vendor.sign(challenge.message).text())
            for (token, status) in [(forged, 403), (.string("0x12"), 403), (good, 200)] {
                if place == "top" { body["app_token"] = token } else { body["identifier"]?["app_token"] = token }
                #expect(try await node.logIn(body).status == status)
            }
        }
    }

    @Test("a wrong app token is ignored if none is required")
    func notRequired() async throws {
        let node = try node(isRequired: false)
        var body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["identifier"]?["app_token"] = "0x00"
        #expect(try await node.logIn(body).status == 200)
    }

    @Test("requiring the app token without a developer key is a configuration error")
    func misconfigured() throws {
        #expect(throws: NodeError.self) { _ = try TestNode { $0.requireAppToken = true } }
    }
}
