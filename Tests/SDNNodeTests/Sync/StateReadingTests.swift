import HeraldJSON
import Testing
@testable import SDNNode

@Suite("State that is read several events at a time")
struct StateReadingTests {
    @Test("a first sync has each state event before the timeline once, in order, however many there are")
    func complete() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let count = 3 * EventStore.readAtOnce + 1
        for number in 0..<count {
            try await alice.setState("org.example.\(number)", ["number": .int(Int64(number))], in: room)
        }
        // The timeline of a first sync has ten events.
        for number in 0..<20 { try await alice.send("\(number)", to: room) }
        let state = try await alice.sync().joined(room).list("state", "events")
        let own = state.map(\.type).filter { $0.hasPrefix("org.example.") }
        #expect(own == (0..<count).map { "org.example.\($0)" })
        #expect(state.first?.type == "m.room.create")
    }

    @Test("positions without an event are left out")
    func missing() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let found = try await alice.node.assembly.services.database.read { db in
            let record = try RoomRecord.require(room, in: db)
            let ords = try StateStore.positions(room: record.rowID, in: db)
            let events = try EventStore.events(room: record.rowID, ords: [ords[1], 1_000_000, ords[0]], in: db)
            return events.keys.sorted() == Array(ords.prefix(2)) && events.allSatisfy { $0 == $1.ord }
        }
        #expect(found)
    }
}
