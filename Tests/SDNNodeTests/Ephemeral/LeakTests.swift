import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Typing and receipts of rooms that a user is not in")
struct LeakTests {
    /// How the user stands to the room.
    enum Standing: CaseIterable {
        case stranger, invited, left
    }

    @Test("they are shown to members only, in sync and in the event stream", arguments: Standing.allCases)
    func others(standing: Standing) async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let carol = try await RoomUser(pair.node, 3)
        switch standing {
        case .stranger: break
        case .invited: try await alice.invite(carol, to: room)
        case .left:
            try await carol.join(room)
            try await carol.leave(room)
        }
        let message = try await alice.send("1", to: room)
        let hers = try await carol.sync().nextBatch, his = try await bob.sync().nextBatch
        let from = try await carol.ok("GET", ["events"]).text("end") ?? ""
        try await alice.setTyping(true, in: room)
        try await alice.read(message, in: room)
        let shown = try await bob.sync(since: his)
        #expect(shown.typing(room) == [alice.userID])
        #expect(shown.receipts(room) == ["m.read \(alice.userID) \(message)"])
        for answer in [try await carol.sync(since: hers), try await carol.sync()] {
            #expect(answer.joined(room) == .null)
            #expect(answer.at("rooms", "leave", room) == .null)
            let text = String(decoding: answer.serialized(), as: UTF8.self)
            #expect(!text.contains("m.typing") && !text.contains("m.receipt"))
        }
        #expect(try await carol.ok("GET", ["events"], query: ["from": from]).list("chunk") == [])
        #expect(try await carol.call("GET", ["events"], query: ["room_id": room]).status == 403)
        #expect(try await carol.call("PUT", ["rooms", room, "typing", carol.userID], ["typing": true]).status == 403)
        #expect(try await carol.call("POST", ["rooms", room, "receipt", "m.read", message], [:]).status == 403)
    }
}
