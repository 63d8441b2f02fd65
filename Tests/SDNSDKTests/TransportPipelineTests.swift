import Dispatch
import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("The request pipeline")
struct TransportPipelineTests {
    static let lost = ScriptedTransport.Step.fail(SDNSDKError(.connectionLost, reason: "gone"))
    static let unreachable = ScriptedTransport.Step.fail(SDNSDKError(.cannotConnect, reason: "refused"))
    static let me = ScriptedTransport.Step.answer(200, #"{"user_id":"@me:node.example","device_id":"D"}"#)

    @Test("a request carries method, encoded path, sorted query, bearer token and JSON body")
    func request() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"event_id":"$e"}"#), .answer(200, #"{"chunk":[]}"#)])
        let options = MXSDKOptions()
        options.HTTPAdditionalHeaders = ["User-Agent": "test/1"]
        let client = MXRestClient.scripted(transport, options: options)
        try await client.allowingPlainText(inRoom: "!a/b:c d") {
            try await client.sendEvent(
                toRoom: "!a/b:c d", eventType: .roomMessage, content: ["b": 1, "a": "é"], txnId: "t 1")
        }
        let sent = try #require(transport.last)
        #expect(sent.method == "PUT")
        #expect(
            sent.url.absoluteString
                == "http://node.example/_api/client/r0/rooms/%21a%2Fb%3Ac%20d/send/m.room.message/t%201")
        #expect(sent.headers["Authorization"] == "Bearer the-token")
        #expect(sent.headers["Content-Type"] == "application/json")
        #expect(sent.headers["User-Agent"] == "test/1")
        #expect(sent.body == Array(#"{"a":"é","b":1}"#.utf8))

        var filter = MXRoomEventFilter()
        filter.types = ["m.room.message"]
        _ = try await client.messages(forRoom: "!r", from: "a&b=c+d", direction: .backwards, limit: 5, filter: filter)
        #expect(
            transport.last?.url.query
                == "dir=b&filter=%7B%22types%22%3A%5B%22m.room.message%22%5D%7D&from=a%26b%3Dc%2Bd&limit=5")
        #expect(transport.last?.body == nil)
    }

    @Test("the root is _matrix if the caller asks for it, even in the names of experimental members")
    func matrixRoot() async throws {
        let transport = ScriptedTransport([Self.me, .answer(200, "{}")])
        let client = MXRestClient.scripted(transport, apiRoot: .matrix)
        _ = try await client.whoami()
        #expect(transport.last?.url.path == "/_matrix/client/r0/account/whoami")
        try await client.setPusher(
            pushKey: "k", kind: .http, appId: "a", appDisplayName: "A", deviceDisplayName: "D", profileTag: "",
            lang: "en", data: [:], enabled: false)
        let body = try JSONValue(parsing: transport.last?.body ?? [])
        #expect(body["org.matrix.msc3881.enabled"] == false)
    }

    @Test("a request is tried four times with growing pauses if the connection breaks")
    func retries() async throws {
        let clock = ManualClock()
        let transport = ScriptedTransport([Self.lost, Self.unreachable, Self.lost, Self.me])
        let me = try await MXRestClient.scripted(transport, clock: clock).whoami()
        #expect(me.userId == "@me:node.example")
        #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(4)])

        let hopeless = ScriptedTransport(Array(repeating: Self.lost, count: 9))
        let error = await failure { try await MXRestClient.scripted(hopeless).whoami() } as? SDNSDKError
        #expect(error?.code == .connectionLost)
        #expect(error?.endpoint == "GET account/whoami")
        #expect(hopeless.requests.count == 4)
    }

    @Test("no try begins later than three minutes after the first")
    func retryTime() async {
        let clock = ManualClock()
        let transport = SlowTransport(clock: clock, takes: .seconds(100))
        let credentials = MXCredentials(node: "http://node.example", userId: nil, accessToken: "t")
        let client = MXRestClient(credentials: credentials, transport: transport, clock: clock.retryClock)
        let error = await failure { try await client.whoami() } as? SDNSDKError
        #expect(error?.code == .timedOut)
        #expect(transport.count == 2)
    }

    @Test(
        "a request that cannot succeed later is tried once",
        arguments: [SDNSDKError.Code.unknownHost, .insecureConnection, .responseTooLarge, .closed])
    func hopeless(code: SDNSDKError.Code) async {
        let transport = ScriptedTransport([.fail(SDNSDKError(code, reason: "no")), Self.me])
        let error = await failure { try await MXRestClient.scripted(transport).whoami() } as? SDNSDKError
        #expect(error?.code == code)
        #expect(transport.requests.count == 1)
    }

    @Test("a refusal is not retried", arguments: [400, 401, 403, 404, 500])
    func refusal(status: Int) async {
        let transport = ScriptedTransport([.answer(status, #"{"errcode":"M_FORBIDDEN","error":"no"}"#), Self.me])
        let error = await failure { try await MXRestClient.scripted(transport).whoami() }
        #expect((error as? MXError)?.httpStatus == status)
        #expect((error as? MXError) == .forbidden)
        #expect(transport.requests.count == 1)
    }

    @Test("a client uses the newest path of an endpoint that the node's releases have, once it knows them")
    func newestPath() async throws {
        let versions = ScriptedTransport.Step.answer(200, #"{"versions":["r0.6.1","v1.11"]}"#)
        let transport = ScriptedTransport([Self.me, versions, Self.me])
        let client = MXRestClient.scripted(transport)
        _ = try await client.whoami()
        _ = try await client.supportedSDNVersions()
        _ = try await client.whoami()
        #expect(transport.requests.first?.url.path == "/_api/client/r0/account/whoami")
        #expect(transport.requests.last?.url.path == "/_api/client/v3/account/whoami")
    }

    @Test("a body that is not JSON gives the HTTP status")
    func notJSON() async {
        for body in ["<html>teapot</html>", "", "null", #"{"error":"no code"}"#, #"{"errcode":7}"#] {
            let error =
                await failure { try await MXRestClient.scripted(ScriptedTransport([.answer(418, body)])).whoami() }
                as? SDNSDKError
            #expect(error?.code == .httpStatus)
            #expect(error?.httpStatus == 418)
        }
    }

    @Test("a success status with a malformed body is a malformed response that names the member")
    func malformed() async {
        for (body, field) in [("{", ""), ("[]", ""), ("{}", "user_id"), (#"{"user_id":7}"#, "user_id"), ("", "")] {
            let error =
                await failure { try await MXRestClient.scripted(ScriptedTransport([.answer(200, body)])).whoami() }
                as? SDNSDKError
            #expect(error?.code == .malformedResponse)
            #expect(error?.field == field)
        }
    }

    @Test("bytes that are not UTF-8 are refused")
    func invalidUTF8() async {
        let body = Array(#"{"user_id":""#.utf8) + [0xFF, 0xC0] + Array(#""}"#.utf8)
        let error =
            await failure { try await MXRestClient.scripted(ScriptedTransport([.bytes(200, body)])).whoami() }
            as? SDNSDKError
        #expect(error?.code == .malformedResponse)
    }

    @Test("an answer over the limit is refused")
    func tooLarge() async {
        let options = MXSDKOptions()
        options.maximumResponseBytes = 100
        let body = "{\"user_id\":\"@me:x\",\"x\":\"\(String(repeating: "a", count: 200))\"}"
        let transport = ScriptedTransport([.answer(200, body)])
        let error =
            await failure { try await MXRestClient.scripted(transport, options: options).whoami() } as? SDNSDKError
        #expect(error?.code == .responseTooLarge)
        #expect(transport.last?.maximumResponseBytes == 100)
    }

    @Test("deep nesting is refused")
    func deep() async {
        let body =
            "{\"user_id\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}"
        let error =
            await failure { try await MXRestClient.scripted(ScriptedTransport([.answer(200, body)])).whoami() }
            as? SDNSDKError
        #expect(error?.code == .malformedResponse)
    }

    @Test("a call that needs a token fails without one, before anything is sent")
    func noToken() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"chunk":[]}"#)])
        let client = MXRestClient.scripted(transport, token: nil)
        let error = await failure { try await client.whoami() } as? SDNSDKError
        #expect(error?.code == .missingCredentials)
        #expect(transport.requests.isEmpty)
        #expect(try await client.publicRooms().isEmpty)
        #expect(transport.last?.headers["Authorization"] == nil)
    }

    @Test("a token cannot add a header")
    func tokenInjection() async {
        let transport = ScriptedTransport([Self.me])
        let error =
            await failure { try await MXRestClient.scripted(transport, token: "a\r\nX-Evil: 1").whoami() }
            as? SDNSDKError
        #expect(error?.code == .invalidArgument)
        #expect(transport.requests.isEmpty)
    }

    @Test("a request to an open endpoint does not contain the token")
    func openEndpoint() async throws {
        let transport = ScriptedTransport([
            .answer(200, #"{"versions":["v1.11"],"unstable_features":{"org.sdn.x":true}}"#)
        ])
        let versions = try await MXRestClient.scripted(transport).supportedSDNVersions()
        #expect(transport.last?.headers["Authorization"] == nil)
        #expect(versions.supports("org.matrix.x"))
    }

    @Test(
        "a node's URL that is not http or https is refused",
        arguments: ["", "node.example", "ftp://node.example", "file:///etc/passwd", "http://", "ht tp://x"])
    func badNode(node: String) async {
        let transport = ScriptedTransport([Self.me])
        let credentials = MXCredentials(node: node, userId: nil, accessToken: "t")
        let client = MXRestClient(credentials: credentials, transport: transport)
        let error = await failure { try await client.whoami() } as? SDNSDKError
        #expect(error?.code == .invalidArgument)
        #expect(error?.field == "node")
        #expect(transport.requests.isEmpty)
    }

    @Test("a signing service's URL that is not http or https is refused")
    func badSigningService() async {
        let options = MXSDKOptions()
        options.appServiceSignURL = URL(string: "file:///etc/passwd")
        let transport = ScriptedTransport([Self.me])
        let error =
            await failure { try await MXRestClient.scripted(transport, options: options).appServiceSign("m") }
            as? SDNSDKError
        #expect(error?.code == .invalidArgument)
        #expect(error?.field == "url")
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "the handler learns of an unknown token, and if the device may log in again", arguments: [true, false])
    func unknownToken(soft: Bool) async {
        let body = "{\"errcode\":\"M_UNKNOWN_TOKEN\",\"error\":\"\",\"soft_logout\":\(soft)}"
        let error = await withCheckedContinuation { continuation in
            let client = MXRestClient.scripted(
                ScriptedTransport([.answer(401, body)]),
                unauthenticatedHandler: { error, isSoft, isRefresh, _ in
                    #expect(isSoft == soft)
                    #expect(!isRefresh)
                    continuation.resume(returning: error)
                })
            Task { await failure { try await client.whoami() } }
        }
        #expect(error == .unknownToken)
    }
}

/// A transport on which every request takes its time and fails.
private final class SlowTransport: HTTPTransport {
    private let clock: ManualClock
    private let time: Duration
    private let sent = Mutex(0)

    init(clock: ManualClock, takes time: Duration) {
        self.clock = clock
        self.time = time
    }

    var count: Int { sent.withLock { $0 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        sent.withLock { $0 += 1 }
        clock.advance(time)
        throw SDNSDKError(.timedOut, reason: "no answer")
    }

    func close() {}
}
