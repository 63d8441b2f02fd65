import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Node, user and sync through the REST client")
struct RestClientUserTests {
    @Test("versions, capabilities and the well-known address are read")
    func facts() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            #expect(try await client.supportedSDNVersions().versions.isEmpty == false)
            let capabilities = try await client.capabilities()
            #expect(capabilities.defaultRoomVersion == "11")
            #expect(capabilities.availableRoomVersions["10"] != nil)
            #expect(try await client.wellKnow().homeServer == node.baseURL)
            let options = MXSDKOptions()
            options.wellknownDomainUrl = node.baseURL + "/"
            let elsewhere = MXRestClient(
                node: try #require(URL(string: "http://node.invalid")), unrecognizedCertificateHandler: nil,
                options: options)
            #expect(try await elsewhere.wellKnow().homeServer == node.baseURL)
        }
    }

    @Test("a user's name and picture are set, read and cleared")
    func profile() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            let id = try #require(ann.credentials.userId)
            #expect(await failure { try await bob.displayName(forUser: id) } as? MXError == .notFound)
            try await ann.setDisplayName("Ann ✿")
            try await ann.setAvatarUrl(try #require(URL(string: "mxc://d/ann")))
            #expect(try await bob.displayName(forUser: id) == "Ann ✿")
            #expect(try await bob.avatarUrl(forUser: id).absoluteString == "mxc://d/ann")
            let profile = try await node.client().profile(forUser: id)
            #expect(profile.displayName == "Ann ✿")
            try await ann.setDisplayName("")
            #expect(await failure { try await bob.displayName(forUser: id) } as? MXError == .notFound)
            #expect(await failure { try await bob.profile(forUser: "@nobody:nowhere") } as? MXError == .notFound)
        }
    }

    @Test("a filter is stored and read back with all its members")
    func filters() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            var filter = MXFilterJSONModel.syncFilterForLazyLoading(withMessageLimit: 15)
            filter.json["event_format"] = "client"
            filter.includeLeave = true
            let id = try await client.setFilter(filter)
            #expect(try await client.setFilter(filter) == id)
            let stored = try await client.getFilter(withFilterId: id)
            #expect(stored.timeline.limit == 15)
            #expect(stored.state.lazyLoadMembers)
            #expect(stored.includeLeave)
            #expect(stored == filter)
        }
    }

    @Test("a sync has rooms, invitations and messages, and the next one waits for events")
    func sync() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            let room = try await ann.createRoom(name: "Garden").roomId
            try await ann.invite(.userId(try #require(bob.credentials.userId)), toRoom: room)
            let invited = try await bob.sync(fromToken: nil, serverTimeout: 0, clientTimeout: 20_000, setPresence: nil)
            #expect(invited.rooms.invited[room]?.isEmpty == false)
            try await bob.joinRoom(room)
            let since = try await bob.sync(
                fromToken: nil, serverTimeout: 0, clientTimeout: 20_000, setPresence: "online"
            ).nextBatch
            async let news = bob.sync(fromToken: since, serverTimeout: 30_000, clientTimeout: 60_000, setPresence: nil)
            let event = try await ann.sendTextMessage(toRoom: room, text: "hello")
            let answer = try await news
            #expect(answer.rooms.joined[room]?.timeline.map(\.eventId) == [event])
            #expect(answer.nextBatch != since)
            let document = try await bob.syncDocument(
                fromToken: since, serverTimeout: .zero, clientTimeout: .seconds(20), setPresence: nil, filterId: nil)
            #expect(document.root["next_batch"]?.string != nil)
        }
    }

    @Test("the public list has the public rooms, whole, searched and page by page")
    func publicRooms() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            for name in ["Alpha", "Beta", "Gamma"] {
                _ = try await ann.createRoom(parameters: [
                    "name": .string(name), "preset": "public_chat", "visibility": "public",
                ])
            }
            _ = try await ann.createRoom(name: "Hidden")
            let guest = node.client()
            #expect(Set(try await guest.publicRooms().map(\.displayname)) == ["Alpha", "Beta", "Gamma"])
            let found = try await guest.publicRooms(onServer: nil, limit: 10, filter: "BET")
            #expect(found.chunk.map(\.displayname) == ["Beta"])
            var names: [String] = []
            var since: String?
            repeat {
                let page = try await guest.publicRooms(onServer: nil, limit: 1, since: since)
                names += page.chunk.map(\.displayname)
                since = page.nextBatch
            } while since != nil && names.count < 10
            #expect(names.sorted() == ["Alpha", "Beta", "Gamma"])
        }
    }

    @Test("a pusher is sent as in the specification, with and without append, and removed with null")
    func pusher() async throws {
        let transport = ScriptedTransport([.answer(200, "{}"), .answer(200, "{}"), .answer(200, "{}")])
        let client = MXRestClient.scripted(transport)
        func set(_ kind: MXPusherKind, append: Bool? = nil) async -> Bool {
            await withCheckedContinuation { continuation in
                if let append {
                    client.setPusher(
                        pushKey: "key", kind: kind, appId: "org.example.ios.dev", appDisplayName: "App",
                        deviceDisplayName: "Phone", profileTag: "",
                        lang: "en", data: ["url": "https://push.example/_api/push/v1/notify", "n": 1], append: append
                    ) { continuation.resume(returning: $0.isSuccess) }
                } else {
                    client.setPusher(
                        pushKey: "key", kind: kind, appId: "org.example.ios.dev", appDisplayName: "App",
                        deviceDisplayName: "Phone", profileTag: "",
                        lang: "en", data: ["url": "https://push.example/_api/push/v1/notify", "n": 1]
                    ) { continuation.resume(returning: $0.isSuccess) }
                }
            }
        }
        #expect(await set(.http))
        #expect(await set(.http, append: true))
        #expect(await set(.none))
        let bodies = try transport.requests.map { try JSONValue(parsing: $0.body ?? []) }
        #expect(transport.last?.url.path == "/_api/client/r0/pushers/set")
        #expect(bodies[0]["kind"] == "http")
        #expect(bodies[0]["append"] == nil)
        #expect(bodies[0]["data"]?["url"] == "https://push.example/_api/push/v1/notify")
        #expect(bodies[0]["data"]?["n"] == 1)
        #expect(bodies[1]["append"] == true)
        #expect(bodies[2]["kind"] == .null)
    }

    @Test("the specification's examples compile and run against a node")
    func shownForms() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            let room = try await ann.createRoom(parameters: [
                "name": "Lobby", "preset": "public_chat", "visibility": "public",
            ]).roomId
            let route = Route(to: node.url)
            try await HTTPTransports.$current.withValue(route) {
                let nodeUrl = try #require(URL(string: "http://sdn.org"))
                let mxRestClient = MXRestClient(node: nodeUrl, unrecognizedCertificateHandler: nil)
                mxRestClient.completionQueue = DispatchQueue(label: "test.completion")
                let names: [String] = await withCheckedContinuation { continuation in
                    mxRestClient.publicRooms { response in
                        switch response {
                        case .success(let rooms): continuation.resume(returning: rooms.map(\.displayname))
                        case .failure: continuation.resume(returning: [])
                        }
                    }
                }
                #expect(names == ["Lobby"])
                let credentials = MXCredentials(
                    node: "http://sdn.org", userId: ann.credentials.userId, accessToken: ann.credentials.accessToken)
                let client = MXRestClient(credentials: credentials, unrecognizedCertificateHandler: nil)
                client.completionQueue = DispatchQueue(label: "test.completion")
                let sent: String? = await withCheckedContinuation { continuation in
                    client.sendTextMessage(toRoom: room, text: "Hello World!") { (response) in
                        if case .success(let eventId) = response {
                            continuation.resume(returning: eventId)
                        } else {
                            continuation.resume(returning: nil)
                        }
                    }
                }
                #expect(sent?.hasPrefix("$") == true)
            }
        }
    }
}

/// Sends what is meant for any host to one node.
private struct Route: HTTPTransport {
    let node: URL
    private let inner = URLSessionTransport()

    init(to node: URL) { self.node = node }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request
        var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
        parts?.host = node.host
        parts?.port = node.port
        if let url = parts?.url { request.url = url }
        return try await inner.send(request)
    }

    func close() { inner.close() }
}
