import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Ignored users on the node")
struct IgnoredSenderTests {
    private static func ignore(_ users: [RoomUser], by user: RoomUser) async throws {
        let list = JSONObject(uniqueKeysWithValues: users.map { ($0.userID, [:] as JSONValue) })
        try await user.ok(
            "PUT", ["user", user.userID, "account_data", "m.ignored_user_list"], ["ignored_users": .object(list)])
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

    @Test("a sync has only state events of ignored users, and everything when they are no longer ignored")
    func sync() async throws {
        let scene = try await Scene()
        try await scene.bob.send("unheard", to: scene.room)
        let topic = try await scene.bob.setState(
            "m.room.member", key: scene.bob.userID, ["membership": "join", "displayname": "Bob"], in: scene.room)
        let own = try await scene.ann.send("mine", to: scene.room)
        let ignoring = try await scene.ann.sync(since: scene.since)
        #expect(ignoring.timeline(scene.room).map(\.eventID) == [topic, own])
        #expect(try await !scene.ann.sync().timeline(scene.room).contains { $0.bodyText == "unheard" })
        try await Self.ignore([], by: scene.ann)
        #expect(
            try await scene.ann.sync(since: scene.since).timeline(scene.room).map(\.bodyText) == [
                "unheard", nil, "mine",
            ])
    }

    @Test("a message of an ignored user does not end a waiting sync")
    func quiet() async throws {
        let scene = try await Scene()
        try await scene.bob.send("unheard", to: scene.room)
        let answer = try await scene.ann.sync(since: scene.since)
        #expect(answer.joined(scene.room) == .null)
    }

    @Test(
        "attack 13: a thread does not list or count messages of ignored users or show them as newest; references are hidden too"
    )
    func threads() async throws {
        let scene = try await Scene(), (ann, bob, room) = (scene.ann, scene.bob, scene.room)
        func reply(_ user: RoomUser, _ text: String, to root: String, _ kind: String = "m.thread") async throws
            -> String
        {
            try await user.send(
                "m.room.message",
                [
                    "msgtype": "m.text", "body": .string(text),
                    "m.relates_to": ["rel_type": .string(kind), "event_id": .string(root)],
                ],
                to: room, txn: text)
        }
        let root = try await ann.send("root", to: room), quiet = try await ann.send("quiet", to: room),
            foreign = try await bob.send("foreign", to: room)
        _ = try await reply(ann, "heard", to: root)
        for (text, target) in [("late", root), ("only", quiet)] { _ = try await reply(bob, text, to: target) }
        _ = try await reply(ann, "to the foreign root", to: foreign)
        _ = try await reply(bob, "refers", to: root, "m.reference")
        let own = try await reply(ann, "refers too", to: root, "m.reference")
        let relations = try await ann.ok("GET", ["rooms", room, "event", root]).at("unsigned", "m.relations")
        #expect(relations.at("m.thread", "latest_event").bodyText == "heard" && relations.at("m.thread", "count") == 1)
        #expect(relations.at("m.reference", "chunk") == [["event_id": .string(own)]])
        #expect(try await ann.ok("GET", ["rooms", room, "event", quiet]).at("unsigned", "m.relations") == .null)
        let pages = try await ann.ok("GET", ["rooms", room, "threads"], query: ["limit": "10"])
        #expect(pages.list("chunk").map(\.eventID) == [root])
        // Page by page too, although a newer reply lies beyond the page.
        let second = try await ann.send("second root", to: room)
        _ = try await reply(ann, "in the second", to: second)
        _ = try await reply(bob, "later in the first", to: root)
        let first = try await ann.ok("GET", ["rooms", room, "threads"], query: ["limit": "1"])
        #expect(first.list("chunk").map(\.eventID) == [second])
        let rest = try await ann.ok("GET", ["rooms", room, "threads"], query: ["limit": "1", "from": first.nextBatch])
        #expect(rest.list("chunk").map(\.eventID) == [root])
        // Bob himself sees all of it.
        #expect(
            try await bob.ok("GET", ["rooms", room, "event", root]).at("unsigned", "m.relations", "m.thread", "count")
                == 3)
    }

    @Test("pages of history, contexts and relations leave out messages of ignored users")
    func history() async throws {
        let scene = try await Scene(ignoring: false)
        let first = try await scene.ann.send("first", to: scene.room)
        let unheard = try await scene.bob.send("unheard", to: scene.room)
        try await scene.bob.send(
            "m.reaction", ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(first), "key": "+"]],
            to: scene.room, txn: "r")
        let relations = ["rooms", scene.room, "relations", first]
        func texts() async throws -> ([String], [String], Int) {
            let context = try await scene.ann.ok("GET", ["rooms", scene.room, "context", first])
            let related = try await scene.ann.node.send(
                "GET", "/_matrix/client/v1/" + relations.map(PercentEncoding.encodeSegment).joined(separator: "/"),
                token: scene.ann.token, bytes: [])
            return (
                try await scene.ann.messages(scene.room, limit: 50).list("chunk").compactMap(\.bodyText),
                context.list("events_after").map(\.type), related.body.list("chunk").count
            )
        }
        #expect(try await texts() == (["unheard", "first"], ["m.room.message", "m.reaction"], 1))
        try await Self.ignore([scene.bob], by: scene.ann)
        #expect(try await texts() == (["first"], [], 0))
        #expect(
            try await scene.ann.ok("GET", ["rooms", scene.room, "event", unheard]).bodyText == "unheard",
            "who asks for it by its id gets it")
    }

    @Test("an ignored user's invitation appears when the user is no longer ignored")
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
