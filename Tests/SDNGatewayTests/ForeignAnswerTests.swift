import HTTPTypes
import HeraldJSON
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Answers that are not those of a homeserver", .timeLimit(.minutes(10)))
struct ForeignAnswerTests {
    /// A request that the gateway answers with the help of the homeserver, and the request that the homeserver receives.
    struct Request: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        var target: String
        var testDescription: String { "\(method) \(path)" }
    }

    private static let requests = [
        Request(method: "GET", path: "login", target: "login"),
        Request(method: "POST", path: "login", target: "login"),
        Request(method: "POST", path: "logout", target: "logout"),
        Request(method: "GET", path: "profile/@a:x", target: "profile/%40a%3Ax"),
        Request(method: "POST", path: "register", target: "register"),
        Request(method: "GET", path: "pushers", target: "pushers"),
        Request(method: "GET", path: "find_dm_room/@a:x", target: "account/whoami"),
    ]

    @Test(
        "pages, redirects and other JSON become errors of Matrix", arguments: requests,
        [
            (502, "<html>", 502), (302, "{}", 502), (404, "<html>", 502), (200, "[1,2]", 502), (200, "oops", 502),
            (500, #"{"errcode":"M_UNKNOWN","error":"x"}"#, 502), (503, "", 503),
        ])
    func foreign(request: Request, answer: (status: Int, body: String, expected: Int)) async throws {
        try await GatewayFixture.with { fixture in
            fixture.stub.answer(
                "/_matrix/client/v3/\(request.target)",
                with: .init(status: answer.status, body: answer.body, headers: [.location: "http://127.0.0.1:1/"]))
            let received = try await fixture.ask(
                request.method, "/_matrix/client/v3/\(request.path)", token: "t",
                request.method == "POST" ? ["type": "m.login.password"] : nil)
            #expect(received.status == answer.expected)
            #expect(received.json["errcode"]?.stringValue == "M_UNKNOWN")
            #expect(received.json["error"]?.stringValue?.contains("homeserver") == true)
            #expect(received.headers["location"] == nil)
        }
    }
}
