import HTTPTypes
import HeraldJSON
import HeraldKeys
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("A homeserver that misbehaves", .timeLimit(.minutes(10)))
struct HomeserverFaultTests {
    private static let versions = "/_matrix/client/versions", whoami = "/_matrix/client/v3/account/whoami"

    @Test("a homeserver that does not answer makes logins fail with 504, and leaves the gateway ready")
    func silent() async throws {
        let silent = try SilentServer()
        let change: (inout GatewayConfiguration) -> Void = {
            $0.homeserver = silent.url
            $0.homeserverDeadline = .milliseconds(300)
        }
        try await GatewayFixture.with(change: change) { fixture in
            let answer = try await fixture.logIn(TestWallet(5))
            #expect(answer.status == 504 && answer.json["errcode"]?.stringValue == "M_UNKNOWN")
            #expect(answer.json["error"]?.stringValue?.isEmpty == false)
            let ready = try await fixture.ask("GET", "/ready")
            #expect(ready.status == 200 && ready.json["degraded"]?.arrayValue == ["homeserver"])
        }
    }

    @Test("an answer that is not a homeserver's, and a redirect, are named until they end", arguments: [200, 302, 500])
    func garbage(status: Int) async throws {
        try await GatewayFixture.with { fixture in
            fixture.stub.answer(
                Self.versions,
                with: .init(status: status, body: "<html>", headers: [.location: "http://127.0.0.1:1/elsewhere"]))
            let bad = try await fixture.ask("GET", "/ready")
            #expect(bad.status == 200 && bad.json["degraded"]?.arrayValue == ["homeserver"])
            fixture.stub.answer(Self.versions, with: nil)
            // The result is up to a second old.
            while try await fixture.ask("GET", "/ready").json["degraded"] != nil { await Task.yield() }
        }
    }

    @Test(
        "a look-up of a token's user that fails is an error of Matrix, and nothing is remembered of it",
        arguments: [(200, "oops"), (200, "[]"), (200, "{}"), (302, "{}"), (500, "{}"), (503, "oops")])
    func owners(status: Int, body: String) async throws {
        let key = GatewayKey(), stub = StubHomeserver(key: key, clock: { 0 })
        let configuration = GatewayConfiguration(
            homeserver: try await stub.start(), serverName: StubHomeserver.serverName, storage: .memory, key: key)
        let client = HomeserverClient(try configuration.upstream(), deadline: .seconds(60))
        let owners = TokenOwners(client)
        stub.answer(
            Self.whoami, with: .init(status: status, body: body, headers: [.location: "http://127.0.0.1:1/elsewhere"]))
        let failed = await failure { try await owners.user(of: "token") } as? GatewayFailure
        #expect(failed?.status == (status == 503 ? 503 : 502) && failed?.error.code == .unknown)
        stub.answer(Self.whoami, with: .init(body: #"{"user_id":"@a:matrix.example"}"#))
        #expect(try await owners.user(of: "token") == "@a:matrix.example")
        client.close()
        await stub.stop()
    }
}
