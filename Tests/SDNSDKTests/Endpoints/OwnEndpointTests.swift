import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Endpoints that an app declares", .timeLimit(.minutes(10)))
struct OwnEndpointTests {
    private static let pack = ScriptedTransport.Step.answer(200, #"{"title":"Cats","images":["a"]}"#)
    private static let empty = ScriptedTransport.Step.answer(200, "{}")

    @Test("a node answers an endpoint that the SDK does not name, and its refusal names the endpoint")
    func node() async throws {
        try await withNode { node in
            let session = MXSession(sdnRestClient: try await node.loggedIn())
            let created = try await session.sdnRestClient.createRoom(name: "Harbour")
            let endpoint = OwnEndpoints.joinedMembers
            let members = try await session.sdnRestClient.call(endpoint, RoomQuery(roomId: created.roomId))
            #expect(members.joined.keys.map(\.self) == [session.myUserId])

            let stranger = try await node.loggedIn()
            let error =
                await failure { try await stranger.call(endpoint, RoomQuery(roomId: created.roomId)) } as? MXError
            #expect(error == .forbidden && error?.httpStatus == 403)
            #expect(
                error?.endpoint == "GET client/v3/rooms/{roomId}/joined_members" && error?.endpoint == endpoint.name)
            await session.close()
        }
    }

    @Test("the request has the token, the path with each value as one segment, the sorted query and the JSON body")
    func request() async throws {
        let transport = ScriptedTransport([Self.pack, Self.empty, .answer(200, #"{"server_version":"1"}"#)])
        let client = MXRestClient.scripted(transport)
        let pack = try await client.call(OwnEndpoints.pack, PackQuery(packId: "../a?b#c%2F é"))
        #expect(pack == StickerPack(title: "Cats", images: ["a"]))
        let sent = try #require(transport.last)
        #expect(sent.method == "GET" && sent.body == nil && sent.timeout == .seconds(60))
        #expect(sent.headers["Authorization"] == "Bearer the-token")
        #expect(
            sent.url.absoluteString
                == "http://node.example/_api/client/unstable/org.example.stickers/packs/..%2Fa%3Fb%23c%252F%20%C3%A9"
                + "?q=a%26b&via=one&via=two")

        let change = PackChange(packId: "cats", pack: StickerPack(title: "Cats"))
        try await client.call(OwnEndpoints.changePack, change, timeout: .seconds(5))
        #expect(transport.last?.method == "PUT" && transport.last?.timeout == .seconds(5))
        #expect(transport.last?.headers["Content-Type"] == "application/json")
        // A member that is nil is left out.
        #expect(try JSONValue(parsing: transport.last?.body ?? []) == ["title": "Cats", "images": []])

        #expect(try await client.call(OwnEndpoints.serverVersion, NoInput()).version == "1")
        #expect(transport.last?.url.absoluteString == "http://node.example/_synapse/admin/v1/server_version")
    }

    @Test("the root of the API is the client's, also when the node's releases are known")
    func root() async throws {
        let versions = ScriptedTransport.Step.answer(200, #"{"versions":["v1.11"]}"#)
        let transport = ScriptedTransport([versions, Self.pack])
        let client = MXRestClient.scripted(transport, apiRoot: .matrix)
        _ = try await client.supportedSDNVersions()
        let endpoint = Endpoint<NoInput, StickerPack>(.get, "client/r0/packs/")
        _ = try await client.call(endpoint, NoInput())
        #expect(transport.last?.url.absoluteString == "http://node.example/_matrix/client/r0/packs/")
    }

    @Test(
        "no path leads to another host",
        arguments: [
            ("https://evil.example/x", "/_api/https%3A/evil.example/x"), ("//evil.example/x", "/evil.example/x"),
            ("@evil.example/x", "/_api/%40evil.example/x"), (":80@evil.example", "/_api/%3A80%40evil.example"),
            (#"/\evil.example"#, "/%5Cevil.example"), ("\r\nHost: evil.example", "/_api/%0D%0AHost%3A%20evil.example"),
        ])
    func hosts(path: String, sent: String) async throws {
        let transport = ScriptedTransport([Self.pack])
        _ = try await MXRestClient.scripted(transport).call(Endpoint<NoInput, StickerPack>(.get, path), NoInput())
        #expect(transport.last?.url.absoluteString == "http://node.example" + sent)
        #expect(transport.last?.url.host == "node.example")
    }

    @Test("a value that would call another endpoint is refused before anything is sent", arguments: ["", ".", ".."])
    func values(value: String) async {
        let transport = ScriptedTransport([Self.pack])
        let client = MXRestClient.scripted(transport)
        let error =
            await failure { try await client.call(OwnEndpoints.pack, PackQuery(packId: value)) } as? SDNSDKError
        #expect(error?.code == .invalidArgument && error?.field == "packId")
        #expect(error?.endpoint == "GET client/unstable/org.example.stickers/packs/{packId}")
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "a path that is no template is refused before anything is sent",
        arguments: ["", "/", "..", "a/../b", "./a", "a/{packId}.json", "{packId", "a?b=c", "a#b"])
    func templates(path: String) async {
        let transport = ScriptedTransport([Self.pack])
        let endpoint = Endpoint<PackQuery, StickerPack>(.get, path)
        let client = MXRestClient.scripted(transport)
        let error = await failure { try await client.call(endpoint, PackQuery(packId: "a")) } as? SDNSDKError
        #expect(error?.code == .invalidArgument && error?.field == "path")
        #expect(transport.requests.isEmpty)
    }

    @Test("a value that the request does not give, a body that has no JSON form and a GET with a body are refused")
    func requests() async {
        let transport = ScriptedTransport([Self.pack])
        let client = MXRestClient.scripted(transport)
        let missing = Endpoint<NoInput, StickerPack>(.get, "packs/{packId}")
        let missingError = await failure { try await client.call(missing, NoInput()) } as? SDNSDKError
        #expect(missingError?.code == .invalidArgument && missingError?.field == "packId")
        let infinite = StickerPack(title: "Cats", size: .infinity)
        let bodyError = await failure { try await client.call(OwnEndpoints.newPack, infinite) } as? SDNSDKError
        #expect(bodyError?.code == .invalidArgument && bodyError?.field == "size")
        let get = Endpoint<StickerPack, EmptyObject>(.get, "packs")
        let getError = await failure { try await client.call(get, StickerPack(title: "Cats")) } as? SDNSDKError
        #expect(getError?.code == .invalidArgument && getError?.field == "body")
        #expect(transport.requests.isEmpty)
    }

    @Test("the token is sent as the endpoint's access says")
    func access() async throws {
        let transport = ScriptedTransport(Array(repeating: Self.pack, count: 3))
        let (user, guest) = (MXRestClient.scripted(transport), MXRestClient.scripted(transport, token: nil))
        let open = Endpoint<NoInput, StickerPack>(.get, "packs", access: .open)
        let optional = Endpoint<NoInput, StickerPack>(.get, "packs", access: .optional)
        try await user.call(open, NoInput())
        try await user.call(optional, NoInput())
        try await guest.call(optional, NoInput())
        #expect(transport.requests.map { $0.headers["Authorization"] } == [nil, "Bearer the-token", nil])
        let error = await failure { try await guest.call(OwnEndpoints.serverVersion, NoInput()) } as? SDNSDKError
        #expect(error?.code == .missingCredentials && transport.requests.count == 3)
    }
}
