import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Invitations among the notifications")
struct NotifiedInvitationTests {
    /// The user's notifications, newest first: the text of each message, and the membership of each member event.
    private static func listed(_ user: RoomUser) async throws -> [String] {
        try await user.ok("GET", ["notifications"]).list("notifications").compactMap {
            $0["event"]?.bodyText ?? $0.text("event", "content", "membership")
        }
    }

    @Test("an invitation is listed before and after the user accepts it, and no message from before the join is")
    func accepted() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), eve = try await RoomUser(node, 3)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await eve.join(room)
        try await ann.invite(bob, to: room)
        try await ann.send("before", to: room)
        let page = try await bob.ok("GET", ["notifications"]).list("notifications")
        #expect(page.count == 1)
        #expect(page.first?.text("room_id") == room)
        #expect(page.first?.text("event", "state_key") == bob.userID)
        #expect(page.first?["read"] == false)
        #expect(try await Self.listed(bob) == ["invite"])
        #expect(try await Self.listed(eve) == ["before"])
        try await bob.join(room)
        try await ann.send("after", to: room)
        #expect(try await Self.listed(bob) == ["after", "invite"])
    }

    @Test("the invitations to several rooms are listed in order, until the user declines them")
    func declined() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let first = try await ann.createRoom(["invite": [.string(bob.userID)]])
        let second = try await ann.createRoom(["invite": [.string(bob.userID)]])
        // A later event in the room of an invitation does not make the invitation newer.
        try await ann.send("more", to: first)
        func rooms() async throws -> [String] {
            try await bob.ok("GET", ["notifications"], query: ["limit": "1"]).list("notifications").compactMap {
                $0.text("room_id")
            }
        }
        #expect(try await rooms() == [second])
        try await bob.leave(second)
        #expect(try await rooms() == [first])
        try await bob.leave(first)
        #expect(try await rooms() == [])
    }
}
