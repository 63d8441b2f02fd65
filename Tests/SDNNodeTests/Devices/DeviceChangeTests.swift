import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Changes of devices in sync and in keys/changes")
struct DeviceChangeTests {
    private func lists(_ user: RoomUser, since: String) async throws -> (
        changed: [String], left: [String], next: String
    ) {
        let answer = try await user.sync(since: since)
        func names(_ list: String) -> [String] { answer.list("device_lists", list).compactMap(\.stringValue) }
        let changes = try await user.ok("GET", ["keys", "changes"], query: ["from": since, "to": answer.nextBatch])
        #expect(changes == answer["device_lists"])
        return (names("changed"), names("left"), answer.nextBatch)
    }

    @Test("users who share a room learn of new, renamed and deleted devices, even of devices without keys")
    func changes() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        let stranger = try await RoomUser(pair.node, 3)
        var since = try await alice.sync().nextBatch
        let apart = try await stranger.sync().nextBatch
        let second = try await RoomUser(pair.node, 2, deviceID: "SECOND")
        var found = try await lists(alice, since: since)
        #expect(found.changed == [bob.userID])
        since = found.next
        try await second.ok("PUT", ["devices", "SECOND"], ["display_name": "tablet"])
        found = try await lists(alice, since: since)
        #expect(found.changed == [bob.userID])
        since = found.next
        _ = try await RoomUser(pair.node, 2, deviceID: "SECOND")
        #expect(try await lists(alice, since: since).changed == [], "a device that logs in again is no new device")
        try await bob.ok("POST", ["logout"])
        found = try await lists(alice, since: since)
        #expect(found.changed == [bob.userID])
        #expect(try await lists(stranger, since: apart).changed == [])
    }

    @Test("a user's other devices learn of the user's new device")
    func own() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let since = try await alice.sync().nextBatch
        _ = try await RoomUser(alice.node, 1, deviceID: "NEW")
        #expect(try await lists(alice, since: since).changed == [alice.userID])
    }

    @Test(
        "who joins, and who shares no room any more, is in the lists, also for users without keys",
        arguments: [false, true])
    func movers(readerLeaves: Bool) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        let since = try await alice.sync().nextBatch
        try await bob.join(room)
        let joined = try await lists(alice, since: since)
        #expect((joined.changed, joined.left) == ([bob.userID], []))
        try await (readerLeaves ? alice : bob).leave(room)
        let lazy: JSONValue = ["room": ["state": ["lazy_load_members": true]]]
        for _ in 0..<2 {
            let answer = try await alice.sync(since: joined.next, filter: lazy)
            #expect(answer.at("device_lists", "left") == [.string(bob.userID)])
        }
        let left = try await lists(alice, since: joined.next)
        #expect((left.changed, left.left) == ([], [bob.userID]))
    }

    @Test("who was only invited, and who only invited the user, is in no list")
    func invited() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        let hers = try await alice.sync().nextBatch, his = try await bob.sync().nextBatch
        try await alice.invite(bob, to: room)
        #expect(try await lists(alice, since: hers).left == [])
        try await bob.leave(room)
        let (declined, decliner) = (try await lists(alice, since: hers), try await lists(bob, since: his))
        #expect((declined.changed, declined.left) == ([], []))
        #expect((decliner.changed, decliner.left) == ([], []))
        try await alice.invite(bob, to: room)
        try await bob.join(room)
        try await bob.leave(room)
        #expect(try await lists(alice, since: declined.next).left == [bob.userID])
    }
}
