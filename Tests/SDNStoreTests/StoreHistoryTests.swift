import GRDB
import HeraldJSON
import SDNSDK
import Testing
@testable import SDNStore

@Suite("Parts of a room's history that an index finds")
struct StoreHistoryTests {
    private static func inThread(_ number: Int) throws -> MXEvent {
        try MXEvent(
            json: [
                "type": "m.room.message", "event_id": .string("$\(number)"), "sender": "@a:b",
                "content": ["body": "in", "m.relates_to": ["rel_type": "m.thread", "event_id": "$1"]],
            ], roomId: Sample.room)
    }

    private static func name(_ number: Int) throws -> MXEvent {
        try Sample.state("m.room.name", "", ["name": .string("\(number)")], id: "$n\(number)")
    }

    /// Two segments: `$1 $n1 $2 … $6 $n2`, and `$7 $8 $9 $n3`.
    private static func fill(_ store: any MXStoreWriter) throws {
        try store.save(MXRoomSummary(roomId: Sample.room, membership: .join))
        var older = try store.addSegment(toRoom: Sample.room, prevToken: nil, isComplete: true)
        for event in try [Sample.message(1), name(1)] + (2...6).map(inThread) + [name(2)] {
            _ = try store.append(event, to: &older)
        }
        try store.save(older)
        try store.save(MXRoomSummary(roomId: "!other:x", membership: .join))
        var other = try store.addSegment(toRoom: "!other:x", prevToken: nil, isComplete: true)
        _ = try store.append(MXEvent(json: inThread(2).json, roomId: "!other:x"), to: &other)
        try store.save(other)
        var newer = try store.addSegment(toRoom: Sample.room, prevToken: nil, isComplete: true)
        for event in try (7...9).map(inThread) + [name(3)] { _ = try store.append(event, to: &newer) }
        try store.save(newer)
    }

    @Test("the newest related events are read with their places, between two places", arguments: StoreKind.allCases)
    func related(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { try Self.fill($0) }
            try await store.read { (store) throws in
                func ids(_ limit: Int, from: String? = nil, before: String? = nil) throws -> [String] {
                    let places = try [from, before].map { id in
                        try id.flatMap { try store.position(ofEvent: $0, inRoom: Sample.room) }
                    }
                    let found = try store.events(
                        relatedTo: "$1", inRoom: Sample.room, by: "m.thread", from: places[0], before: places[1],
                        limit: limit)
                    for event in found {
                        #expect(try store.position(ofEvent: event.event.eventId, inRoom: Sample.room) == event.place)
                    }
                    return found.map(\.event.eventId)
                }
                #expect(try ids(4) == ["$9", "$8", "$7", "$6"])
                #expect(try ids(9, from: "$5", before: "$8") == ["$7", "$6", "$5"])
                #expect(try ids(9, before: "$n1").isEmpty && ids(0).isEmpty)
                #expect(try ids(99).count == 8)
                let begin = MXTimelinePosition(segment: 0, index: .min)
                let end = MXTimelinePosition(segment: .max, index: .max)
                #expect(
                    try store.events(
                        relatedTo: "$1", inRoom: Sample.room, by: "m.thread", from: begin, before: end, limit: 99
                    ).count == 8)
                #expect(
                    try store.events(
                        relatedTo: "$1", inRoom: "!none:x", by: "m.thread", from: nil, before: nil, limit: 9
                    ).isEmpty)
            }
        }
    }

    @Test("state events of the history are read in parts, without the messages", arguments: StoreKind.allCases)
    func stateChanges(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { try Self.fill($0) }
            try await store.read { (store) throws in
                let begin = try #require(try store.position(ofEvent: "$1", inRoom: Sample.room))
                let end = try #require(try store.newestSegment(ofRoom: Sample.room)?.endPosition)
                let first = try store.stateChanges(inRoom: Sample.room, from: begin, before: end, limit: 2)
                #expect(first.events.map(\.eventId) == ["$n3", "$n2"])
                #expect(try first.start == store.position(ofEvent: "$n2", inRoom: Sample.room))
                let rest = try store.stateChanges(inRoom: Sample.room, from: begin, before: first.start, limit: 2)
                #expect(rest.events.map(\.eventId) == ["$n1"] && rest.start == begin)
            }
        }
    }

    @Test("each of these queries uses an index and needs no sorting")
    func plans() async throws {
        let database = try StoreDatabase()
        let queries: [(StoreSQL, String, @Sendable () -> StatementArguments)] = [
            (.newestRelated, "eventRelation", { [1, "$1", "m.thread", 0, 9, 5] }),
            (.stateChanges, "stateInHistory", { [1, 0, 9, 5] }),
        ]
        for (query, index, arguments) in queries {
            let plan = try await database.read { store in
                try Row.fetchAll(store.db, sql: "EXPLAIN QUERY PLAN " + query.text, arguments: arguments())
                    .map { row -> String in row["detail"] }
            }
            #expect(plan.count == 1 && plan.first?.contains("USING INDEX \(index) ") == true, "\(plan)")
            #expect(plan.first?.contains("rowid>") == true, "\(plan)")
        }
        database.close()
    }

    @Test("of the rows of an older file, those that may be state are found")
    func olderFile() throws {
        let queue = try DatabaseQueue()
        try StoreSchema.migrator.migrate(queue, upTo: "parts of attachments")
        try queue.write { db in
            for (place, type) in ["m.room.message", "m.room.name", "m.reaction", "x.custom"].enumerated() {
                try db.execute(
                    sql: "INSERT INTO event (place, room, type, raw) VALUES (?, 1, ?, x'')", arguments: [place, type])
            }
        }
        try StoreSchema.migrator.migrate(queue)
        let places = try queue.read { db in
            try Int.fetchAll(db, sql: "SELECT place FROM event WHERE isState = 1 ORDER BY place")
        }
        #expect(places == [1, 3])
    }
}
