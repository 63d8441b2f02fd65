import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Events that relate to others (SDN sheet 5.8 and 7.2)")
struct RelationReadingTests {
    private let node: TestNode
    private let ada: RoomUser
    private let ben: RoomUser
    private let room: String

    init() async throws {
        node = try TestNode()
        ada = try await RoomUser(node, 1)
        ben = try await RoomUser(node, 2)
        room = try await ada.createRoom(["preset": "public_chat"])
        try await ben.join(room)
    }

    private func relate(
        _ user: RoomUser, _ kind: String, to target: String, type: String = "m.room.message", key: String? = nil,
        _ txn: String
    ) async throws -> String {
        var relation: JSONObject = ["rel_type": .string(kind), "event_id": .string(target)]
        if let key { relation["key"] = .string(key) }
        return try await user.send(
            type, ["msgtype": "m.text", "body": .string(txn), "m.relates_to": .object(relation)], to: room, txn: txn)
    }

    private func relations(_ user: RoomUser, _ segments: String..., query: [String: String] = [:]) async throws
        -> JSONValue
    {
        try await user.ok("GET", ["rooms", room, "relations"] + segments, query: query)
    }

    /// The events that a filter admits in the history and in the timeline of sync, oldest first.
    private func admitted(_ filter: JSONObject) async throws -> [[String]] {
        let text = String(decoding: JSONValue.object(filter).serialized(), as: UTF8.self)
        let history = try await ada.messages(room, limit: 100, filter: text).list("chunk").map(\.eventID)
        let timeline = try await ada.sync(filter: ["room": ["timeline": .object(filter)]]).timeline(room).map(\.eventID)
        return [history.reversed(), timeline]
    }

    @Test("a filter admits events by the kinds and senders of their relations, as far as the reader sees them")
    func relatedBy() async throws {
        let root = try await ada.send("root", to: room), other = try await ada.send("other", to: room)
        try await ada.send("plain", to: room)
        let reply = try await relate(ben, "m.thread", to: root, "reply")
        _ = try await relate(ada, "m.annotation", to: other, type: "m.reaction", key: "+", "r")
        let adas: JSONValue = [.string(ada.userID)], bens: JSONValue = [.string(ben.userID)]
        let cases: [(JSONObject, [String])] = [
            (["related_by_rel_types": ["m.thread"]], [root]), (["related_by_senders": adas], [other]),
            (["related_by_rel_types": ["m.thread"], "related_by_senders": bens], [root]),
            (["related_by_rel_types": ["m.thread"], "related_by_senders": adas], []),
            (["related_by_rel_types": ["m.annotation", "m.thread"]], [root, other]),
            (["related_by_rel_types": ["m.reference"]], []),
        ]
        for (filter, expected) in cases {
            #expect(try await admitted(filter) == [expected, expected], "\(filter)")
        }
        let threads: JSONObject = ["related_by_rel_types": ["m.thread"]]
        try await ada.redact(reply, in: room, txn: "redaction")
        #expect(try await admitted(threads) == [[], []])
        _ = try await relate(ben, "m.thread", to: root, "again")
        #expect(try await admitted(threads) == [[root], [root]])
        try await ada.ok(
            "PUT", ["user", ada.userID, "account_data", "m.ignored_user_list"],
            ["ignored_users": .object(JSONObject([ben.userID: [:]]))])
        #expect(try await admitted(threads) == [[], []])
    }

    @Test("the look-ups of relations count like events that are read")
    func relatedByWork() async throws {
        let root = try await ada.send("root", to: room)
        _ = try await relate(ben, "m.thread", to: root, "reply")
        var filter = RoomEventFilter()
        filter.relatedBySenders = [ben.userID, "@x:y", "@z:y"]
        let (matcher, reader, roomID) = (EventMatcher(filter, room: room), ada.userID, room)
        let (isAdmitted, left) = try await node.assembly.services.database.read { db in
            let access = try RoomAccess(roomID, reader: reader, in: db)
            let event = try #require(try EventStore.event(id: root, room: access.room.rowID, in: db))
            var left = 100
            let isAdmitted = try matcher.admits(
                event, in: access.room.rowID, for: access.history, work: &left, db)
            return (isAdmitted, left)
        }
        #expect(isAdmitted && left == 96)
    }

