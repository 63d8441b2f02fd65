import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Pushers that are set again")
struct PusherRenewalTests {
    private static let other = PushScene.url + "/new"

    private func told(_ scene: PushScene, _ url: String) -> [String] {
        scene.gateway.requests.filter { $0.url == url }.compactMap { $0.notification.at("content", "body").stringValue }
    }

    @Test("a paused pusher that is set again gets the next message at once")
    func resting() async throws {
        let scene = try await PushScene()
        scene.gateway.answer(PushScene.url, always: .status(503, [:]))
        try await scene.ann.send("lost", to: scene.room)
        _ = await scene.alarms.next()
        try await scene.setPusher(scene.bob, url: Self.other)
        try await scene.ann.send("found", to: scene.room)
        await scene.dispatcher.idle()
        #expect(told(scene, Self.other) == ["found"])
        // The alarm of the one before wakes nobody twice.
        scene.alarms.ring()
        await scene.dispatcher.idle()
        #expect(told(scene, Self.other) == ["found"])
    }

    @Test("a late answer of the old gateway neither deletes nor delays the new pusher", arguments: [200, 503])
    func late(status: Int) async throws {
        let scene = try await PushScene()
        let held = HeldAnswer()
        scene.gateway.answer(PushScene.url, always: .held(held))
        try await scene.ann.send("one", to: scene.room)
        await scene.gateway.reached(1)
        try await scene.setPusher(scene.bob, url: Self.other)
        try await scene.ann.send("two", to: scene.room)
        held.give(status, ["rejected": ["key"]])
        await scene.gateway.reached(2)
        await scene.dispatcher.idle()
        #expect(told(scene, Self.other) == ["two"])
        #expect(try await scene.pushers(scene.bob) == 1)
        try await scene.ann.send("three", to: scene.room)
        await scene.dispatcher.idle()
        #expect(told(scene, Self.other) == ["two", "three"])
    }

    @Test("a failure from before a pusher was set again does not delay it")
    func failedBefore() async throws {
        let scene = try await PushScene()
        scene.gateway.answer(.failure)
        try await scene.ann.send("one", to: scene.room)
        _ = await scene.alarms.next()
        // The same gateway, in the same millisecond.
        try await scene.setPusher(scene.bob)
        try await scene.ann.send("two", to: scene.room)
        await scene.dispatcher.idle()
        #expect(told(scene, PushScene.url) == ["one", "two"])
    }

    @Test("nothing is remembered of pushers that were removed, or deleted with their devices")
    func removed() async throws {
        let scene = try await PushScene()
        let second = try await RoomUser(scene.node, 2, deviceID: "SECOND")
        try await scene.setPusher(second, key: "second")
        try await scene.ann.send("one", to: scene.room)
        await scene.dispatcher.idle()
        #expect(await scene.dispatcher.remembered == 2)
        try await scene.bob.ok("POST", ["pushers", "set"], ["pushkey": "key", "app_id": "org.app", "kind": .null])
        await scene.dispatcher.idle()
        #expect(await scene.dispatcher.remembered == 1)
        try await second.ok("POST", ["logout"])
        await scene.dispatcher.idle()
        #expect(await scene.dispatcher.remembered == 0)
    }
}
