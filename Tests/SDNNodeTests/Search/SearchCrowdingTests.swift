import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Messages that a search leaves out do not displace its results")
struct SearchCrowdingTests {
    private let node: TestNode
    private let ann: RoomUser
    private let bob: RoomUser
    private let room: String

    init() async throws {
        node = try TestNode()
        ann = try await RoomUser(node, 1)
        bob = try await RoomUser(node, 2)
        room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
    }

    /// The texts that are found when no more than three may be.
    private func found(_ user: RoomUser, _ filter: JSONObject = [:], order: String = "recent") async throws -> [String]
    {
        let body: JSONObject = [
            "search_categories": [
                "room_events": ["search_term": "pear", "order_by": .string(order), "filter": .object(filter)]
            ]
        ]
        let caller = Caller(userID: user.userID, deviceID: "D", tokenID: 1)
        let ignored = node.assembly.services.ignored
        await node.assembly.services.searchIndex.prepare()
        return try await node.assembly.services.database.read { db in
            guard let asked = try RoomEventsSearch(body: body) else { return [] }
            var search = MessageSearch(asked, caller, db, ignored: try ignored.read(caller.userID, in: db), limit: 3)
            return try search.hits().compactMap { try search.event($0)?.contentObject["body"]?.stringValue }
        }
    }

    private func noise(_ count: Int = 10) async throws {
        for number in 0..<count { try await ann.send("pear pear pear \(number)", to: room, txn: "noise\(number)") }
    }

    @Test("a filter selects messages by sender, by type and by URL", arguments: ["recent", "rank"])
    func filters(order: String) async throws {
        try await bob.send(
            "m.room.message", ["msgtype": "m.image", "body": "one pear among apples", "url": "mxc://x/y"], to: room,
            txn: "b")
        try await ann.setState("m.room.topic", ["topic": "pear trees in a long row"], in: room)
        try await noise()
        #expect(try await found(ann, ["senders": [.string(bob.userID)]], order: order) == ["one pear among apples"])
        #expect(try await found(ann, ["not_senders": [.string(ann.userID)]], order: order) == ["one pear among apples"])
        #expect(try await found(ann, ["contains_url": true], order: order) == ["one pear among apples"])
        #expect(try await found(ann, ["contains_url": false], order: order).count == 3)
        let body: JSONObject = [
            "search_categories": ["room_events": ["search_term": "pear", "filter": ["types": ["m.room.t*"]]]]
        ]
        let caller = Caller(userID: ann.userID, deviceID: "D", tokenID: 1)
        let types = try await node.assembly.services.database.read { db in
            guard let asked = try RoomEventsSearch(body: body) else { return [] as [String] }
            var search = MessageSearch(asked, caller, db, ignored: [], limit: 3)
            return try search.hits().compactMap { try search.event($0)?.type }
        }
        #expect(types == ["m.room.topic"])
        #expect(try await found(ann, ["not_types": ["m.room.*"]], order: order).isEmpty)
    }

    @Test("a filter leaves out messages of ignored users")
    func ignored() async throws {
        try await bob.send("pear of bob", to: room)
        try await noise()
        try await bob.ok(
            "PUT", ["user", bob.userID, "account_data", "m.ignored_user_list"],
            ["ignored_users": .object([ann.userID: [:]])])
        #expect(try await found(bob) == ["pear of bob"])
    }

    @Test("a search leaves out messages that the user may not see", arguments: ["recent", "rank"])
    func hidden(order: String) async throws {
        try await bob.send("pear before", to: room)
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        try await bob.send("one pear that bob may see", to: room)
        try await bob.leave(room)
        try await noise()
        #expect(Set(try await found(bob, order: order)) == ["one pear that bob may see", "pear before"])
        try await bob.join(room)
        try await bob.send("pear after", to: room)
        #expect(Set(try await found(bob, order: order)) == ["pear after", "one pear that bob may see", "pear before"])
    }
}
