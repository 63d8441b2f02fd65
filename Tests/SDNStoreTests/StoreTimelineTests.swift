import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Segments of a room's events in every store")
struct StoreTimelineTests {
    @Test("events are added at both ends, once each, and read in pages", arguments: StoreKind.allCases)
    func timeline(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let segment = try await store.write { (store) throws in
                try store.save(MXRoomSummary(roomId: Sample.room, membership: .join))
                var segment = try store.addSegment(toRoom: Sample.room, prevToken: "t", isComplete: false)
                for number in 11...20 { #expect(try store.append(Sample.message(number), to: &segment)) }
                for number in (1...10).reversed() { #expect(try store.prepend(Sample.message(number), to: &segment)) }
                #expect(try !store.append(Sample.message(5, body: "another"), to: &segment))
                #expect(try !store.prepend(Sample.message(15, body: "another"), to: &segment))
                try store.save(segment)
                return segment
            }
            #expect(segment.first == -10 && segment.end == 10)
            let (newest, older) = try await store.read { (store) throws in
                (
                    try store.events(inSegment: segment.id, before: .max, limit: 8),
                    try store.events(inSegment: segment.id, before: 2, limit: 100)
                )
            }
            #expect(newest.map(\.eventId) == (13...20).reversed().map { "$\($0)" })
            #expect(
                older.map(\.eventId) == (1...12).reversed().map { "$\($0)" } && older.allSatisfy { $0.body == "hello" })
            try await store.read { (store) throws in
                #expect(try store.eventCount(inSegment: segment.id, before: 0) == 10)
                #expect(
                    try store.position(ofEvent: "$11", inRoom: Sample.room)
                        == MXTimelinePosition(segment: segment.id, index: 0))
                #expect(try store.event("$3", inRoom: Sample.room)?.originServerTs == 1003)
                #expect(try store.event("$99", inRoom: Sample.room) == nil)
                #expect(
                    try store.newestEvent(ofRoom: Sample.room, types: ["m.sticker", "m.room.message"])?.eventId == "$20"
                )
                #expect(try store.newestEvent(ofRoom: Sample.room, types: ["m.sticker"]) == nil)
                #expect(try store.events(inSegment: segment.id, before: .min, limit: 5).isEmpty)
                #expect(try store.events(inSegment: 999, before: .max, limit: 5).isEmpty)
            }
        }
    }

    @Test("an event that is replaced keeps its place and is found by its new relation", arguments: StoreKind.allCases)
    func replacing(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let edit = try MXEvent(
                json: [
                    "type": "m.room.message", "event_id": "$2", "sender": "@a:b",
                    "content": ["body": "*", "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"]],
                ], roomId: Sample.room)
            try await store.write { (store) throws in
                try Sample.fill(store)
                let before = try store.position(ofEvent: "$2", inRoom: Sample.room)
                try store.replace(edit, inRoom: Sample.room)
                #expect(try store.position(ofEvent: "$2", inRoom: Sample.room) == before)
                try store.replace(Sample.message(77), inRoom: Sample.room)
            }
            try await store.read { (store) throws in
                #expect(
                    try store.events(relatedTo: "$1", inRoom: Sample.room, by: "m.replace").map(\.eventId) == ["$2"])
                #expect(try store.events(relatedTo: "$1", inRoom: Sample.room, by: "m.annotation").isEmpty)
                #expect(try store.event("$77", inRoom: Sample.room) == nil)
            }
        }
    }

    @Test("segments are ordered and keep their token and completeness", arguments: StoreKind.allCases)
    func segments(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try Sample.fill(store)
                var newer = try store.addSegment(toRoom: Sample.room, prevToken: nil, isComplete: false)
                _ = try store.append(Sample.message(50), to: &newer)
                newer.isComplete = true
                newer.prevToken = "p"
                try store.save(newer)
            }
            try await store.read { (store) throws in
                let newest = try #require(try store.newestSegment(ofRoom: Sample.room))
                #expect(newest.isComplete && newest.prevToken == "p" && newest.end == 1 && newest.roomId == Sample.room)
                let older = try #require(try store.segment(olderThan: newest))
                #expect(!older.isComplete && older.prevToken == "t" && older.end == 5)
                #expect(try store.segment(olderThan: older) == nil)
                #expect(try store.segment(newest.id) == newest)
            }
            try await store.write { try $0.deleteMessages(ofRoom: Sample.room) }
            try await store.read { (store) throws in
                #expect(
                    try store.newestSegment(ofRoom: Sample.room) == nil && store.event("$1", inRoom: Sample.room) == nil
                )
                #expect(try !store.state(ofRoom: Sample.room).isEmpty, "state stays")
            }
        }
    }

    @Test(
        "deleting messages from a place up to a newer segment also deletes the segments that become empty",
        arguments: StoreKind.allCases)
    func cutting(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try Sample.fill(store)
                try store.save(MXRoomSummary(roomId: "!other:x", membership: .join))
                for number in [50, 60, 70] {
                    var other = try store.addSegment(toRoom: "!other:x", prevToken: nil, isComplete: true)
                    _ = try store.append(Sample.message(number), to: &other)
                    try store.save(other)
                    var newer = try store.addSegment(toRoom: Sample.room, prevToken: nil, isComplete: true)
                    _ = try store.append(Sample.message(number), to: &newer)
                    try store.save(newer)
                }
                let newest = try #require(try store.newestSegment(ofRoom: Sample.room))
                let place = try #require(try store.position(ofEvent: "$3", inRoom: Sample.room))
                try store.deleteMessages(ofRoom: Sample.room, from: place, before: newest.id)
            }
            try await store.write { (store) throws in
                var newest = try #require(try store.newestSegment(ofRoom: Sample.room))
                let older = try #require(try store.segment(olderThan: newest))
                #expect(older.end == 2 && older.prevToken == "t")
                #expect(try store.events(inSegment: older.id, before: .max, limit: 9).map(\.eventId) == ["$2", "$1"])
                for (id, isThere) in [
                    ("$2", true), ("$3", false), ("$5", false), ("$50", false), ("$60", false), ("$70", true),
                ] {
                    #expect(
                        try (store.position(ofEvent: id, inRoom: Sample.room) != nil) == isThere
                            && (store.event(id, inRoom: Sample.room) != nil) == isThere)
                    if id.count == 3 { #expect(try store.event(id, inRoom: "!other:x") != nil, "another room's stay") }
                }
                #expect(try store.prepend(Sample.message(3), to: &newest), "what is forgotten can come again")
                #expect(try !store.prepend(Sample.message(2), to: &newest))
                let first = try #require(try store.position(ofEvent: "$1", inRoom: Sample.room))
                try store.deleteMessages(ofRoom: Sample.room, from: first, before: newest.id)
                #expect(try store.segment(olderThan: newest) == nil)
            }
        }
    }
}
