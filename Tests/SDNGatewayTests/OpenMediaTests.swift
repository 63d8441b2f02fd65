import HeraldJSON
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Files for clients that send no token (SDN sheet 8.4)", .timeLimit(.minutes(10)))
struct OpenMediaTests {
    @Test(
        "a request for a file without a token reaches the homeserver's endpoint for these",
        arguments: [
            ("/_api/media/r0/download/a/b", "/_matrix/media/v3/download/a/b"),
            (
                "/_api/media/v1/download/a/b/c.png?allow_remote=false",
                "/_matrix/media/v3/download/a/b/c.png?allow_remote=false"
            ),
            ("/_api/media/v3/thumbnail/a/b?width=1", "/_matrix/media/v3/thumbnail/a/b?width=1"),
        ])
    func open(path: String, expected: String) async throws {
        try await GatewayFixture.with { fixture in
            fixture.stub.answer(
                expected, with: .init(status: 404, body: #"{"errcode":"M_NOT_FOUND","error":"no such file"}"#))
            let answer = try await fixture.ask("GET", path)
            #expect(answer.status == 404 && answer.json["error"]?.stringValue == "no such file")
            #expect(fixture.stub.received.map(\.target) == [expected])
            #expect(fixture.stub.received.map(\.authorization) == [nil])
        }
    }

    @Test("a request with a token in the header or in the query reaches the homeserver's endpoint for users")
    func withToken() async throws {
        try await GatewayFixture.with { fixture in
            _ = try await fixture.ask("GET", "/_api/media/r0/download/a/b", token: "t")
            _ = try await fixture.ask("GET", "/_api/media/r0/thumbnail/a/b?width=1&access_token=t")
            _ = try await fixture.ask("GET", "/_api/media/r0/config")
            #expect(
                fixture.stub.received.map(\.target) == [
                    "/_matrix/client/v1/media/download/a/b",
                    "/_matrix/client/v1/media/thumbnail/a/b?width=1&access_token=t",
                    "/_matrix/client/v1/media/config",
                ])
        }
    }

    @Test("requests for files that need no token count for their network, under every path")
    func limited() async throws {
        let change: (inout GatewayConfiguration) -> Void = {
            $0.rates = .unlimited
            $0.rates.readsPerRemote = GatewayRate(perSecond: 0.001, burst: 3)
        }
        try await GatewayFixture.with(change: change) { fixture in
            let old = "/_api/media/r0/download/a/b", new = "/_matrix/media/v3/thumbnail/a/b"
            // The homeserver looks at no token under this path, so a token does not lead past the limit.
            for (path, token) in [(old, nil), (new, nil), (new, "any")] as [(String, String?)] {
                #expect(try await fixture.ask("GET", path, token: token).status != 429)
            }
            #expect(fixture.stub.received.count == 3)
            for (path, token) in [(old, nil), (new, nil), (new, "any")] as [(String, String?)] {
                let answer = try await fixture.ask("GET", path, token: token)
                #expect(answer.status == 429 && answer.headers["retry-after"] != nil)
                #expect(answer.json["errcode"]?.stringValue == "M_LIMIT_EXCEEDED")
            }
            #expect(fixture.stub.received.count == 3)
            _ = try await fixture.ask("GET", old, token: "t")
            #expect(fixture.stub.received.last?.target == "/_matrix/client/v1/media/download/a/b")
        }
    }
}
