import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Peeking (MSC2753)")
struct PeekingTests {
    private let node: TestNode
    private let alice: RoomUser
    private let bob: RoomUser

    init() async throws {
        node = try TestNode()
        alice = try await RoomUser(node, 1)
        bob = try await RoomUser(node, 2)
    }

    private func makeRoom(_ visibility: JSONValue = "world_readable", _ more: JSONObject = [:]) async throws -> String {
        var body = more
        body["preset"] = "public_chat"
        body["initial_state"] = [
            ["type": "m.room.history_visibility", "state_key": "", "content": ["history_visibility": visibility]]
        ]
        return try await alice.createRoom(.object(body))
    }

    private func peek(_ user: RoomUser, _ room: String) async throws {
        #expect(try await user.ok("POST", ["peek", room], [:]) != [:])
    }

    private func peeked(_ answer: JSONValue, _ room: String) -> [JSONValue] {
        answer.at("rooms", "peek", room).list("timeline", "events")
    }

    @Test("a room is shown with its state first, then with its news, and only to the device that peeks")
    func shown() async throws {
        let room = try await makeRoom()
        let other = try await RoomUser(node, 2, deviceID: "OTHER")
        var since = try await bob.sync().nextBatch
        #expect(try await bob.ok("POST", ["peek", room], [:]) == ["room_id": .string(room)])
        try await alice.send("one", to: room)
        let first = try await bob.sync(since: since)
        #expect(first.at("rooms", "join") == [:])
        #expect(peeked(first, room).last?.bodyText == "one")
        let section = first.at("rooms", "peek", room)
        let types = (section.list("state", "events") + section.list("timeline", "events")).map(\.type)
        #expect(types.contains("m.room.power_levels"))
        #expect(section["ephemeral"] == nil && section["unread_notifications"] == nil)
        since = first.nextBatch
        #expect(try await bob.sync(since: since).at("rooms", "peek") == .null)
        try await alice.send("two", to: room)
        let second = try await bob.sync(since: since)
        #expect(peeked(second, room).map(\.bodyText) == ["two"])
        #expect(try await other.sync().at("rooms", "peek") == .null)
        #expect(peeked(try await bob.sync(), room).last?.bodyText == "two")
    }

    @Test("a room can be named by its alias, and its events wake a waiting poll", .timeLimit(.minutes(10)))
    func alias() async throws {
        let room = try await makeRoom("world_readable", ["room_alias_name": "window"])
        try await peek(bob, "#window:localhost")
        let since = try await bob.sync(filter: ["presence": ["types": []]]).nextBatch
        async let waiting = bob.sync(since: since, filter: ["presence": ["types": []]], timeout: 50_000)
        while node.assembly.services.notifier.waiterCount < 1, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(2))
        }
        try await alice.send("hello", to: room)
        #expect(peeked(try await waiting, room).last?.bodyText == "hello")
    }

    @Test(
        "a room that not everyone may read, or that does not exist, is refused",
        arguments: ["shared", "invited", "joined"])
    func refused(visibility: String) async throws {
        let room = try await makeRoom(.string(visibility))
        let answer = try await bob.call("POST", ["peek", room], [:])
        #expect((answer.status, answer.errcode) == (403, "M_FORBIDDEN"))
        #expect(try await bob.call("POST", ["peek", "!none:localhost"], [:]).status == 404)
        try await alice.ok("POST", ["rooms", room, "ban"], ["user_id": .string(bob.userID)])
        try await alice.setState("m.room.history_visibility", ["history_visibility": "world_readable"], in: room)
        #expect(try await bob.call("POST", ["peek", room], [:]).status == 403, "a banned user")
    }

    @Test("peeking ends when it is ended, when the user joins or leaves, or when not everyone may read the room")
    func ends() async throws {
        let rooms = [try await makeRoom(), try await makeRoom(), try await makeRoom(), try await makeRoom()]
        for room in rooms { try await peek(bob, room) }
        let since = try await bob.sync().nextBatch
        #expect(try await bob.ok("POST", ["rooms", rooms[0], "unpeek"], [:]) == [:])
        try await bob.join(rooms[1])
        try await bob.join(rooms[2])
        try await bob.leave(rooms[2])
        try await alice.setState("m.room.history_visibility", ["history_visibility": "shared"], in: rooms[3])
        for room in rooms { try await alice.send("secret", to: room) }
        let answer = try await bob.sync(since: since)
        #expect(answer.at("rooms", "peek").objectValue ?? [:] == [:])
        #expect(answer.timeline(rooms[1]).last?.bodyText == "secret")
        #expect(answer.at("rooms", "leave").objectValue?.keys.sorted() == [rooms[2]])
        #expect(try await bob.sync().at("rooms", "peek").objectValue ?? [:] == [:])
    }

    @Test("a device peeks into a limited number of rooms, and its peeking ends with its session")
    func limited() async throws {
        var rooms: [String] = []
        for _ in 0...PeekStore.roomsPerDevice {
            rooms.append(try await makeRoom())
            try await peek(bob, rooms[rooms.count - 1])
        }
        let shown = try await bob.sync().at("rooms", "peek").objectValue ?? [:]
        #expect(shown.count == PeekStore.roomsPerDevice && shown[rooms[0]] == nil)
        try await bob.ok("POST", ["logout"])
        while try await node.stepFanOut() {}
        #expect(try await node.count("peek", where: "true") == 0)
    }
}
