import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Rooms that one device left and forgot (SDN sheet 7.3)")
struct ForgottenRoomTests {
    @Test(
        "attack 10: a room that one device left and forgot is left on the other devices too", arguments: [false, true])
    func others(isBanned: Bool) async throws {
        let pair = try await Pair(), room = pair.room
        let (phone, desk) = (pair.bob, try await RoomUser(pair.node, 2, deviceID: "DESK"))
        let before = try await desk.sync()
        #expect(before.joined(room) != .null)
        if isBanned {
            try await pair.alice.ok("POST", ["rooms", room, "ban"], ["user_id": .string(phone.userID)])
        } else {
            try await phone.leave(room)
        }
        try await phone.ok("POST", ["rooms", room, "forget"])
        let after = try await desk.sync(since: before.nextBatch)
        #expect(after.joined(room) == .null)
        let events = after.at("rooms", "leave", room).list("timeline", "events")
        #expect(events.last?["content"]?["membership"]?.stringValue == (isBanned ? "ban" : "leave"))
        // Said once, and to nobody who begins anew; full state says it as well.
        #expect(try await desk.sync(since: after.nextBatch).at("rooms", "leave", room) == .null)
        #expect(try await desk.sync(since: before.nextBatch, fullState: true).at("rooms", "leave", room) != .null)
        #expect(try await desk.sync(filter: ["room": ["include_leave": true]]).at("rooms", "leave", room) == .null)
    }

    @Test("attack 10: a room that was forgotten and joined again is joined")
    func again() async throws {
        let pair = try await Pair(), room = pair.room
        let before = try await pair.bob.sync()
        try await pair.bob.leave(room)
        try await pair.bob.ok("POST", ["rooms", room, "forget"])
        try await pair.bob.join(room)
        let after = try await pair.bob.sync(since: before.nextBatch)
        #expect(after.joined(room) != .null && after.at("rooms", "leave", room) == .null)
    }
}
