import HeraldJSON
import HeraldPeer
import SDNWire
import Testing
@testable import SDNNode

@Suite("Byte limits of pages of events")
struct PageBytesTests {
    private let ann: RoomUser
    private let room: String
    private static let page = (1 << 20) + (2 << 10)
    private static let filling = JSONValue.string(String(repeating: "x", count: 60 << 10))

    init() async throws {
        ann = try await RoomUser(TestNode(), 1)
        room = try await ann.createRoom(["preset": "public_chat"])
    }

    private func text(_ body: String, relatesTo relation: JSONValue? = nil) -> JSONValue {
        var content: JSONObject = ["msgtype": "m.text", "body": .string(body), "a": Self.filling]
        content["m.relates_to"] = relation
        if relation?["rel_type"] == "m.replace" { content["m.new_content"] = ["body": .string(body)] }
        return .object(content)
    }

    /// Messages of 60 KiB, each with an edit and a reply in its thread of that size.
    private func bundles(_ count: Int) async throws -> [String] {
        var ids: [String] = []
        for number in 0..<count {
            let id = try await ann.send("m.room.message", text("\(number)"), to: room, txn: "m\(number)")
            try await ann.send(
                "m.room.message", text("edit", relatesTo: ["rel_type": "m.replace", "event_id": .string(id)]), to: room,
                txn: "e\(number)")
            try await ann.send(
                "m.room.message", text("reply", relatesTo: ["rel_type": "m.thread", "event_id": .string(id)]), to: room,
                txn: "r\(number)")
            ids.append(id)
        }
        return ids
    }

    private func everything() async throws -> [String] {
        try await ann.node.assembly.services.database.read { [room] db in
            var ids: [String] = []
            try EventStore.walk(
                room: RoomRecord.require(room, in: db).rowID, after: 0, upTo: .max, newestFirst: false, in: db
            ) {
                ids.append($0.eventID)
                return true
            }
            return ids
        }
    }

    /// The entries of all pages, and how many pages there were.
    private func walk(_ path: [String], _ query: [String: String], list: String, token: String, from: String = "from")
        async throws -> (entries: [JSONValue], pages: Int)
    {
        var entries: [JSONValue] = [], next: String?, pages = 0
        repeat {
            var query = query
            query[from] = next
            let page = try await ann.ok("GET", path, query: query)
            #expect(page.serialized().count <= Self.page)
            #expect(!page.list(list).isEmpty || page.text(token) == nil)
            entries += page.list(list)
            next = page.text(token)
            pages += 1
        } while next != nil && pages < 100
        return (entries, pages)
    }

