import HeraldJSON
import Testing
@testable import SDNNode

@Suite("The event nearest to a moment")
struct NearestEventTests {
    @Test("the nearest event is found in either direction, and only among events that the user may see")
    func nearest() async throws {
        let clock = TestClock()
        let node = try TestNode(clock: clock)
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "private_chat"])
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        clock.advance(by: .seconds(1))
        let secret = try await ann.send("before", to: room)
        let moment = clock.read().milliseconds
        clock.advance(by: .seconds(1))
        try await ann.invite(bob, to: room)
        try await bob.join(room)
        clock.advance(by: .seconds(1))
        let open = try await ann.send("after", to: room)
        func ask(_ user: RoomUser, _ moment: Int64, _ direction: String) async throws -> TestNode.Answer {
            try await node.send(
                "GET",
                "/_matrix/client/v1/rooms/\(room)/timestamp_to_event?ts=\(moment)&dir=\(direction)".replacing(
                    "!", with: "%21"), token: user.token)
        }
        #expect(
            try await ask(ann, moment, "f").body == ["event_id": .string(secret), "origin_server_ts": .int(moment)])
        #expect(try await ask(ann, moment, "b").body.text("event_id") == secret)
        #expect(try await ask(ann, moment + 1_500, "f").body.text("event_id") == open)
        #expect(try await ask(bob, moment, "f").body.text("event_id") != secret)
        #expect(try await ask(bob, moment + 500, "b").body.text("event_id") != secret)
        #expect(try await ask(ann, moment + 9_000, "f").errcode == "M_NOT_FOUND")
        #expect(try await ask(ann, 0, "x").errcode == "M_INVALID_PARAM")
    }

    @Test("former members and readers of a world-readable room ask as well, and a stranger of a private room does not")
    func readers() async throws {
        let clock = TestClock()
        let node = try TestNode(clock: clock)
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), eve = try await RoomUser(node, 3)
        let room = try await ann.createRoom(["preset": "private_chat"])
        try await ann.invite(bob, to: room)
        try await bob.join(room)
        clock.advance(by: .seconds(1))
        let known = try await ann.send("before", to: room)
        let moment = clock.read().milliseconds
        clock.advance(by: .seconds(1))
        try await bob.leave(room)
        clock.advance(by: .seconds(1))
        let later = try await ann.send("after", to: room)
        let now = clock.read().milliseconds
        func ask(_ user: RoomUser, _ moment: Int64) async throws -> TestNode.Answer {
            let path = "/_matrix/client/v1/rooms/\(room)/timestamp_to_event?ts=\(moment)&dir=f"
            return try await node.send("GET", path.replacing("!", with: "%21"), token: user.token)
        }
        #expect(try await ask(bob, moment).body.text("event_id") == known)
        #expect(try await ask(bob, now).errcode == "M_NOT_FOUND")
        let refused = try await ask(eve, moment)
        #expect((refused.status, refused.errcode) == (403, "M_FORBIDDEN"))
        clock.advance(by: .seconds(1))
        try await ann.setState("m.room.history_visibility", ["history_visibility": "world_readable"], in: room)
        let open = clock.read().milliseconds
        #expect(try await ask(eve, open).status == 200)
        #expect(try await ask(eve, now).body.text("event_id") != later)
    }
}
