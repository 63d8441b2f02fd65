import Foundation
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Notifications to gateways")
struct PushDispatcherTests {
    @Test("a message reaches the gateway as in the sheet, with one request for each pusher")
    func message() async throws {
        let scene = try await PushScene(data: ["extra": 1])
        try await scene.setPusher(scene.bob, key: "second", url: PushScene.url + "2")
        let event = try await scene.ann.send("hello", to: scene.room)
        await scene.dispatcher.idle()
        let requests = scene.gateway.requests.sorted { $0.url < $1.url }
        #expect(requests.map(\.url) == [PushScene.url, PushScene.url + "2"])
        let expected: JSONValue = [
            "event_id": .string(event), "id": .string(event), "room_id": .string(scene.room), "type": "m.room.message",
            "sender": .string(scene.ann.userID),
            "sender_display_name": "Ann", "room_name": "Cake", "prio": "low",
            "content": ["msgtype": "m.text", "body": "hello"],
            "counts": ["unread": 1],
            "devices": [["app_id": "org.app", "pushkey": "key", "pushkey_ts": 1_700_000_000, "data": ["extra": 1]]],
        ]
        #expect(requests.first?.notification == expected)
    }

    @Test("a mention has its tweaks and a high priority")
    func mention() async throws {
        let scene = try await PushScene()
        try await scene.ann.send(
            "m.room.message",
            ["msgtype": "m.text", "body": "you", "m.mentions": ["user_ids": [.string(scene.bob.userID)]]],
            to: scene.room, txn: "1")
        await scene.dispatcher.idle()
        let notification = try #require(scene.gateway.notifications.first)
        #expect(notification["prio"] == "high")
        #expect(notification.list("devices").first?["tweaks"] == ["sound": "default", "highlight": true])
    }

    @Test("a gateway with the format event_id_only gets only the IDs")
    func idsOnly() async throws {
        let scene = try await PushScene(data: ["format": "event_id_only"])
        let event = try await scene.ann.send("hello", to: scene.room)
        await scene.dispatcher.idle()
        let expected: JSONValue = [
            "event_id": .string(event), "room_id": .string(scene.room), "prio": "low", "counts": ["unread": 1],
            "devices": [
                [
                    "app_id": "org.app", "pushkey": "key", "pushkey_ts": 1_700_000_000,
                    "data": ["format": "event_id_only"],
                ]
            ],
        ]
        #expect(scene.gateway.notifications == [expected])
    }

    @Test("a user is notified of an invitation before being in the room")
    func invitation() async throws {
        let scene = try await PushScene()
        let room = try await scene.ann.createRoom(["invite": [.string(scene.bob.userID)]])
        try await scene.ann.send("not for the invited", to: room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.notifications.map(\.type) == ["m.room.member"])
        #expect(scene.gateway.notifications.first?["user_is_target"] == true)
        try await scene.bob.join(room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.requests.count == 1, "what was sent before does not come later")
    }

    @Test("reading sends only the count, if it is lower than before")
    func badge() async throws {
        let scene = try await PushScene()
        let other = try await scene.ann.createRoom(["preset": "public_chat"])
        try await scene.bob.join(other)
        let first = try await scene.ann.send("one", to: scene.room), second = try await scene.ann.send("two", to: other)
        await scene.dispatcher.idle()
        #expect(scene.gateway.notifications.last?.at("counts", "unread") == 2)
        for (room, event) in [(scene.room, first), (other, second), (other, second)] {
            try await scene.bob.ok("POST", ["rooms", room, "receipt", "m.read", event], [:])
            await scene.dispatcher.idle()
        }
        let device: JSONValue = ["app_id": "org.app", "pushkey": "key", "pushkey_ts": 1_700_000_000, "data": [:]]
        let expected: [JSONValue] = [
            ["counts": ["unread": 1], "devices": [device]], ["counts": ["unread": 0], "devices": [device]],
        ]
        #expect(Array(scene.gateway.notifications.suffix(2)) == expected)
        #expect(scene.gateway.requests.count == 4)
    }

    @Test("a pusher is deleted if the gateway rejects its own push key, and stays if it rejects another")
    func rejection() async throws {
        let scene = try await PushScene()
        scene.gateway.answer(.status(200, ["rejected": ["other"]]), .status(200, ["rejected": ["key", "other"]]))
        for text in ["one", "two", "three"] {
            try await scene.ann.send(text, to: scene.room)
            await scene.dispatcher.idle()
        }
        #expect(scene.gateway.requests.count == 2)
        #expect(try await scene.pushers(scene.bob) == 0)
    }

    @Test("pushers that are switched off, of another kind, or of a logged-out device are not notified")
    func silentPushers() async throws {
        for scene in [try await PushScene(enabled: false), try await PushScene(kind: "email")] {
            try await scene.ann.send("one", to: scene.room)
            await scene.dispatcher.idle()
            #expect(scene.gateway.requests.isEmpty)
        }
        let scene = try await PushScene()
        try await scene.bob.ok("POST", ["logout"])
        try await scene.ann.send("one", to: scene.room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.requests.isEmpty)
    }

