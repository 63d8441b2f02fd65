import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("Answers to the endpoints that an app declares", .timeLimit(.minutes(10)))
struct OwnEndpointAnswerTests {
    private static let pack = ScriptedTransport.Step.answer(200, #"{"title":"Cats","images":[]}"#)
    private static let cats = PackQuery(packId: "cats")
    private static let name = "GET client/unstable/org.example.stickers/packs/{packId}"

    @Test("a request that failed on the way is sent again, but a POST only if it was not sent")
    func retries() async throws {
        let clock = ManualClock()
        let get = ScriptedTransport([TransportPipelineTests.lost, TransportPipelineTests.unreachable, Self.pack])
        let client = MXRestClient.scripted(get, clock: clock)
        #expect(try await client.call(OwnEndpoints.pack, Self.cats).title == "Cats")
        #expect(clock.sleeps == [.seconds(1), .seconds(2)])

        let lost = ScriptedTransport([TransportPipelineTests.lost, Self.pack])
        let poster = MXRestClient.scripted(lost)
        let post = await failure { try await poster.call(OwnEndpoints.newPack, StickerPack(title: "Cats")) }
        #expect((post as? SDNSDKError)?.code == .connectionLost && lost.requests.count == 1)
        let unsent = ScriptedTransport([TransportPipelineTests.unreachable, Self.pack])
        try await MXRestClient.scripted(unsent).call(OwnEndpoints.newPack, StickerPack(title: "Cats"))
        #expect(unsent.requests.count == 2)
    }

    @Test("the client waits as the node's rate limit asks, also before a POST")
    func rateLimit() async throws {
        let busy = #"{"errcode":"M_LIMIT_EXCEEDED","error":"","retry_after_ms":1500}"#
        let clock = ManualClock()
        let transport = ScriptedTransport([.answer(429, busy), Self.pack])
        try await MXRestClient.scripted(transport, clock: clock).call(
            OwnEndpoints.newPack, StickerPack(title: "Cats"))
        #expect(clock.sleeps == [.milliseconds(1500)])
    }

    @Test("a token that the node refuses is renewed, and the call is repeated with the new one")
    func renewal() async throws {
        let node = AnsweringNode()
        node.on("/packs/") { request, _ in
            request.headers["Authorization"] == "Bearer new"
                ? (200, ["title": "Cats", "images": []])
                : (401, ["errcode": "M_UNKNOWN_TOKEN", "error": "", "soft_logout": true])
        }
        node.on("/refresh") { _, _ in (200, ["access_token": "new", "refresh_token": "r2"]) }
        let credentials = MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "old")
        credentials.refreshToken = "r1"
        let client = MXRestClient(
            credentials: credentials, transport: node, options: MXSDKOptions(), clock: ManualClock().retryClock)
        #expect(try await client.call(OwnEndpoints.pack, Self.cats).title == "Cats")
        #expect(node.requests("/packs/").count == 2 && client.credentials.accessToken == "new")
    }

    @Test("a refusal and an answer without a Matrix error are typed and name the endpoint without ids")
    func refusals() async {
        let unknown = #"{"errcode":"ORG_EXAMPLE_NO_PACK","error":"no such pack","left":3}"#
        let transport = ScriptedTransport([.answer(404, unknown), .answer(418, "<html>")])
        let client = MXRestClient.scripted(transport)
        let refusal = await failure { try await client.call(OwnEndpoints.pack, Self.cats) } as? MXError
        #expect(refusal?.errcode == "ORG_EXAMPLE_NO_PACK" && refusal?.httpStatus == 404)
        #expect(refusal?.endpoint == Self.name)
        let page = await failure { try await client.call(OwnEndpoints.pack, Self.cats) } as? SDNSDKError
        #expect(page?.code == .httpStatus && page?.httpStatus == 418 && page?.endpoint == Self.name)
    }

