import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("The time for which messages are kept")
struct RetentionTests {
    private static let day = Duration.seconds(86_400)

    private static func texts(_ room: String, for user: RoomUser) async throws -> [String] {
        let page = try await user.messages(room, backwards: false, limit: 500)
        return page["chunk"]?.arrayValue?.compactMap { $0["content"]?["body"]?.stringValue } ?? []
    }

    /// Sends many messages, and two a day later.
    private static func fill(_ room: String, by user: RoomUser, _ clock: TestClock) async throws {
        for number in 0..<120 { try await user.send("old \(number)", to: room) }
        clock.advance(by: day)
        for text in ["new", "newer"] { try await user.send(text, to: room) }
    }

    @Test("the node deletes messages after its time, in all rooms, and keeps state and newer messages")
    func byNode() async throws {
        let clock = TestClock()
        let node = try TestNode(clock: clock) { $0.retention.longest = Self.day }
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom(["name": "Kept"]), quiet = try await ann.createRoom()
        try await ann.send("only", to: quiet)
        try await Self.fill(room, by: ann, clock)
        clock.advance(by: .seconds(60))
        #expect(try await node.assembly.retention.sweep() == 120)
        #expect(try await Self.texts(room, for: ann) == ["new", "newer"])
        #expect(try await Self.texts(quiet, for: ann) == ["only"], "the newest event of a room stays")
        #expect(try await ann.state(of: room).contains { $0["content"]?["name"] == "Kept" })
        #expect(try await node.assembly.retention.sweep() == 0)
    }

    @Test("a room chooses a shorter time than the node, and no longer one")
    func byRoom() async throws {
        let clock = TestClock()
        let node = try TestNode(clock: clock) {
            $0.retention = RetentionSettings(longest: Self.day * 2, allowsRooms: true)
        }
        let ann = try await RoomUser(node, 1)
        let short = try await ann.createRoom(), long = try await ann.createRoom(), other = try await ann.createRoom()
        try await ann.setState("m.room.retention", ["max_lifetime": 43_200_000], in: short)
        try await ann.setState("m.room.retention", ["max_lifetime": 864_000_000_000], in: long)
        for room in [short, long, other] {
            for text in ["a", "b"] { try await ann.send(text, to: room, txn: room + text) }
        }
        clock.advance(by: Self.day)
        #expect(try await node.assembly.retention.sweep() == 1)
        #expect(try await Self.texts(short, for: ann) == ["b"])
        #expect(try await Self.texts(long, for: ann) == ["a", "b"])
        clock.advance(by: Self.day * 2)
        #expect(try await node.assembly.retention.sweep() == 2)
        for room in [long, other] { #expect(try await Self.texts(room, for: ann) == ["b"]) }
    }

    @Test("without a time of the node only rooms that choose one lose messages, and only if they may choose")
    func choice() async throws {
        for (allows, removed) in [(true, 120), (false, 0)] {
            let clock = TestClock()
            let node = try TestNode(clock: clock) { $0.retention.allowsRooms = allows }
            let ann = try await RoomUser(node, 1)
            let room = try await ann.createRoom(), other = try await ann.createRoom()
            try await ann.setState("m.room.retention", ["max_lifetime": 43_200_000], in: room)
            try await Self.fill(room, by: ann, clock)
            for text in ["a", "b"] { try await ann.send(text, to: other, txn: "o" + text) }
            #expect(try await node.assembly.retention.sweep() == removed)
            #expect(try await Self.texts(room, for: ann).count == 122 - removed)
            #expect(try await Self.texts(other, for: ann) == ["a", "b"])
        }
    }

    @Test("a time that is no positive number counts as none, and one below an hour as an hour")
    func values() throws {
        let settings = RetentionSettings(longest: nil, allowsRooms: true)
        for value in [nil, 0, -5] as [Int64?] { #expect(settings.lifetime(chosen: value) == nil) }
        #expect(settings.lifetime(chosen: 1) == .seconds(3_600))
        #expect(RetentionSettings(longest: Self.day, allowsRooms: true).lifetime(chosen: .max) == Self.day)
        #expect(throws: NodeError.self) { try TestNode { $0.retention.longest = .seconds(60) } }
    }

    @Test("one write deletes a limited number of messages")
    func lots() async throws {
        let clock = TestClock(), node = try TestNode(clock: clock), ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        try await Self.fill(room, by: ann, clock)
        let slice = try await node.assembly.services.database.write { db in
            try HistoryPurgeRows.remove(from: RoomRecord.require(room, in: db), after: -1, before: .max, in: db)
        }
        #expect(slice.removed == RemovalSlice.rowsPerWrite && !slice.isDone)
    }
}