    @Test("after a failure pauses double to an hour, newer events wait, and after a day a notification is given up")
    func patience() async throws {
        let scene = try await PushScene()
        scene.gateway.answer(PushScene.url, always: .status(503, [:]))
        try await scene.ann.send("one", to: scene.room)
        var pauses: [Duration] = []
        let start = scene.node.clock.read()
        while scene.node.clock.read() - start < .seconds(86_400) {
            let time = await scene.alarms.next()
            pauses.append(time - scene.node.clock.read())
            if pauses.count == 1 { try await scene.ann.send("two", to: scene.room) }
            scene.node.clock.advance(by: time - scene.node.clock.read())
            scene.alarms.ring()
        }
        // The last of them came too late for the first message: it was given up, and the second one was tried.
        _ = await scene.alarms.next()
        let seconds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600]
        #expect(pauses.prefix(13).elementsEqual(seconds.map { .seconds($0) }))
        #expect(pauses.dropFirst(12).allSatisfy { $0 == .seconds(3_600) })
        let bodies = scene.gateway.notifications.map { $0.at("content", "body") }
        #expect(bodies.dropLast().allSatisfy { $0 == "one" })
        #expect(bodies.last == "two")
        scene.gateway.answer(PushScene.url, always: nil)
        let count = scene.gateway.requests.count
        scene.node.clock.advance(by: .seconds(1))
        scene.alarms.ring()
        await scene.gateway.reached(count + 1)
        await scene.dispatcher.idle()
        #expect(scene.gateway.notifications.last?.at("content", "body") == "two")
    }

    @Test("a gateway without an answer, with another status or without JSON counts as failed")
    func oddAnswers() async throws {
        let scene = try await PushScene()
        scene.gateway.answer(.failure, .status(302, [:]), .status(404, [:]), .status(200, "hm"))
        try await scene.ann.send("one", to: scene.room)
        for _ in 0..<3 {
            scene.node.clock.advance(by: await scene.alarms.next() - scene.node.clock.read())
            scene.alarms.ring()
        }
        await scene.gateway.reached(4)
        await scene.dispatcher.idle()
        #expect(scene.gateway.requests.count == 4)
        try await scene.ann.send("two", to: scene.room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.notifications.map { $0.at("content", "body") } == ["one", "one", "one", "one", "two"])
    }

    @Test("a restarted node continues with its notifications, and observes the pause from before")
    func restart() async throws {
        let scene = try await PushScene()
        scene.gateway.answer(.failure)
        try await scene.ann.send("one", to: scene.room)
        let time = await scene.alarms.next()
        await scene.dispatcher.stop()
        scene.alarms.ring()
        try await scene.ann.send("two", to: scene.room)
        let gateway = ScriptedGateway(), alarms = HeldAlarms()
        let dispatcher = PushDispatcher(services: scene.node.assembly.services, transport: gateway, alarm: alarms.alarm)
        try await dispatcher.start()
        #expect(await alarms.next() == time)
        #expect(gateway.requests.isEmpty)
        scene.node.clock.advance(by: .seconds(1))
        alarms.ring()
        await gateway.reached(2)
        await dispatcher.idle()
        #expect(gateway.notifications.map { $0.at("content", "body") } == ["one", "two"])
        await dispatcher.stop()
    }

    @Test("events that were read before the gateway is back are not sent")
    func readInBetween() async throws {
        let scene = try await PushScene()
        scene.gateway.answer(.failure)
        try await scene.ann.send("one", to: scene.room)
        let event = try await scene.ann.send("two", to: scene.room)
        let time = await scene.alarms.next()
        try await scene.bob.ok("POST", ["rooms", scene.room, "receipt", "m.read", event], [:])
        try await scene.ann.send("three", to: scene.room)
        scene.node.clock.advance(by: time - scene.node.clock.read())
        scene.alarms.ring()
        await scene.gateway.reached(2)
        await scene.dispatcher.idle()
        #expect(scene.gateway.notifications.compactMap { $0.at("content", "body").stringValue } == ["one", "three"])
    }

    @Test("a silent gateway delays neither senders nor other pushers, and a stop ends its request")
    func silence() async throws {
        let scene = try await PushScene()
        scene.gateway.answer(PushScene.url, always: .silence)
        try await scene.setPusher(scene.bob, key: "second", url: PushScene.url + "2")
        for number in 0..<20 { try await scene.ann.send("message \(number)", to: scene.room) }
        await scene.gateway.reached(21)
        #expect(scene.gateway.requests.count { $0.url == PushScene.url } == 1)
        await scene.dispatcher.stop()
    }

    @Test("a node posts over HTTP, follows no redirect, and records notifications that are sent to itself")
    func overHTTP() async throws {
        let gateway = try await PushGateway.start(rejecting: ["bad"])
        let node = try await EmbeddedNode.start(
            NodeConfiguration(
                rateLimits: .unlimited, passwordCost: 16, pushURLAllowlist: ["127.0.0.1"],
                recordsPushNotifications: true))
        let inside = TestNode(assembly: node.assembly)
        let ann = try await RoomUser(inside, 1), bob = try await RoomUser(inside, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        for (key, url) in [
            ("good", gateway.notifyURL), ("bad", gateway.baseURL + "/_matrix/push/v1/notify"),
            ("own", node.baseURL + "/_api/push/v1/notify"),
        ] {
            try await bob.ok(
                "POST", ["pushers", "set"],
                [
                    "pushkey": .string(key), "kind": "http", "app_id": "a", "app_display_name": "A",
                    "device_display_name": "D", "lang": "en",
                    "data": ["url": .string(url)],
                ])
        }
        try await ann.send("over the wire", to: room)
        var seen: Set<String> = []
        for await notification in gateway.stream() {
            #expect(notification["content"]?["body"] == "over the wire")
            #expect(notification["prio"] == "high")
            seen.insert(notification["devices"]?.arrayValue?.first?["pushkey"]?.stringValue ?? "")
            if seen.count == 2 { break }
        }
        #expect(seen == ["good", "bad"])
        await node.assembly.pushDispatcher.idle()
        #expect(node.recordedPushNotifications.map { $0["devices"]?.arrayValue?.first?["pushkey"] } == ["own"])
        #expect(
            try await bob.ok("GET", ["pushers"]).list("pushers").compactMap { $0.text("pushkey") }.sorted() == [
                "good", "own",
            ])
        await node.stop()
        await gateway.stop()
    }
}