    @Test("relations are listed all together, by kind, and by kind and type, the newest first")
    func kinds() async throws {
        let root = try await ada.send("root", to: room)
        let reaction = try await relate(ben, "m.annotation", to: root, type: "m.reaction", key: "+", "r")
        let edit = try await relate(ada, "m.replace", to: root, "e")
        let reply = try await relate(ben, "m.thread", to: root, "t")
        #expect(try await relations(ada, root).list("chunk").map(\.eventID) == [reply, edit, reaction])
        #expect(
            try await relations(ada, root, query: ["dir": "f"]).list("chunk").map(\.eventID) == [reaction, edit, reply])
        #expect(try await relations(ada, root, "m.annotation").list("chunk").map(\.eventID) == [reaction])
        #expect(try await relations(ada, root, "m.annotation", "m.room.message").list("chunk") == [])
        #expect(try await relations(ada, root, "m.annotation", "m.reaction").list("chunk").map(\.eventID) == [reaction])
        try await ben.redact(reaction, in: room, txn: "x")
        #expect(try await relations(ada, root, "m.annotation").list("chunk") == [])
    }

    @Test("the pages of relations have each event once", arguments: ["b", "f"])
    func pages(direction: String) async throws {
        let root = try await ada.send("root", to: room)
        var sent: [String] = []
        for index in 0..<7 { sent.append(try await relate(ben, "m.reference", to: root, "r\(index)")) }
        var found: [String] = []
        var from: String?
        repeat {
            var query = ["dir": direction, "limit": "3"]
            query["from"] = from
            let page = try await relations(ada, root, query: query)
            #expect(page.list("chunk").count <= 3)
            #expect(page.text("prev_batch") == from)
            found += page.list("chunk").map(\.eventID)
            from = page.text("next_batch")
        } while from != nil
        #expect(found == (direction == "f" ? sent : sent.reversed()))
    }

    @Test("relations of relations are listed if the client asks for it")
    func recursion() async throws {
        let root = try await ada.send("root", to: room)
        let reply = try await relate(ben, "m.thread", to: root, "t")
        let reaction = try await relate(ada, "m.annotation", to: reply, type: "m.reaction", key: "+", "r")
        #expect(try await relations(ada, root).list("chunk").map(\.eventID) == [reply])
        let deep = try await relations(ada, root, query: ["recurse": "true"])
        #expect(deep.list("chunk").map(\.eventID) == [reaction, reply])
        #expect(deep["recursion_depth"] == 3)
    }

    @Test("relations of an event that is unknown or not visible are not found")
    func hidden() async throws {
        let root = try await ada.send("root", to: room)
        let stranger = try await RoomUser(node, 3)
        #expect(try await stranger.call("GET", ["rooms", room, "relations", root]).errcode == "M_NOT_FOUND")
        #expect(try await ada.call("GET", ["rooms", room, "relations", "$nothing"]).errcode == "M_NOT_FOUND")
        #expect(
            try await ada.call("GET", ["rooms", room, "relations", root], query: ["dir": "x"]).errcode
                == "M_INVALID_PARAM")
    }

    @Test("a reaction counts once for each sender and key")
    func duplicates() async throws {
        let root = try await ada.send("root", to: room)
        _ = try await relate(ben, "m.annotation", to: root, type: "m.reaction", key: "+", "r1")
        let content: JSONValue = ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(root), "key": "+"]]
        let again = try await ben.call("PUT", ["rooms", room, "send", "m.reaction", "r2"], content)
        #expect(again.status == 400)
        #expect(again.errcode == "M_DUPLICATE_ANNOTATION")
        _ = try await relate(ada, "m.annotation", to: root, type: "m.reaction", key: "+", "r3")
        _ = try await relate(ben, "m.annotation", to: root, type: "m.reaction", key: "-", "r4")
    }

    @Test("a thread cannot begin at an event that relates to another one")
    func nesting() async throws {
        let root = try await ada.send("root", to: room)
        let reply = try await relate(ben, "m.thread", to: root, "t1")
        let content: JSONValue = ["body": "x", "m.relates_to": ["rel_type": "m.thread", "event_id": .string(reply)]]
        let refused = try await ada.call("PUT", ["rooms", room, "send", "m.room.message", "t2"], content)
        #expect(refused.status == 400)
        #expect(refused.errcode == "M_UNKNOWN")
    }

    @Test("threads are listed by their newest reply, and by the user's participation")
    func threads() async throws {
        let carol = try await RoomUser(node, 3)
        try await carol.join(room)
        let first = try await ada.send("first", to: room)
        let second = try await ben.send("second", to: room)
        _ = try await ada.send("no thread", to: room)
        _ = try await relate(ben, "m.thread", to: first, "t1")
        _ = try await relate(carol, "m.thread", to: second, "t2")
        let last = try await relate(carol, "m.thread", to: first, "t3")
        let all = try await ada.ok("GET", ["rooms", room, "threads"])
        #expect(all.list("chunk").map(\.eventID) == [first, second])
        #expect(all["next_batch"] == nil)
        let summary = all.list("chunk")[0].at("unsigned", "m.relations", "m.thread")
        #expect(summary["count"] == 2)
        #expect(summary.at("latest_event").eventID == last)
        // The root's author takes part.
        #expect(summary["current_user_participated"] == true)
        #expect(
            try await ada.ok("GET", ["rooms", room, "threads"], query: ["include": "participated"]).list("chunk").map(
                \.eventID) == [first])
        #expect(
            try await ben.ok("GET", ["rooms", room, "threads"], query: ["include": "participated"]).list("chunk").map(
                \.eventID) == [first, second])
        let page = try await ada.ok("GET", ["rooms", room, "threads"], query: ["limit": "1"])
        #expect(page.list("chunk").map(\.eventID) == [first])
        let next = try #require(page.text("next_batch"))
        #expect(
            try await ada.ok("GET", ["rooms", room, "threads"], query: ["limit": "1", "from": next]).list("chunk").map(
                \.eventID) == [second])
    }

    @Test("a redaction also redacts related events that the sender may redact")
    func withRelations() async throws {
        let root = try await ben.send("root", to: room)
        let own = try await relate(ben, "m.thread", to: root, "t1")
        let others = try await relate(ada, "m.thread", to: root, "t2")
        let reference = try await relate(ben, "m.reference", to: root, "t3")
        try await ben.ok(
            "PUT", ["rooms", room, "redact", root, "x"], ["reason": "gone", "with_relations": ["m.thread"]])
        for (event, isGone) in [(root, true), (own, true), (others, false), (reference, false)] {
            let found = try await ada.ok("GET", ["rooms", room, "event", event])
            #expect((found.at("unsigned", "redacted_because") != .null) == isGone, "\(found)")
        }
    }
}
