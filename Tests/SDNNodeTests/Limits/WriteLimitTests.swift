import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of a user's writes (SDN sheet 7.7)")
struct WriteLimitTests {
    /// A request that writes: method, path and body, `{room}` and `{user}` in the path to be filled in.
    struct Write: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let body: JSONValue

        init(_ method: String, _ path: String, _ body: JSONValue = [:]) {
            self.method = method
            self.path = path
            self.body = body
        }

        var testDescription: String { method + " " + path }
    }

    static let writes = [
        Write("POST", "createRoom"), Write("POST", "join/{room}"), Write("POST", "rooms/{room}/join"),
        Write("POST", "knock/{room}"),
        Write("POST", "rooms/{room}/leave"), Write("POST", "rooms/{room}/invite", ["user_id": "@a:b"]),
        Write("POST", "rooms/{room}/kick", ["user_id": "@a:b"]), Write("POST", "rooms/{room}/ban", ["user_id": "@a:b"]),
        Write("POST", "rooms/{room}/unban", ["user_id": "@a:b"]),
        Write("PUT", "rooms/{room}/send/m.room.message/1", ["body": "x"]),
        Write("PUT", "rooms/{room}/state/org.example.x/"), Write("PUT", "rooms/{room}/redact/$x/1"),
        Write("PUT", "directory/room/#a:localhost", ["room_id": "!x:localhost"]),
        Write("PUT", "directory/list/room/{room}", ["visibility": "public"]),
        Write("POST", "user/{user}/filter"), Write("PUT", "user/{user}/account_data/org.example.x"),
        Write("PUT", "user/{user}/rooms/{room}/account_data/org.example.x"),
        Write("PUT", "profile/{user}/displayname", ["displayname": "x"]),
        Write("PUT", "profile/{user}/signature", ["signature": "x"]),
        Write("POST", "pushers/set", ["pushkey": "key", "app_id": "org.example.app", "kind": .null]),
    ]

    private func node(burst: Double) throws -> TestNode {
        try TestNode {
            $0.rateLimits = RateLimits(
                loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: RateLimit(perSecond: 10, burst: burst))
        }
    }

    @Test("every request that writes counts against a rate limit", arguments: writes)
    func counts(write: Write) async throws {
        let node = try node(burst: 1)
        let user = try await RoomUser(node, 1)
        let room = try await user.createRoom()
        node.clock.advance(by: .seconds(1))
        let segments = write.path.split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).replacing("{room}", with: room).replacing("{user}", with: user.userID)
        }
        #expect(try await user.call(write.method, segments, write.body).status != 429)
        let refused = try await user.call(write.method, segments, write.body)
        #expect(refused.status == 429)
        #expect(refused.body["retry_after_ms"] == 100)
    }

    @Test("a room is created with at most 100 invitations, and each counts")
    func invitations() async throws {
        let node = try node(burst: 100)
        let user = try await RoomUser(node, 1)
        func invite(_ count: Int) -> JSONValue { ["invite": .array((0..<count).map { .string("@u\($0):x") })] }
        let refused = try await user.call("POST", ["createRoom"], invite(101))
        #expect(refused.status == 400)
        #expect(refused.error?.contains("invite") == true)
        let room = try await user.createRoom(invite(100))
        #expect(
            try await user.call("PUT", ["rooms", room, "send", "m.room.message", "1"], ["body": "x"]).body[
                "retry_after_ms"] == 200)
        node.clock.advance(by: .milliseconds(200))
        try await user.send("x", to: room)
    }

    @Test("a room is created with at most 100 events of initial state")
    func initialState() async throws {
        let user = try await RoomUser(try TestNode(), 1)
        func state(_ count: Int) -> JSONValue {
            [
                "initial_state": .array(
                    (0..<count).map { ["type": "org.example.x", "state_key": .string("\($0)"), "content": [:]] })
            ]
        }
        #expect(try await user.call("POST", ["createRoom"], state(101)).errcode == "M_INVALID_PARAM")
        #expect(try await user.call("POST", ["createRoom"], state(100)).status == 200)
    }

    @Test("the newest hundred filters of a user are stored, and an old ID never means another filter")
    func filters() async throws {
        let user = try await RoomUser(try TestNode(), 1)
        var ids: [String] = []
        for limit in 1...101 {
            ids.append(
                try JSONReader(
                    await user.ok(
                        "POST", ["user", user.userID, "filter"], ["room": ["timeline": ["limit": .int(Int64(limit))]]])
                ).string("filter_id"))
        }
        #expect(Set(ids).count == 101)
        #expect(try await user.call("GET", ["user", user.userID, "filter", ids[0]]).status == 404)
        for (limit, id) in [(2, ids[1]), (101, ids[100])] {
            #expect(
                try await user.ok("GET", ["user", user.userID, "filter", id]).at("room", "timeline", "limit")
                    == .int(Int64(limit)))
        }
    }
}