    @Test(
        "attack 3: a page of history has a byte limit that includes related data, and the pages have each event once",
        arguments: ["b", "f"])
    func messages(direction: String) async throws {
        _ = try await bundles(12)
        let all = try await everything()
        let (events, pages) = try await walk(
            ["rooms", room, "messages"], ["dir": direction, "limit": "1000"], list: "chunk", token: "end")
        #expect(pages > 3)
        #expect(events.map(\.eventID) == (direction == "f" ? all : all.reversed()))
        #expect(
            events.contains {
                $0.at("unsigned", "m.relations", "m.replace") != .null
                    && $0.at("unsigned", "m.relations", "m.thread") != .null
            })
    }

    @Test("attack 3: lazily loaded members count towards the byte limit of their page")
    func lazily() async throws {
        for number: UInt8 in 2..<32 {
            let user = try await RoomUser(ann.node, number)
            try await user.join(room)
            try await user.setState(
                "m.room.member", key: user.userID, ["membership": "join", "displayname": "N", "a": Self.filling],
                in: room)
            try await user.send("m.room.message", ["body": "short"], to: room, txn: "t")
        }
        let filter = #"{"lazy_load_members":true,"types":["m.room.message"]}"#
        var from: String?, shown = 0, pages = 0
        repeat {
            let page = try await ann.messages(room, from: from, limit: 1_000, filter: filter)
            #expect(page.serialized().count <= Self.page)
            let senders = Set(page.list("chunk").compactMap { $0.text("sender") })
            #expect(Set(page.list("state").compactMap { $0.text("state_key") }) == senders)
            shown += page.list("chunk").count
            from = page.text("end")
            pages += 1
        } while from != nil && pages < 30
        #expect(shown == 30 && pages > 1)
    }

    @Test("attack 3: pages of relations, threads and notifications have a byte limit and miss nothing")
    func relations() async throws {
        let bob = try await RoomUser(ann.node, 2)
        try await bob.join(room)
        let ids = try await bundles(12)
        let root = try await ann.send("root", to: room)
        var replies: [String] = []
        for number in 0..<20 {
            let content = text(
                "\(bob.userID) \(number)", relatesTo: ["rel_type": "m.thread", "event_id": .string(root)])
            replies.append(try await bob.send("m.room.message", content, to: room, txn: "b\(number)"))
        }
        let (related, pages) = try await walk(
            ["rooms", room, "relations", root], ["limit": "1000"], list: "chunk", token: "next_batch")
        #expect(related.map(\.eventID) == replies.reversed())
        #expect(pages > 1)
        let (threads, threadPages) = try await walk(
            ["rooms", room, "threads"], ["limit": "100"], list: "chunk", token: "next_batch")
        #expect(threads.map(\.eventID) == [root] + ids.reversed())
        #expect(threadPages > 1)
        try await ann.ok("PUT", ["pushrules", "global", "override", "all"], ["conditions": [], "actions": ["notify"]])
        for number in 0..<20 { try await bob.send("m.room.message", text("\(number)"), to: room, txn: "n\(number)") }
        let (told, toldPages) = try await walk(
            ["notifications"], ["limit": "500"], list: "notifications", token: "next_token")
        let texts: [String] = told.prefix(20).compactMap { $0.at("event").bodyText }
        #expect(texts.reversed() == (0..<20).map { "\($0)" })
        #expect(Set(told.map { $0.at("event").eventID }).count == told.count)
        #expect(toldPages > 1)
        #expect(told.first?.list("actions") == ["notify"])
    }

    @Test("attack 3: the context of an event has a byte limit on both sides, and its state is written part by part")
    func context() async throws {
        let ids = try await bundles(12)
        try await ann.fill(room, with: 2 << 20)
        let begun = try await ann.begin(
            "rooms/\(PercentEncoding.encodeSegment(room))/context/\(PercentEncoding.encodeSegment(ids[6]))?limit=1000")
        #expect(begun.body.count <= Self.page)
        var rest = begun.rest, bytes = begun.body
        while let part = try await rest?.next() {
            #expect(part.count <= 192 << 10)
            bytes += part
        }
        let answer = try JSONValue(parsing: bytes), all = try await everything()
        let before = answer.list("events_before").map(\.eventID), after = answer.list("events_after").map(\.eventID)
        #expect(before.count > 1 && after.count > 1 && before.count + after.count < 20)
        let shown = before.reversed() + [answer.at("event").eventID] + after
        let first = try #require(all.firstIndex(of: shown[0]))
        #expect(Array(all[first..<(first + shown.count)]) == shown)
        #expect(
            try await ann.messages(room, from: answer.text("start"), limit: 1).list("chunk").map(\.eventID) == [
                all[first - 1]
            ])
        #expect(
            try await ann.messages(room, from: answer.text("end"), backwards: false, limit: 1).list("chunk").map(
                \.eventID) == [all[first + shown.count]])
        // The state is that after the last event shown, which came before the large pieces.
        #expect(answer.list("state").map(\.type).contains("m.room.create"))
        let last = try #require(all.last)
        let newest = try await ann.begin(
            "rooms/\(PercentEncoding.encodeSegment(room))/context/\(PercentEncoding.encodeSegment(last))?limit=0")
        #expect(newest.body.count <= 192 << 10 && newest.rest != nil)
        let whole = try await ann.ok("GET", ["rooms", room, "context", last], query: ["limit": "0"])
        #expect(try await whole.list("state").map(\.eventID) == ann.state(of: room).map(\.eventID))
    }

    @Test("attack 3: a room's timeline in a sync has a byte limit that includes related data")
    func sync() async throws {
        _ = try await bundles(12)
        let all = try await everything()
        let answer = try await ann.sync(filter: ["room": ["timeline": ["limit": 1_000]]])
        let shown = answer.timeline(room)
        #expect(JSONValue.array(shown).serialized().count <= Self.page)
        #expect(shown.map(\.eventID) == all.suffix(shown.count))
        #expect(answer.joined(room).at("timeline", "limited") == true)
        let earlier = try await ann.messages(room, from: answer.joined(room).text("timeline", "prev_batch"), limit: 1)
            .list("chunk")
        #expect(earlier.map(\.eventID) == [all[all.count - shown.count - 1]])
    }
}
