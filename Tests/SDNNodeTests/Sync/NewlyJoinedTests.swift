import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Rooms and members that are new to a client")
struct NewlyJoinedTests {
    private let node: TestNode
    private let alice: RoomUser
    private let bob: RoomUser

    init() async throws {
        node = try TestNode()
        alice = try await RoomUser(node, 1)
        bob = try await RoomUser(node, 2)
    }

    @Test(
        "the timeline of a newly joined room is limited unless it begins with the room's first event",
        arguments: [([:], false), (["types": ["m.room.message"]], true), (["limit": 2], true), (["types": []], true)]
            as [(JSONValue, Bool)])
    func limited(timeline: JSONValue, isLimited: Bool) async throws {
        let room = try await alice.createRoom(["preset": "public_chat"])
        for text in ["1", "2"] { try await alice.send(text, to: room) }
        let filter: JSONValue = ["room": ["timeline": timeline]]
        let since = try await bob.sync(filter: filter).nextBatch
        try await bob.join(room)
        let section = try await bob.sync(since: since, filter: filter).joined(room)
        #expect(section.at("timeline", "limited") == .bool(isLimited))
        let earlier = try await bob.messages(room, from: section.text("timeline", "prev_batch"), limit: 100)
        let shown = section.list("timeline", "events").map(\.eventID)
        #expect(Set(shown).isDisjoint(with: earlier.list("chunk").map(\.eventID)))
        // A first sync is limited only if its limit leaves out events.
        let first = try await bob.sync(filter: ["room": ["timeline": ["types": ["m.room.message"]]]])
        #expect(first.joined(room).at("timeline", "limited") == false)
    }

    @Test("the presence of new members is sent once, even if they are offline")
    func presence() async throws {
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.ok("GET", ["sync"], query: ["set_presence": "offline"])
        let hers = try await alice.sync().nextBatch
        try await bob.join(room)
        let joined = try await alice.sync(since: hers)
        #expect(joined.presenceStates == [bob.userID: "offline"])
        #expect(try await alice.sync(since: joined.nextBatch).presenceStates == [:])
        let carol = try await RoomUser(node, 3)
        let before = try await carol.sync().nextBatch
        try await carol.join(room)
        let arrived = try await carol.sync(since: before)
        #expect(arrived.presenceStates == [alice.userID: "online", bob.userID: "offline"])
    }

    @Test("only members who are not offline are sent if a newly joined room has very many")
    func manyMembers() throws {
        let live = node.assembly.services.live
        let few = Set((0..<100).map { "@u\($0):x" }), many = few.union(["@one:x"])
        #expect(live.presence(of: few, offlineUpTo: SyncPresence.offlineUsers).count == 100)
        #expect(live.presence(of: many, offlineUpTo: SyncPresence.offlineUsers).isEmpty)
    }

    @Test("a room's summary names members only if the room has neither a name nor an alias")
    func heroes() async throws {
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let counts: JSONObject = ["m.joined_member_count": 2, "m.invited_member_count": 0]
        var unnamed = counts
        unnamed["m.heroes"] = [.string(bob.userID)]
        #expect(try await alice.sync().joined(room)["summary"] == .object(unnamed))
        try await alice.setState("m.room.name", ["name": "hall"], in: room)
        #expect(try await alice.sync().joined(room)["summary"] == .object(counts))
        #expect(try await alice.sdnSync().joined(room)["summary"] == .object(unnamed))
        try await alice.setState("m.room.name", ["name": ""], in: room)
        #expect(try await alice.sync().joined(room)["summary"] == .object(unnamed))
        try await alice.ok("PUT", ["directory", "room", "#hall:localhost"], ["room_id": .string(room)])
        try await alice.setState("m.room.canonical_alias", ["alias": "#hall:localhost"], in: room)
        #expect(try await alice.sync().joined(room)["summary"] == .object(counts))
        try await bob.leave(room)
        #expect(try await alice.sync().joined(room).at("summary", "m.joined_member_count") == 1)
    }
}
