import HeraldJSON
import HeraldPeer
import SDNWire
import Testing
@testable import SDNNode

@Suite("Byte limits of search pages")
struct SearchPageTests {
    private let ann: RoomUser
    private let bob: RoomUser

    init() async throws {
        ann = try await RoomUser(TestNode(), 1)
        bob = try await RoomUser(ann.node, 2)
    }

    /// Messages of 48 KiB that a search for `pear` finds, among others of that size that it does not find.
    private func large(_ count: Int, in room: String) async throws {
        let filling = String(repeating: "x", count: 48 << 10)
        for number in 0..<count {
            try await ann.send(
                "m.room.message", ["msgtype": "m.text", "body": .string("pear \(number)"), "a": .string(filling)],
                to: room, txn: "p\(number)")
            try await ann.send(
                "m.room.message", ["msgtype": "m.text", "body": .string("plum \(number)"), "a": .string(filling)],
                to: room, txn: "q\(number)")
        }
    }

    /// The answer as it goes out, its first part and all of it.
    private func answer(_ more: JSONObject, nextBatch: String? = nil) async throws -> (parts: [Int], found: JSONValue) {
        var asked = more
        asked["search_term"] = "pear"
        let target = "/_matrix/client/v3/search" + (nextBatch.map { "?next_batch=\($0)" } ?? "")
        let request = NodeRequest(
            method: "POST", target: target, authorization: "Bearer " + ann.token,
            body: JSONValue.object(["search_categories": ["room_events": .object(asked)]]).serialized())
        let handler = ann.node.assembly.handler
        guard case .admitted(let admitted) = await handler.admit(request) else { throw RoomUser.Refused() }
        let begun = await handler.respond(admitted, to: request)
        var all = begun.body, parts = [begun.body.count]
        var rest = begun.rest
        while let part = try await rest?.next() {
            all += part
            parts.append(part.count)
        }
        return (parts, try JSONValue(parsing: all).at("search_categories", "room_events"))
    }

    private static let context: JSONValue = ["before_limit": 50, "after_limit": 50, "include_profile": true]

    @Test(
        "attack 3: a page of a search has a byte limit, and the pages together have each result once",
        arguments: ["recent", "rank"], [true, false])
    func pages(order: String, hasContext: Bool) async throws {
        let room = try await ann.createRoom()
        try await large(50, in: room)
        var more: JSONObject = ["order_by": .string(order), "filter": ["limit": 100]]
        if hasContext { more["event_context"] = Self.context }
        var texts: [String] = [], next: String?, pages = 0
        repeat {
            let (parts, found) = try await answer(more, nextBatch: next)
            #expect(parts.count == 1 && parts[0] <= (1 << 20) + (4 << 10))
            #expect(found["count"] == 50)
            let results = found.list("results")
            #expect(!results.isEmpty)
            texts += results.compactMap { $0["result"]?.bodyText }
            for result in results where hasContext {
                let context = result.at("context")
                let around = context.list("events_before") + context.list("events_after")
                #expect(!around.isEmpty && around.count < 100)
                #expect(result.serialized().count <= 360 << 10)
            }
            next = found.text("next_batch")
            pages += 1
        } while next != nil && pages < 60
        #expect(pages > 1)
        #expect(texts.count == 50 && Set(texts).count == 50)
        if order == "recent" { #expect(texts == (0..<50).reversed().map { "pear \($0)" }) }
    }

    @Test("attack 3: the context of a result has no gap, and its tokens lead to the rest")
    func context() async throws {
        let room = try await ann.createRoom()
        try await large(12, in: room)
        let all = try await everything(in: room)
        let (_, found) = try await answer(["order_by": "recent", "filter": ["limit": 5], "event_context": Self.context])
        for result in found.list("results") {
            let context = result.at("context"), id = result.at("result").eventID
            let shown =
                context.list("events_before").reversed().map(\.eventID) + [id]
                + context.list("events_after").map(\.eventID)
            let first = try #require(all.firstIndex(of: shown[0])), last = first + shown.count - 1
            #expect(Array(all[first...last]) == shown)
            #expect(shown.count < all.count)
            let earlier = try await ann.messages(room, from: context.text("start"), limit: 1).list("chunk").map(
                \.eventID)
            #expect(earlier == (first > 0 ? [all[first - 1]] : []))
            let later = try await ann.messages(room, from: context.text("end"), backwards: false, limit: 1).list(
                "chunk"
            ).map(\.eventID)
            #expect(later == (last + 1 < all.count ? [all[last + 1]] : []))
            #expect(context.at("profile_info").objectValue?.count == 1)
        }
    }

    /// The ids of all events of a room, oldest first.
    private func everything(in room: String) async throws -> [String] {
        try await ann.node.assembly.services.database.read { db in
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

    @Test(
        "attack 3: results come with the state of one large room, written part by part, or of several small rooms")
    func state() async throws {
        var rooms: [String] = []
        for _ in 0..<3 { rooms.append(try await ann.createRoom()) }
        for room in rooms { try await ann.send("pear", to: room, txn: room) }
        let more: JSONObject = ["order_by": "recent", "include_state": true]
        let (small, all) = try await answer(more)
        #expect(small.count == 1)
        #expect(Set((all.at("state").objectValue ?? [:]).keys) == Set(rooms))
        for room in rooms {
            #expect(try await all.list("state", room).map(\.eventID) == ann.state(of: room).map(\.eventID))
        }
        for room in rooms { try await ann.fill(room, with: 2 << 20) }
        var found: [String] = [], next: String?
        repeat {
            let (parts, page) = try await answer(more, nextBatch: next)
            #expect(parts.count > 10 && parts.allSatisfy { $0 <= 192 << 10 })
            let states = page.at("state").objectValue ?? [:]
            #expect(page.list("results").count == 1 && states.count == 1)
            for (room, state) in states {
                found.append(room)
                #expect(try await state.arrayValue?.map(\.eventID) == ann.state(of: room).map(\.eventID))
            }
            next = page.text("next_batch")
        } while next != nil && found.count < 4
        #expect(found == rooms.reversed())
    }

    @Test(
        "a search continues after the last result, whatever is written and redacted between two pages",
        arguments: ["recent", "rank"])
    func meanwhile(order: String) async throws {
        let room = try await ann.createRoom()
        var ids: [String] = []
        for number in 0..<6 { ids.append(try await ann.send("pear \(number)", to: room)) }
        let more: JSONObject = ["order_by": .string(order), "filter": ["limit": 2]]
        let (_, first) = try await answer(more)
        let given = first.list("results").map { $0.at("result").eventID }
        #expect(given == [ids[5], ids[4]])
        try await ann.send("pear of later", to: room)
        try await ann.redact(given[0], in: room, txn: "r")
        let (_, second) = try await answer(more, nextBatch: first.text("next_batch"))
        #expect(second.list("results").map { $0.at("result").eventID } == [ids[3], ids[2]])
        if order == "recent" { try await ann.redact(ids[2], in: room, txn: "s") }
        let (_, third) = try await answer(more, nextBatch: second.text("next_batch"))
        #expect(third.list("results").map { $0.at("result").eventID } == [ids[1], ids[0]])
        let (_, fourth) = try await answer(more, nextBatch: third.text("next_batch"))
        #expect(fourth.list("results") == [] && fourth.text("next_batch") == nil)
    }
}
