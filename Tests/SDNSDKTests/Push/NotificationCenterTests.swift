import HeraldJSON
import HeraldLocks
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("The notification center", .timeLimit(.minutes(10)))
struct NotificationCenterTests {
    private func event(_ body: String, _ more: JSONObject = [:], sender: String = "@you:x", in roomId: String = "!r:x")
        throws -> MXEvent
    {
        try MXEvent(
            json: [
                "type": "m.room.message", "sender": .string(sender), "event_id": "$1",
                "content": .object(more.merging(["msgtype": "m.text", "body": .string(body)]) { old, _ in old }),
            ], roomId: roomId)
    }

    @Test("a session that has never reached its node decides by the specification's defaults")
    func offline() throws {
        let session = MXSession.scripted(ScriptedTransport([]))
        let center = session.notificationCenter
        #expect(center.shouldNotify(try event("hello"))?.ruleId == ".m.rule.message")
        let mention = try event("you", ["m.mentions": ["user_ids": [.string(session.myUserId)]]])
        #expect(center.rule(matching: mention)?.ruleId == ".m.rule.is_user_mention")
        #expect(center.highlights(mention))
        #expect(center.shouldNotify(try event("hello", sender: session.myUserId)) == nil)
        #expect(center.shouldNotify(try event("hm", ["msgtype": "m.notice"])) == nil)
        #expect(center.rule(byId: ".m.rule.master")?.enabled == false)
        #expect(center.flatRules.count == 18)
    }

    @Test("a muted room does not notify, even if the event does not name its room")
    func muted() async throws {
        let quiet = try await QuietSession()
        let (room, center) = (try quiet.room, quiet.session.notificationCenter)
        func setRules(_ rooms: [JSONValue]) async throws {
            let message: JSONValue = [
                "rule_id": ".m.rule.message", "default": true, "enabled": true, "actions": ["notify"],
                "conditions": [["kind": "event_match", "key": "type", "pattern": "m.room.message"]],
            ]
            let global: JSONValue = ["room": .array(rooms), "underride": [message]]
            try await quiet.take([
                "account_data": ["events": [["type": "m.push_rules", "content": ["global": global]]]]
            ])
        }
        let event = try MXEvent(json: [
            "type": "m.room.message", "sender": "@you:x", "event_id": "$1",
            "content": ["msgtype": "m.text", "body": "hello"],
        ])
        try await setRules([])
        #expect(try await center.shouldNotify(event, in: room) != nil)
        try await setRules([["rule_id": .string(room.roomId), "default": false, "enabled": true, "actions": []]])
        #expect(try await center.shouldNotify(event, in: room) == nil)
        let state = try await room.state()
        #expect(center.shouldNotify(event, roomState: state) == nil)
        await quiet.session.close()
    }

    @Test("live events notify by the rules that sync brings, as on the node, and history does not")
    func live() async throws {
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let alice = try await EmbeddedUser(node, 1), bob = try await EmbeddedUser(node, 2)
        let response = try await alice.client.createRoom(parameters: ["preset": "public_chat"])
        let roomId = response.roomId
        _ = try await bob.client.joinRoom(roomId)
        _ = try await alice.client.sendTextMessage(toRoom: roomId, text: "history")
        let session = try await bob.session(MXMemoryStore())
        let heard = Mutex<[String]>([])
        let center = session.notificationCenter
        let listener = center.listenToNotifications { event, state, rule in
            heard.withLock {
                $0.append(
                    "\(event.content["body"]?.stringValue ?? event.type) \(rule.ruleId) \(rule.highlights) \(state?.roomId == roomId)"
                )
            }
        }
        try await session.start()
        let room = try await session.room(roomId, becomes: .join)
        var updates = Updates(room.liveTimeline.updates())
        func say(_ text: String, _ more: JSONObject = [:]) async throws {
            let content = more.merging(["msgtype": "m.text", "body": .string(text)]) { old, _ in old }
            let id = try await alice.client.sendEvent(
                toRoom: roomId, eventType: .roomMessage, content: content, txnId: nil)
            _ = try await updates.first { $0.liveEvent?.eventId == id ? true : nil }
        }
        try await say("one")
        try await say("two", ["m.mentions": ["user_ids": [.string(bob.userId)]]])
        try await say("quiet", ["msgtype": "m.notice"])
        _ = try await room.sendTextMessage("mine")
        while heard.withLock({ $0.count }) < 2 { await Task.yield() }
        #expect(
            heard.withLock { $0 } == [
                "one .m.rule.room_one_to_one false true", "two .m.rule.is_user_mention true true",
            ])

        var synced = Updates(session.updates())
        try await center.addContentRule("ca*e", notify: true, sound: false, highlight: true)
        try await center.addRoomRule(roomId, notify: false, sound: false, highlight: false)
        while center.rule(byId: "ca*e") == nil || center.rule(byId: roomId) == nil {
            _ = try await synced.first { if case .synced = $0 { true } else { nil } }
        }
        try await say("three")
        try await say("there is Cake")
        // The center hears after the room.
        while heard.withLock({ $0.count }) < 3 { await Task.yield() }
        #expect(heard.withLock { $0.last } == "there is Cake ca*e true true")
        #expect(heard.withLock { $0.count } == 3)
        let fetched = try await center.refreshRules()
        #expect(fetched.global.all == center.flatRules)
        center.removeListener(listener)
        try await say("more cake")
        #expect(heard.withLock { $0.count } == 3)
        let page = try await bob.client.notifications()
        #expect(
            page.notifications.map { $0.event.content["body"] } == [
                "more cake", "there is Cake", "two", "one", "history",
            ])
        await session.close()
        await node.stop()
    }

    @Test(
        "rules for a single event use the stored room: its member count, its power levels and the user's name in it"
    )
    func stored() async throws {
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited)),
            folder = try TemporaryFolder()
        let alice = try await EmbeddedUser(node, 1), bob = try await EmbeddedUser(node, 2)
        try await bob.client.setDisplayName("Robert")
        let roomId = try await alice.client.createRoom(parameters: ["preset": "public_chat"]).roomId
        _ = try await bob.client.joinRoom(roomId)
        let before = try await bob.session(MXFileStore(directory: folder.url))
        try await before.start()
        _ = try await before.room(roomId, becomes: .join)
        await before.close()
        let session = try await bob.session(MXFileStore(directory: folder.url))
        let room = try #require(session.room(withRoomId: roomId)), center = session.notificationCenter
        let plain = try event("hello", sender: alice.userId, in: roomId),
            everyone = try event("all", ["m.mentions": ["room": true]], sender: alice.userId)
        #expect(center.shouldNotify(plain)?.ruleId == ".m.rule.room_one_to_one")
        #expect(try await center.shouldNotify(plain, in: room)?.ruleId == ".m.rule.room_one_to_one")
        #expect(try await center.shouldNotify(everyone, in: room)?.ruleId == ".m.rule.is_room_mention")
        #expect(
            try await center.rule(matching: event("Robert?", sender: alice.userId), in: room)?.ruleId
                == ".m.rule.contains_display_name")
        #expect(
            try await center.rule(matching: event("all", ["m.mentions": ["room": true]], sender: bob.userId), in: room)
                == nil)
        await session.close()
        await node.stop()
    }
}
