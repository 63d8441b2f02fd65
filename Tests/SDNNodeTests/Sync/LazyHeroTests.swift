import HeraldJSON
import Testing
@testable import SDNNode

@Suite("The members whose names are a room's name, for a client that loads members lazily")
struct LazyHeroTests {
    private let node: TestNode
    private let ada: RoomUser
    private let ben: RoomUser
    private let carol: RoomUser

    init() async throws {
        node = try TestNode()
        (ada, ben, carol) = (try await RoomUser(node, 1), try await RoomUser(node, 2), try await RoomUser(node, 3))
    }

    /// A room of Ada, with a message of hers after all have joined.
    private func room(_ body: JSONObject = [:], with others: [RoomUser]) async throws -> String {
        var body = body
        body["preset"] = "public_chat"
        let room = try await ada.createRoom(.object(body))
        for other in others { try await other.join(room) }
        try await ada.send("hello", to: room)
        return room
    }

    private func filter(limit: Int, redundant: Bool = false) -> JSONValue {
        [
            "room": [
                "timeline": ["limit": .int(Int64(limit))],
                "state": ["lazy_load_members": true, "include_redundant_members": .bool(redundant)],
            ]
        ]
    }

    private func members(_ answer: JSONValue, _ room: String) -> [String] {
        answer.joined(room).list("state", "events").filter { $0.type == "m.room.member" }.compactMap {
            $0.text("state_key")
        }.sorted()
    }

    private func heroes(_ answer: JSONValue, _ room: String) -> [String] {
        answer.joined(room).list("summary", "m.heroes").compactMap(\.stringValue)
    }

    @Test("a first sync has the member events of the heroes, and a room with a name has no heroes")
    func first() async throws {
        let unnamed = try await room(with: [ben, carol])
        let named = try await room(["name": "Harbour"], with: [ben, carol])
        for fullState in [false, true] {
            let answer = try await ada.sync(filter: filter(limit: 1), fullState: fullState)
            #expect(heroes(answer, unnamed) == [ben.userID, carol.userID])
            #expect(members(answer, unnamed) == [ada.userID, ben.userID, carol.userID].sorted())
            #expect(members(answer, named) == [ada.userID])
        }
    }

    @Test("a new summary comes with the member events of the heroes that the device does not have")
    func later() async throws {
        let room = try await room(with: [ben, carol]), dora = try await RoomUser(node, 4)
        // Without lazy loading, the node does not remember which members it sent.
        let unknown = try await ada.sync().nextBatch
        try await dora.join(room)
        let answer = try await ada.sync(since: unknown, filter: filter(limit: 10))
        #expect(heroes(answer, room) == [ben.userID, carol.userID, dora.userID])
        #expect(members(answer, room) == [ben.userID, carol.userID].sorted())
        let eve = try await RoomUser(node, 5)
        try await eve.join(room)
        let next = try await ada.sync(since: answer.nextBatch, filter: filter(limit: 10))
        #expect(heroes(next, room).last == eve.userID)
        #expect(members(next, room) == [])
        let frank = try await RoomUser(node, 6)
        try await frank.join(room)
        let all = try await ada.sync(since: next.nextBatch, filter: filter(limit: 10, redundant: true))
        #expect(members(all, room) == [ben.userID, carol.userID, dora.userID, eve.userID].sorted())
    }

    @Test("an answer without a new summary has no member events of heroes")
    func unchanged() async throws {
        let room = try await room(with: [ben, carol])
        let since = try await ada.sync().nextBatch
        try await ada.setState("m.room.topic", ["topic": "ships"], in: room)
        let answer = try await ada.sync(since: since, filter: filter(limit: 10))
        #expect(heroes(answer, room) == [])
        #expect(members(answer, room) == [ada.userID])
    }

    @Test("a hero whose member event is in the timeline is not in the state as well")
    func inTimeline() async throws {
        let room = try await room(with: [ben])
        try await ada.ok("POST", ["rooms", room, "kick"], ["user_id": .string(ben.userID)])
        let answer = try await ada.sync(filter: filter(limit: 1))
        #expect(heroes(answer, room) == [ben.userID])
        #expect(answer.timeline(room).map { $0.text("state_key") } == [ben.userID])
        #expect(members(answer, room) == [ada.userID])
    }
}
