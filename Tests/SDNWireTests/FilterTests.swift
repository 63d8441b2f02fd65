import HeraldJSON
import SDNWire
import Testing

@Suite("Filters")
struct FilterTests {
    @Test(
        "a star in a type stands for any text",
        arguments: [
            ("m.room.*", "m.room.message", true), ("m.room.*", "m.reaction", false), ("*", "anything", true),
            ("*.message", "m.room.message", true),
            ("m.*.message", "m.room.message", true), ("m.*.message", "m.message", false), ("a*b*c", "axxbyyc", true),
            ("a*b*c", "acb", false),
            ("ab*ba", "aba", false), ("m.room.message", "m.room.message", true), ("", "", true), ("", "x", false),
            ("**", "x", true),
        ])
    func wildcard(pattern: String, type: String, expected: Bool) {
        #expect(EventTypePatterns([pattern]).matches(type) == expected)
    }

    @Test("not_… takes precedence, and an empty list matches nothing")
    func precedence() {
        var filter = RoomEventFilter()
        filter.types = ["m.*"]
        filter.notTypes = ["m.room.message"]
        #expect(filter.admits(type: "m.reaction", sender: "@a:b", hasURL: false))
        #expect(!filter.admits(type: "m.room.message", sender: "@a:b", hasURL: false))
        filter.types = []
        #expect(!filter.admits(type: "m.reaction", sender: "@a:b", hasURL: false))
        filter = RoomEventFilter()
        filter.containsURL = true
        #expect(!filter.admits(type: "x", sender: "@a:b", hasURL: false))
        filter.senders = ["@a:b"]
        #expect(filter.admits(type: "x", sender: "@a:b", hasURL: true))
        #expect(!filter.admits(type: "x", sender: "@c:d", hasURL: true))
    }

    @Test("a written filter is read back")
    func roundTrip() throws {
        var filter = SyncFilter.lazy(limit: 17)
        filter.rooms = ["!a:b"]
        filter.includeLeave = true
        filter.timeline.notTypes = ["m.reaction"]
        filter.timeline.relatedByRelTypes = ["m.thread"]
        filter.timeline.relatedBySenders = ["@a:b"]
        filter.presence.types = []
        #expect(try SyncFilter(json: JSONReader(.object(filter.json))) == filter)
    }

    @Test(
        "the error names a filter member of the wrong kind",
        arguments: [
            (#"{"room":{"timeline":{"limit":"ten"}}}"#, "room.timeline.limit"), (#"{"room":[]}"#, "room"),
            (#"{"room":{"rooms":[1]}}"#, "room.rooms[0]"),
        ])
    func wrongKind(text: String, path: String) throws {
        let value = try JSONValue(parsing: text)
        let error = #expect(throws: JSONError.self) { try SyncFilter(json: JSONReader(value)) }
        #expect(error?.path == path)
    }

    @Test(
        "filter lists that would make every match slow are refused",
        arguments: [
            (Array(repeating: "m.room.message", count: 1_001), "types"),
            (Array(repeating: "m.*", count: 51), "not_types"),
            (Array(repeating: "m.thread", count: 1_001), "related_by_rel_types"),
            (Array(repeating: "@a:b", count: 1_001), "related_by_senders"),
        ])
    func longLists(list: [String], key: String) throws {
        let filter: JSONValue = ["room": ["timeline": .object([key: .array(list.map { .string($0) })])]]
        let error = #expect(throws: WireError.self) { try SyncFilter(json: JSONReader(filter)) }
        #expect(error?.field == "room.timeline.\(key)")
    }

    @Test("a negative limit is refused")
    func negativeLimit() throws {
        let value = try JSONValue(parsing: #"{"limit":-1}"#)
        #expect(throws: WireError.self) { try RoomEventFilter(json: JSONReader(value)) }
    }
}
