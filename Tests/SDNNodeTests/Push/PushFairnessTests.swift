import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Fair turns of notifications")
struct PushFairnessTests {
    private static let slow = PushScene.url + "/slow"

    private func told(_ scene: PushScene, _ url: String) -> [String] {
        scene.gateway.requests.filter { $0.url == url }.compactMap { $0.notification.at("content", "body").stringValue }
    }

    @Test(
        "attack 37: a user with many pushers whose gateway never answers delays no other user's notifications",
        .timeLimit(.minutes(10)))
    func slowGateway() async throws {
        let scene = try await PushScene()
        let eve = try await RoomUser(scene.node, 3)
        scene.gateway.answer(Self.slow, always: .silence)
        for number in 0..<40 { try await scene.setPusher(eve, key: "k\(number)", url: Self.slow) }
        for text in ["one", "two", "three"] {
            try await scene.ann.send(text, to: scene.room)
            while told(scene, PushScene.url).last != text { try? await Task.sleep(for: .milliseconds(2)) }
        }
        #expect(told(scene, PushScene.url) == ["one", "two", "three"])
        #expect(told(scene, Self.slow).count <= PushPlaces.perUser)
        await scene.dispatcher.stop()
    }

    @Test(
        "attack 37: a pusher with many notifications pauses after some of them, and continues at its next turn"
    )
    func turns() async throws {
        let node = try TestNode { $0.pushURLAllowlist = ["127.0.0.1:9"] }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await bob.ok(
            "POST", ["pushers", "set"],
            [
                "pushkey": "key", "kind": "http", "app_id": "org.app", "app_display_name": "A",
                "device_display_name": "D", "lang": "en",
                "data": ["url": .string(PushScene.url)],
            ])
        for number in 0..<25 { try await ann.send("\(number)", to: room) }
        let gateway = ScriptedGateway(), delivery = PushDelivery(services: node.assembly.services, transport: gateway)
        let pusher = PusherID(user: bob.userID, appID: "org.app", pushkey: "key")
        var memory = PusherMemory(), outcomes: [PushDelivery.Outcome] = []
        // A turn also ends after some seconds, and then has fewer requests on a busy machine.
        while outcomes.last != .idle, outcomes.count < 100 { outcomes.append(try await delivery.run(pusher, &memory)) }
        #expect(outcomes.count >= 3 && outcomes.dropLast().allSatisfy { $0 == .more } && outcomes.last == .idle)
        #expect(gateway.notifications.compactMap { $0.at("content", "body").stringValue } == (0..<25).map(String.init))
    }

    @Test("attack 38: a badge counts a limited number of rooms, those with the newest events")
    func badge() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        for number in 0..<6 {
            let room = try await ann.createRoom(["preset": "public_chat"])
            try await bob.join(room)
            try await ann.send("\(number)", to: room)
        }
        let counts = try await node.assembly.services.database.read { db in
            let reader = try PushReader(bob.userID, node.assembly.services.ignored, in: db)
            return try [4, 500].map { try UnreadCounts.unreadRooms(of: reader, atMost: $0, in: db) }
        }
        #expect(counts == [4, 6])
        #expect(UnreadCounts.badgeRooms <= 1_000)
    }
}
