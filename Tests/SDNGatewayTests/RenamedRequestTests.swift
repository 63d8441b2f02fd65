import HeraldJSON
import HeraldKeys
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Names of SendingNetwork that become names of Matrix (SDN sheet 0.2 and 8.4)", .timeLimit(.minutes(10)))
struct RenamedRequestTests {
    @Test(
        "paths of proposals get Matrix's unstable name",
        arguments: [
            (
                "/_api/client/unstable/org.sdn.msc3391/user/@a:x/account_data/m.t",
                "org.matrix.msc3391/user/@a:x/account_data/m.t"
            ),
            ("/_matrix/client/unstable/org.sdn.msc3882/login/token", "org.matrix.msc3882/login/token"),
            ("/_api/client/unstable/org.sdn.msc2697.v2/dehydrated_device", "org.matrix.msc2697.v2/dehydrated_device"),
            ("/_api/client/unstable/org.sdn.msc1/x", "org.sdn.msc1/x"),
        ])
    func paths(path: String, expected: String) async throws {
        try await GatewayFixture.with { fixture in
            _ = try await fixture.ask("GET", path, token: "t")
            #expect(fixture.stub.received.map(\.target) == ["/_matrix/client/unstable/\(expected)"])
        }
    }

    @Test(
        "the features of the homeserver have both names for clients of SendingNetwork, and are as they are for others")
    func versions() async throws {
        try await GatewayFixture.with { fixture in
            let body = #"{"versions":["v1.11"],"unstable_features":{"org.matrix.msc3881":true,"org.other":false}}"#
            fixture.stub.answer("/_matrix/client/versions", with: .init(body: body))
            let theirs = try await fixture.ask("GET", "/_matrix/client/versions")
            #expect(theirs.json["unstable_features"] == ["org.matrix.msc3881": true, "org.other": false])
            let ours = try await fixture.ask("GET", "/_api/client/versions")
            #expect(ours.json["versions"] == ["v1.11"])
            #expect(
                ours.json["unstable_features"]
                    == ["org.matrix.msc3881": true, "org.sdn.msc3881": true, "org.other": false])
        }
    }

    @Test("a pusher has Matrix's path and names at the homeserver, and the client's own for the client")
    func pushers() async throws {
        try await GatewayFixture.with { fixture in
            let path = "/_matrix/client/v3/pushers"
            func pusher(_ url: String) -> JSONObject {
                ["app_id": "a", "data": ["url": .string(url)]]
            }
            let url = "https://push.example:8443/_api/push/v1/notify"
            var body = pusher(url)
            body["org.sdn.msc3881.enabled"] = false
            #expect(
                try await fixture.ask("POST", "/_api/client/r0/pushers/set", token: "t", .object(body)).status == 200)
            let sent = try #require(fixture.stub.received("\(path)/set").first)
            #expect(sent.body?["data"]?["url"] == "https://push.example:8443/_matrix/push/v1/notify")
            #expect(sent.body?["org.matrix.msc3881.enabled"] == false && sent.body?["org.sdn.msc3881.enabled"] == nil)
            #expect(sent.authorization == "Bearer t")
            let stored = try #require(sent.body)
            fixture.stub.answer(
                path, with: .init(body: #"{"pushers":[\#(String(decoding: stored.serialized(), as: UTF8.self))]}"#))
            let listed = try await fixture.ask("GET", "/_api/client/r0/pushers", token: "t").json["pushers"]?.arrayValue
            #expect(listed?.first?["data"] == ["url": .string(url)])
            #expect(listed?.first?["org.sdn.msc3881.enabled"] == false)
            for other in ["https://push.example/notify", "not a url", "https://push.example/_matrix/push/v1/notify"] {
                _ = try await fixture.ask("POST", "/_api/client/r0/pushers/set", token: "t", .object(pusher(other)))
                #expect(fixture.stub.received("\(path)/set").last?.body?["data"] == ["url": .string(other)])
            }
        }
    }

    @Test("a redaction names the relations that it redacts by Matrix's name")
    func redactions() async throws {
        try await GatewayFixture.with { fixture in
            let body: JSONValue = ["reason": "spam", "org.sdn.msc3912.with_relations": ["m.thread"]]
            _ = try await fixture.ask("PUT", "/_api/client/r0/rooms/!a:x/redact/$e/t1", token: "t", body)
            let sent = try #require(fixture.stub.received("/_matrix/client/v3/rooms/%21a%3Ax/redact/%24e/t1").first)
            #expect(sent.body == ["reason": "spam", "org.matrix.msc3912.with_relations": ["m.thread"]])
            #expect(sent.method == "PUT")
            _ = try await fixture.ask("PUT", "/_matrix/client/v3/rooms/!a:x/redact/$e/t1", token: "t", body)
            #expect(fixture.stub.received.last?.body == body)
        }
    }

    @Test("a tourist is a guest of the homeserver, if it accepts guests")
    func tourists() async throws {
        try await GatewayFixture.with { fixture in
            let target = "/_matrix/client/v3/register?kind=guest", path = "/_api/client/unstable/did/tourist"
            fixture.stub.answer(target, with: .init(body: #"{"user_id":"@1:x","access_token":"g","device_id":"d"}"#))
            let guest = try await fixture.ask("POST", path, [:])
            #expect(guest.status == 200 && guest.json["access_token"] == "g" && guest.json["user_id"] == "@1:x")
            fixture.stub.answer(target, with: StubHomeserver.error(403, "M_UNKNOWN"))
            let refused = try await fixture.ask("POST", path, [:])
            #expect(refused.status == 403 && refused.json["errcode"] == "M_GUEST_ACCESS_FORBIDDEN")
        }
    }

    @Test("a gateway with a key for an app signs for it")
    func application() async throws {
        let wallet = try TestWallet(63)
        try await GatewayFixture.with(change: { $0.applicationKey = wallet.key }) { fixture in
            let answer = try await fixture.ask("POST", "/_api/appservice/sign", ["message": "hello"])
            let expected = try PersonalMessage.sign("hello", with: wallet.key).text()
            #expect(answer.status == 200 && answer.json["signature"]?.stringValue == expected)
        }
    }
}
