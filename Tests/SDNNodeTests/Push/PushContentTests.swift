import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Contents of notifications (Matrix: push gateway API)")
struct PushContentTests {
    @Test("a notification has both names of the event's ID, and the name of the room")
    func names() async throws {
        let scene = try await PushScene()
        let event = try await scene.ann.send("hello", to: scene.room)
        await scene.dispatcher.idle()
        let notification = try #require(scene.gateway.notifications.last)
        for member in ["id", "event_id"] { #expect(notification.text(member) == event) }
        #expect(notification.text("room_name") == "Cake")
        #expect(notification["room_alias"] == nil)
    }

    @Test("the main alias names a room without a name, however many users are in it")
    func alias() async throws {
        let scene = try await PushScene(), alias = "#cake:localhost"
        let room = try await scene.ann.createRoom(["preset": "public_chat", "room_alias_name": "cake"])
        for seed in 2..<6 as Range<UInt8> { try await RoomUser(scene.node, seed).join(room) }
        try await scene.ann.send("hello", to: room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.notifications.last?.text("room_name") == alias)
        #expect(scene.gateway.notifications.last?.text("room_alias") == alias)
        try await scene.ann.setState("m.room.name", ["name": "Pie"], in: room)
        try await scene.ann.send("again", to: room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.notifications.last?.text("room_name") == "Pie")
    }

    @Test("an invitation's notification has the membership, and an object for the counts even if they are 0")
    func invitation() async throws {
        let scene = try await PushScene()
        _ = try await scene.ann.createRoom(["invite": [.string(scene.bob.userID)]])
        await scene.dispatcher.idle()
        let notification = try #require(scene.gateway.notifications.first)
        #expect(notification.text("membership") == "invite")
        #expect(notification["user_is_target"] == true)
        #expect(notification.text("sender") == scene.ann.userID)
        #expect(notification["counts"] == [:])
        #expect(notification.at("content").text("membership") == "invite")
    }

    @Test("of a muted room, only a message that names the user is sent to the gateway")
    func muted() async throws {
        let scene = try await PushScene()
        try await scene.bob.ok("PUT", ["pushrules", "global", "room", scene.room], ["actions": ["dont_notify"]])
        try await scene.ann.send("not for you", to: scene.room)
        let named = try await scene.ann.send("for you, " + scene.bob.userID, to: scene.room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.notifications.map { $0.text("event_id") } == [named])
    }

    @Test("of two pushers, the one that the gateway rejects is deleted and the other one stays")
    func rejected() async throws {
        let scene = try await PushScene()
        try await scene.setPusher(scene.bob, key: "second")
        scene.gateway.answer(.status(200, ["rejected": ["key"]]), .status(200, ["rejected": ["key"]]))
        try await scene.ann.send("one", to: scene.room)
        await scene.dispatcher.idle()
        let left = try await scene.bob.ok("GET", ["pushers"]).list("pushers").map { $0.text("pushkey") }
        #expect(left == ["second"])
        try await scene.ann.send("two", to: scene.room)
        await scene.dispatcher.idle()
        #expect(scene.gateway.requests.count == 3)
    }
}
