import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Rooms across a restart")
struct RoomRestartTests {
    @Test("after a restart all data is there, and tokens, filters and transaction IDs stay valid")
    func restart() async throws {
        let directory = try TemporaryFolder()
        let first = try TestNode { $0.storage = .directory(directory.url) }
        let alice = try await RoomUser(first, 1)
        let room = try await alice.createRoom(["name": "N", "room_alias_name": "den"])
        let filter = try #require(
            try await alice.ok("POST", ["user", alice.userID, "filter"], ["room": ["timeline": ["limit": 1]]]).text(
                "filter_id"))
        let since = try await alice.sync().nextBatch
        let event = try await alice.send("x", to: room, txn: "1")
        let log = try await alice.messages(room, limit: 100)["chunk"]
        let state = try await alice.ok("GET", ["rooms", room, "state"])
        await first.assembly.services.database.close()

        let second = try TestNode(clock: first.clock) { $0.storage = .directory(directory.url) }
        let again = RoomUser(second, token: alice.token, userID: alice.userID)
        #expect(try await again.messages(room, limit: 100)["chunk"] == log)
        #expect(try await again.ok("GET", ["rooms", room, "state"]) == state)
        #expect(try await again.sync(since: since).timeline(room).map(\.bodyText) == ["x"])
        #expect(try await again.send("x", to: room, txn: "1") == event)
        #expect(try await again.ok("GET", ["sync"], query: ["filter": filter]).timeline(room).map(\.eventID) == [event])
        #expect(try await again.ok("GET", ["directory", "room", "#den:localhost"]).text("room_id") == room)
        let next = try await again.send("y", to: room)
        #expect(try await again.messages(room, limit: 2).list("chunk").map(\.eventID) == [next, event])
    }
}
