import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Unread counts")
struct UnreadCountTests {
    /// Two users in one room, and a third who only makes it a room of more than two.
    private struct Scene {
        let node: TestNode
        let ann: RoomUser, bob: RoomUser, eve: RoomUser
        let room: String

        init() async throws {
            node = try TestNode()
            ann = try await RoomUser(node, 1)
            bob = try await RoomUser(node, 2)
            eve = try await RoomUser(node, 3)
            room = try await ann.createRoom(["preset": "public_chat"])
            try await bob.join(room)
            try await eve.join(room)
        }

        func counts(_ user: RoomUser) async throws -> [Int64?] {
            let unread = try await user.sync().joined(room).at("unread_notifications")
            return [unread["notification_count"]?.intValue, unread["highlight_count"]?.intValue]
        }

        func read(_ user: RoomUser, _ event: String, thread: String? = nil, kind: String = "m.read") async throws {
            var body = JSONObject()
            body.set("thread_id", thread)
            try await user.ok("POST", ["rooms", room, "receipt", kind, event], .object(body))
        }
    }

    @Test("attack 48: each sync counts at most a thousand unread messages of a flooded room")
    func flooded() async throws {
        let scene = try await Scene()
        try await scene.ann.send("one", to: scene.room)
        try await scene.node.assembly.services.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO notified (room, ord, sender, thread, is_highlight, actions)
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
                    SELECT room, ord + i, sender, thread, is_highlight, actions FROM n, (SELECT * FROM notified LIMIT 1)
                    """)
        }
        #expect(try await scene.counts(scene.bob) == [1_000, 0])
    }

    @Test("a message counts as unread for everybody but its sender, until it is read")
    func messages() async throws {
        let scene = try await Scene()
        try await scene.ann.send("one", to: scene.room)
        let second = try await scene.ann.send("two", to: scene.room)
        #expect(try await scene.counts(scene.bob) == [2, 0])
        #expect(try await scene.counts(scene.ann) == [0, 0])
        let since = try await scene.bob.sync().nextBatch
        try await scene.read(scene.bob, second)
        #expect(try await scene.counts(scene.bob) == [0, 0])
        #expect(try await scene.counts(scene.eve) == [2, 0])
        let news = try await scene.bob.sync(since: since).joined(scene.room)
        #expect(
            news.at("unread_notifications", "notification_count") == 0, "the other devices of the reader hear of it")
    }

    @Test("a private receipt counts too")
    func privateReceipts() async throws {
        let scene = try await Scene()
        let event = try await scene.ann.send("one", to: scene.room)
        try await scene.ann.send("two", to: scene.room)
        try await scene.read(scene.bob, event, kind: "m.read.private")
        #expect(try await scene.counts(scene.bob) == [1, 0])
    }

    @Test("a mention is highlighted for the user that it names, by ID and by name")
    func mentions() async throws {
        let scene = try await Scene()
        try await scene.bob.ok("PUT", ["profile", scene.bob.userID, "displayname"], ["displayname": "Bob the Builder"])
        try await scene.ann.send(
            "m.room.message",
            ["msgtype": "m.text", "body": "you", "m.mentions": ["user_ids": [.string(scene.bob.userID)]]],
            to: scene.room, txn: "1")
        #expect(try await scene.counts(scene.bob) == [1, 1])
        #expect(try await scene.counts(scene.eve) == [1, 0])
        try await scene.ann.send("well, bob THE builder?", to: scene.room)
        try await scene.ann.send("well, bob the builders?", to: scene.room)
        try await scene.eve.send("and @room, which I may not", to: scene.room)
        try await scene.ann.send("and @room", to: scene.room)
        #expect(try await scene.counts(scene.bob) == [5, 3])
        #expect(try await scene.counts(scene.eve) == [4, 1])
        try await scene.bob.ok("PUT", ["profile", scene.bob.userID, "displayname"], ["displayname": "🎉"])
        try await scene.ann.send("party 🎉 now", to: scene.room)
        #expect(try await scene.counts(scene.bob) == [6, 4])
    }

    @Test("notices, edits, reactions and changes of the room do not count as unread")
    func quietEvents() async throws {
        let scene = try await Scene()
        let event = try await scene.ann.send("one", to: scene.room)
        try await scene.ann.send("m.room.message", ["msgtype": "m.notice", "body": "hm"], to: scene.room, txn: "1")
        try await scene.ann.send(
            "m.room.message",
            [
                "msgtype": "m.text", "body": "* two",
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(event)],
            ], to: scene.room, txn: "2")
        try await scene.ann.send(
            "m.reaction", ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(event), "key": "+"]],
            to: scene.room, txn: "3")
        try await scene.ann.setState("m.room.topic", ["topic": "new"], in: scene.room)
        #expect(try await scene.counts(scene.bob) == [1, 0])
    }

    @Test("messages from before a member joined, or while the member was away, do not count as unread")
    func joining() async throws {
        let scene = try await Scene()
        let late = try await RoomUser(scene.node, 4)
        try await scene.ann.send("before", to: scene.room)
        try await late.join(scene.room)
        #expect(try await scene.counts(late) == [0, 0])
        try await scene.ann.send("after", to: scene.room)
        try await late.ok("PUT", ["profile", late.userID, "displayname"], ["displayname": "Late"])
        #expect(try await scene.counts(late) == [1, 0], "a new name is no new beginning")
        try await late.leave(scene.room)
        try await scene.ann.send("away", to: scene.room)
        try await late.join(scene.room)
        #expect(try await scene.counts(late) == [0, 0], "who has read nothing begins anew")
        try await scene.read(late, try await scene.ann.send("read", to: scene.room))
        try await scene.ann.send("unread", to: scene.room)
        try await late.leave(scene.room)
        try await scene.ann.send("away again", to: scene.room)
        try await late.join(scene.room)
        #expect(try await scene.counts(late) == [1, 0], "who has read goes on from there")
    }

    @Test("a redacted message no longer counts")
    func redaction() async throws {
        let scene = try await Scene()
        let event = try await scene.ann.send(
            "m.room.message",
            ["msgtype": "m.text", "body": "you", "m.mentions": ["user_ids": [.string(scene.bob.userID)]]],
            to: scene.room, txn: "1")
        try await scene.ann.redact(event, in: scene.room, txn: "2")
        #expect(try await scene.counts(scene.bob) == [0, 0])
        #expect(try await scene.counts(scene.eve) == [0, 0])
    }

    @Test("a user's own rules apply from the moment they are created")
    func ownRules() async throws {
        let scene = try await Scene()
        try await scene.ann.send("one", to: scene.room)
        try await scene.bob.ok("PUT", ["pushrules", "global", "room", scene.room], ["actions": []])
        try await scene.ann.send("two", to: scene.room)
        #expect(try await scene.counts(scene.bob) == [1, 0])
        try await scene.bob.ok(
            "PUT", ["pushrules", "global", "content", "cake"],
            ["actions": ["notify", ["set_tweak": "highlight"]], "pattern": "ca?e"])
        try await scene.ann.send("there is CAKE", to: scene.room)
        #expect(try await scene.counts(scene.bob) == [2, 1])
        #expect(try await scene.counts(scene.eve) == [3, 0])
        try await scene.bob.ok(
            "PUT", ["pushrules", "global", "override", ".m.rule.master", "enabled"], ["enabled": true])
        try await scene.ann.send("more cake", to: scene.room)
        #expect(try await scene.counts(scene.bob) == [2, 1])
        try await scene.bob.ok(
            "PUT", ["pushrules", "global", "override", ".m.rule.master", "enabled"], ["enabled": false])
        try await scene.bob.ok("DELETE", ["pushrules", "global", "room", scene.room])
        try await scene.ann.send("and no more", to: scene.room)
        #expect(try await scene.counts(scene.bob) == [3, 1])
    }

    @Test("threads are counted and read separately if the client asks for it")
    func threads() async throws {
        let scene = try await Scene()
        let root = try await scene.ann.send("root", to: scene.room)
        let reply = try await scene.ann.send(
            "m.room.message",
            [
                "msgtype": "m.text", "body": "reply",
                "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)],
            ], to: scene.room, txn: "1")
        let last = try await scene.ann.send("outside", to: scene.room)
        let filter: JSONValue = ["room": ["timeline": ["unread_thread_notifications": true]]]
        func threaded() async throws -> [JSONValue] {
            let section = try await scene.bob.sync(filter: filter).joined(scene.room)
            return [
                section.at("unread_notifications", "notification_count"),
                section["unread_thread_notifications"] ?? [:],
            ]
        }
        let one: JSONValue = ["notification_count": 1, "highlight_count": 0]
        #expect(try await threaded() == [2, .object([root: one])])
        #expect(try await scene.counts(scene.bob) == [3, 0])
        try await scene.read(scene.bob, last, thread: "main")
        #expect(try await threaded() == [0, .object([root: one])])
        try await scene.read(scene.bob, reply, thread: root)
        #expect(try await threaded() == [0, [:]])
        try await scene.ann.send(
            "m.room.message",
            [
                "msgtype": "m.text", "body": "again",
                "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)],
            ], to: scene.room, txn: "2")
        let end = try await scene.ann.send("end", to: scene.room)
        #expect(try await threaded() == [1, .object([root: one])])
        try await scene.read(scene.bob, end)
        #expect(try await threaded() == [0, [:]], "a receipt without a thread is for all of them")
    }

    @Test("messages of ignored users do not count as unread")
    func ignored() async throws {
        let scene = try await Scene()
        try await scene.bob.ok(
            "PUT", ["user", scene.bob.userID, "account_data", "m.ignored_user_list"],
            ["ignored_users": [scene.ann.userID: [:]]])
        try await scene.ann.send("hello", to: scene.room)
        try await scene.eve.send("me too", to: scene.room)
        #expect(try await scene.counts(scene.bob) == [1, 0])
    }

    @Test("notifications are listed page by page, newest first, with the rule's actions")
    func list() async throws {
        let scene = try await Scene()
        let read = try await scene.ann.send("one", to: scene.room)
        try await scene.ann.send(
            "m.room.message",
            ["msgtype": "m.text", "body": "two", "m.mentions": ["user_ids": [.string(scene.bob.userID)]]],
            to: scene.room, txn: "1")
        try await scene.ann.send("three", to: scene.room)
        try await scene.read(scene.bob, read)
        var bodies: [String?] = [], token: String?
        repeat {
            var query = ["limit": "2"]
            query["from"] = token
            let page = try await scene.bob.ok("GET", ["notifications"], query: query)
            bodies += page.list("notifications").map { $0["event"]?.bodyText }
            token = page.text("next_token")
        } while token != nil
        #expect(bodies == ["three", "two", "one"])
        let all = try await scene.bob.ok("GET", ["notifications"]).list("notifications")
        #expect(all.map { $0["read"] } == [false, false, true])
        #expect(all.last?["actions"] == ["notify"])
        #expect(all.last?.text("room_id") == scene.room)
        #expect(all.last?["ts"]?.intValue != nil)
        let highlights = try await scene.bob.ok("GET", ["notifications"], query: ["only": "highlight"]).list(
            "notifications")
        #expect(highlights.map { $0["event"]?.bodyText } == ["two"])
        #expect(try await scene.ann.ok("GET", ["notifications"]).list("notifications").isEmpty)
        #expect(try await scene.bob.call("GET", ["notifications"], query: ["from": "x"]).errcode == "M_INVALID_PARAM")
    }

    @Test("a message to a thousand members with default rules is one row and little work", .tags(.slow))
    func largeRoom() async throws {
        let scene = try await Scene()
        let services = scene.node.assembly.services
        let room = scene.room
        func timed(_ count: Int, _ name: String) async throws -> Duration {
            let start = ContinuousClock.now
            for number in 0..<count { try await scene.ann.send("hello there \(name) \(number)", to: room) }
            return (ContinuousClock.now - start) / count
        }
        let small = try await timed(50, "small")
        try await services.database.write { db in
            guard let record = try RoomRecord.find(room, in: db) else { return }
            var log = RoomLog(db, room: record, now: Timestamp(milliseconds: 1), push: services.push)
            for number in 0..<1_000 {
                try log.append(
                    .member(
                        "@user\(number):x", .join, by: "@user\(number):x", ["displayname": .string("Member \(number)")])
                )
            }
        }
        let before = try await services.database.read { db in
            try Int64.fetchOne(db, sql: "SELECT (SELECT count(*) FROM notified) + (SELECT count(*) FROM notified_user)")
        }
        let large = try await timed(50, "large")
        let after = try await services.database.read { db in
            try Int64.fetchOne(db, sql: "SELECT (SELECT count(*) FROM notified) + (SELECT count(*) FROM notified_user)")
        }
        #expect(after == before.map { $0 + 50 })
        try await services.database.write { db in
            for number in 0..<1_000 {
                try PushRuleStore.set(
                    PushRule(.room, id: "!other:x", actions: []), of: "@user\(number):x", before: nil, after: nil,
                    in: db)
            }
        }
        _ = try await timed(1, "warm")
        let custom = try await timed(50, "custom")
        print(
            "a message to 3 members \(small), to 1,003 with the defaults \(large), to 1,003 with rules of their own \(custom)"
        )
        #expect(large < small + .milliseconds(200))
        #expect(custom < small + .seconds(2))
    }
}
