import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("The state of a room for a client that loads members lazily")
struct LazyStateWorkTests {
    @Test(
        "the query reads the rows before and after the members, and none of theirs", arguments: [true, false],
        ["<", ">"])
    func plan(isCurrent: Bool, side: String) async throws {
        let node = try TestNode()
        let details = try await node.assembly.services.database.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN " + StateStore.sqlBesidesMembers(side, isCurrent: isCurrent),
                arguments: isCurrent ? [1] : [1, 1]
            ).map { row -> String in row["detail"] }
        }
        let table = isCurrent ? "current_state" : "state_history"
        #expect(details == ["SEARCH \(table) USING PRIMARY KEY (room=? AND type\(side)?)"])
    }

    @Test("the state without most members is the whole state with the other members left out, now and in the past")
    func content() async throws {
        let node = try TestNode()
        let ada = try await RoomUser(node, 1)
        let room = try await ada.createRoom(["preset": "public_chat", "name": "Harbour"])
        try await ada.crowd(room, 20)
        try await ada.setState("a.first", ["n": 1], in: room)
        try await ada.setState("z.last", key: "k", ["n": 1], in: room)
        let past = try await node.assembly.services.database.read { db in try EventStore.position(in: db) }
        try await ada.setState("z.last", key: "k", ["n": 2], in: room)
        try await ada.setState("m.room.name", ["name": "Quay"], in: room)
        let shown: Set = [ada.userID, "@user3:x", "@nobody:x"]
        for position in [past, Int64.max] {
            let (few, all) = try await node.assembly.services.database.read { db in
                let room = try RoomRecord.require(room, in: db).rowID
                return (
                    try StateStore.entries(room: room, membersOnly: shown, at: position, in: db),
                    try StateStore.entries(room: room, at: position, in: db)
                )
            }
            #expect(few == all.filter { $0.type != EventType.member || shown.contains($0.stateKey) })
            #expect(few.count < all.count)
        }
    }

    @Test("a first sync that loads members lazily has the reader, the timeline's senders and the rest of the state")
    func sync() async throws {
        let node = try TestNode()
        let ada = try await RoomUser(node, 1), ben = try await RoomUser(node, 2)
        let room = try await ada.createRoom(["preset": "public_chat", "name": "Harbour"])
        try await ben.join(room)
        try await ada.crowd(room, 30)
        try await ada.send("Hello", to: room)
        let answer = try await ben.sync(
            filter: ["room": ["state": ["lazy_load_members": true], "timeline": ["limit": 1]]])
        let state = answer.at("rooms", "join", room, "state").list("events")
        #expect(
            Set(state.filter { $0.type == EventType.member }.compactMap { $0["state_key"]?.stringValue }) == [
                ada.userID, ben.userID,
            ])
        #expect(state.contains { $0.type == EventType.create })
        #expect(state.contains { $0.type == EventType.name })
    }
}