    @Test(
        "an answer that is not what the endpoint declares names the member",
        arguments: [
            (#"{"images":[]}"#, "title"), (#"{"title":7,"images":[]}"#, "title"),
            (#"{"title":"","images":"a"}"#, "images"),
            ("[]", ""), ("{", ""), ("", ""),
        ])
    func malformed(body: String, field: String) async {
        let transport = ScriptedTransport([.answer(200, body)])
        let client = MXRestClient.scripted(transport)
        let error = await failure { try await client.call(OwnEndpoints.pack, Self.cats) } as? SDNSDKError
        #expect(error?.code == .malformedResponse && error?.field == field && error?.endpoint == Self.name)
        #expect(transport.requests.count == 1)
    }

    @Test("an endpoint without an answer accepts any object and nothing else")
    func emptyObject() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"new":1}"#), .answer(200, "[]")])
        let client = MXRestClient.scripted(transport)
        try await client.call(OwnEndpoints.newPack, StickerPack(title: "Cats"))
        let error =
            await failure { try await client.call(OwnEndpoints.newPack, StickerPack(title: "Cats")) } as? SDNSDKError
        #expect(error?.code == .malformedResponse)
    }

    @Test("of members that occur twice the last one counts, and unknown members are ignored")
    func lenient() async throws {
        let body = #"{"title":"Dogs","x":{"y":null},"title":"Cats","images":[],"size":2}"#
        let client = MXRestClient.scripted(ScriptedTransport([.answer(200, body)]))
        #expect(try await client.call(OwnEndpoints.pack, Self.cats) == StickerPack(title: "Cats", size: 2))
    }

    @Test("an answer longer than the client accepts is refused")
    func tooLarge() async {
        let options = MXSDKOptions()
        options.maximumResponseBytes = 100
        let long = "{\"title\":\"\(String(repeating: "a", count: 100))\",\"images\":[]}"
        let transport = ScriptedTransport([.answer(200, long), Self.pack])
        let client = MXRestClient.scripted(transport, options: options)
        let error = await failure { try await client.call(OwnEndpoints.pack, Self.cats) } as? SDNSDKError
        #expect(error?.code == .responseTooLarge && error?.endpoint == Self.name)
        #expect(transport.requests.count == 1 && transport.last?.maximumResponseBytes == 100)
    }

    @Test("an error of the app's own type reaches the caller as it is, and the request is not sent again")
    func ownErrors() async {
        struct Unwanted: Error {}
        struct Answer: EndpointResponse {
            init(document: JSONDocument) throws { throw Unwanted() }
        }
        struct Question: EndpointRequest {
            func parts() throws -> RequestParts { throw Unwanted() }
        }
        let transport = ScriptedTransport([Self.pack, Self.pack])
        let client = MXRestClient.scripted(transport)
        await #expect(throws: Unwanted.self) {
            try await client.call(Endpoint<NoInput, Answer>(.get, "packs"), NoInput())
        }
        #expect(transport.requests.count == 1)
        await #expect(throws: Unwanted.self) {
            try await client.call(Endpoint<Question, EmptyObject>(.get, "packs"), Question())
        }
        #expect(transport.requests.count == 1)
    }

    @Test("a type of the app can read the document itself, without a tree")
    func documents() async throws {
        struct Count: EndpointResponse {
            let images: Int
            init(document: JSONDocument) throws { images = document.root["images"]?.elements.map { _ in 1 }.count ?? 0 }
        }
        let client = MXRestClient.scripted(ScriptedTransport([.answer(200, #"{"images":["a","b"]}"#)]))
        let count = try await client.call(Endpoint<NoInput, Count>(.get, "packs"), NoInput())
        #expect(count.images == 2)
    }

    @Test("the closure form hands over the answer or the error")
    func closures() async throws {
        let client = MXRestClient.scripted(ScriptedTransport([Self.pack, .answer(404, #"{"errcode":"M_NOT_FOUND"}"#)]))
        let pack: StickerPack = try await answer { client.call(OwnEndpoints.pack, Self.cats, completion: $0) }
        #expect(pack.title == "Cats")
        await #expect(throws: MXError.notFound) {
            let _: StickerPack = try await answer { client.call(OwnEndpoints.pack, Self.cats, completion: $0) }
        }
    }

    @Test("neither a print nor a debugger shows the parts of a request")
    func secrets() throws {
        let parts = try RequestParts(path: ["packId": "secret"], query: ["token": "secret"], encoding: ["a": "secret"])
        var shown = ""
        dump(parts, to: &shown)
        #expect(!"\(parts) \(String(reflecting: parts)) \(shown)".contains("secret"))
    }
}
