import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Sessions and access tokens (SDN sheet 7.1)")
struct SessionTests {
    let node: TestNode
    let wallet: TestWallet
    static let whoami = "/_api/client/r0/account/whoami"

    init() throws {
        node = try TestNode()
        wallet = try TestWallet(41)
    }

    @Test("a token counts in the header, in any case of the scheme, and in the query")
    func places() async throws {
        let token = try await node.token(wallet)
        #expect(try await node.send("GET", Self.whoami, token: token).status == 200)
        #expect(try await node.send("GET", Self.whoami + "?access_token=\(token)").status == 200)
        let response = await node.assembly.handler.respond(
            to: NodeRequest(method: "GET", target: Self.whoami, authorization: "bearer \(token)"))
        #expect(response.status == 200)
    }

    @Test("a request without a token gets M_MISSING_TOKEN, and a wrong token M_UNKNOWN_TOKEN without soft logout")
    func refused() async throws {
        let missing = try await node.send("GET", Self.whoami)
        #expect(missing.status == 401)
        #expect(missing.errcode == "M_MISSING_TOKEN")
        for token in ["x", "sdn_" + String(repeating: "0", count: 64)] {
            let unknown = try await node.send("GET", Self.whoami, token: token)
            #expect(unknown.status == 401)
            #expect(unknown.errcode == "M_UNKNOWN_TOKEN")
            #expect(unknown.body["soft_logout"] == false)
        }
        #expect(try await node.send("GET", Self.whoami + "?access_token=").errcode == "M_MISSING_TOKEN")
    }

    @Test("logout ends one session, and logout/all ends every one")
    func logout() async throws {
        let (one, two, three) = (
            try await node.token(wallet), try await node.token(wallet), try await node.token(wallet)
        )
        #expect(try await node.send("POST", "/_api/client/r0/logout", token: one).body == [:])
        #expect(try await node.send("GET", Self.whoami, token: one).status == 401)
        #expect(try await node.send("GET", Self.whoami, token: two).status == 200)
        #expect(try await node.send("POST", "/_api/client/r0/logout/all", token: two).body == [:])
        for token in [two, three] { #expect(try await node.send("GET", Self.whoami, token: token).status == 401) }
    }
}
