import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Ignored users on the node")
struct IgnoredSenderTests {
    private static func ignore(_ users: [RoomUser], by user: RoomUser) async throws {
        let list = JSONObject(uniqueKeysWithValues: users.map { ($0.userID, [:] as JSONValue) })
        try await user.ok("PUT", ["user", user.userID, "account_data", "m.ignored_user_list"], ["ignored_users": .object(list)])
    }

    /// Ann, who ignores bob; everybody is in the room. What bob says follows.
    private struct Scene {
        let ann: RoomUser, bob: RoomUser
        let room: String
        let since: String

        init(ignoring: Bool = true) async throws {
            let node = try TestNode()
            ann = try await RoomUser(node, 1)
            bob = try await RoomUser(node, 2)
            room = try await ann.createRoom(["preset": "public_chat"])
            try await bob.join(room)
            if ignoring { try await IgnoredSenderTests.ignore([ann, bob], by: ann) }
            since = try await ann.sync().nextBatch
        }
    }

    @Test("of ignored users sync has the state they set and nothing else, and all of it when they are heard again")
    func sync() async throws {
        let scene = try await Scene()
        try await scene.bob.send("unheard", to: scene.room)
        let topic = try await scene.bob.setState("m.room.member", key: scene.bob.userID, ["membership": "join", "displayname": "Bob"], in: scene.room)
        let own = try await scene.ann.send("mine", to: scene.room)
        let ignoring = try await scene.ann.sync(since: scene.since)
        #expect(ignoring.timeline(scene.room).map(\.eventID) == [topic, own])
        #expect(try await !scene.ann.sync().timeline(scene.room).contains { $0.bodyText == "unheard" })
        try await Self.ignore([], by: scene.ann)
        #expect(try await scene.ann.sync(since: scene.since).timeline(scene.room).map(\.bodyText) == ["unheard", nil, "mine"])
    }

    @Test("a message of an ignored user wakes no waiting sync")
    func quiet() async throws {
        let scene = try await Scene()
        try await scene.bob.send("unheard", to: scene.room)
        let answer = try await scene.ann.sync(since: scene.since)
        #expect(answer.joined(scene.room) == .null)
    }

    @Test("pages of history, contexts and relations are without what ignored users said")
    func history() async throws {
        let scene = try await Scene(ignoring: false)
        let first = try await scene.ann.send("first", to: scene.room)
        let unheard = try await scene.bob.send("unheard", to: scene.room)
        try await scene.bob.send(
            "m.reaction", ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(first), "key": "+"]], to: scene.room, txn: "r")
        let relations = ["rooms", scene.room, "relations", first]
        func texts() async throws -> ([String], [String], Int) {
            let context = try await scene.ann.ok("GET", ["rooms", scene.room, "context", first])
            let related = try await scene.ann.node.send(
                "GET", "/_matrix/client/v1/" + relations.map(PercentEncoding.encodeSegment).joined(separator: "/"), token: scene.ann.token, bytes: [])
            return (
                try await scene.ann.messages(scene.room, limit: 50).list("chunk").compactMap(\.bodyText),
                context.list("events_after").map(\.type), related.body.list("chunk").count
            )
        }
        #expect(try await texts() == (["unheard", "first"], ["m.room.message", "m.reaction"], 1))
        try await Self.ignore([scene.bob], by: scene.ann)
        #expect(try await texts() == (["first"], [], 0))
        #expect(try await scene.ann.ok("GET", ["rooms", scene.room, "event", unheard]).bodyText == "unheard", "who asks for it by its id gets it")
    }

    @Test("an invitation by an ignored user comes when the user is no longer ignored")
    func invitation() async throws {
        let scene = try await Scene()
        let room = try await scene.bob.createRoom(["invite": [.string(scene.ann.userID)]])
        let ignoring = try await scene.ann.sync(since: scene.since)
        #expect(ignoring.at("rooms", "invite") == [:])
        #expect(try await scene.ann.sync().at("rooms", "invite") == [:])
        try await Self.ignore([], by: scene.ann)
        let heard = try await scene.ann.sync(since: ignoring.nextBatch)
        #expect(heard.at("rooms", "invite", room) != .null)
        #expect(try await scene.ann.sync(since: heard.nextBatch).at("rooms", "invite") == [:])
    }
}
