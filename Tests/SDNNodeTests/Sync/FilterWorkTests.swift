import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Limits of the work of a filter (SDN sheet 7.3)")
struct FilterWorkTests {
    /// Looks for itself at every place of a text of the same letter.
    private static let slow = "*" + String(repeating: "a", count: 120) + "b*"

    private static func filter(_ patterns: [String]) -> RoomEventFilter {
        var filter = RoomEventFilter()
        (filter.types, filter.notTypes) = (patterns + ["m.room.message"], patterns)
        return filter
    }

    @Test("attack 12: filters with many long wildcard patterns cost at most what one request may")
    func bounded() {
        let work = PatternWork(allowance: 100_000)
        let matcher = FilterMatcher(Self.filter((0..<50).map { Self.slow + String($0) }), work: work)
        for number in 0..<300 {
            #expect(!matcher.admits(type: String(repeating: "a", count: 240) + String(number), sender: "@a:b"))
        }
        #expect((100_000..<101_000).contains(work.spent))
        // Types without a star are still answered; a pattern that exceeds the allowance does not match.
        #expect(matcher.admits(type: "m.room.message", sender: "@a:b"))
        #expect(!FilterMatcher(Self.filter(["m.room.*"]), work: work).admits(type: "m.room.topic", sender: "@a:b"))
    }

    @Test("attack 12: a type is matched once, however many events have it")
    func once() {
        let work = PatternWork(allowance: 100_000)
        var filter = RoomEventFilter()
        filter.types = ["org.*", "m.room.*"]
        let matcher = FilterMatcher(filter, work: work)
        #expect(
            matcher.admits(type: "m.room.message", sender: "@a:b") && !matcher.admits(type: "m.sticker", sender: "@a:b")
        )
        let spent = work.spent
        for _ in 0..<100 { #expect(matcher.admits(type: "m.room.message", sender: "@a:b")) }
        #expect(work.spent == spent && spent < 50)
    }

    @Test("attack 12: the rooms and parts of one sync share one allowance for patterns")
    func shared() {
        let work = PatternWork(allowance: 10_000)
        var filter = SyncFilter()
        (filter.timeline, filter.state) = (Self.filter([Self.slow]), Self.filter([Self.slow]))
        let matchers = SyncMatchers(filter, work: work)
        for number in 0..<100 {
            let type = String(repeating: "a", count: 200) + String(number)
            _ = EventMatcher(matchers.timeline, room: "!\(number):x")
            #expect(
                !matchers.timeline.admits(type: type, sender: "@a:b")
                    && !matchers.state.admits(type: type, sender: "@a:b"))
        }
        #expect(work.spent < 10_500)
    }

    @Test("attack 12: a filter that is too large is refused with the member's name, in every call that takes one")
    func sizes() async throws {
        let pair = try await Pair(TestNode { $0.filterLimits.bytes = 2_000 }), alice = pair.alice
        let senders = JSONValue.array((0..<300).map { .string("@u\($0):x") })
        let stored = try await alice.call(
            "POST", ["user", alice.userID, "filter"], ["room": ["timeline": ["senders": senders]]])
        #expect(stored.status == 413 && stored.errcode == "M_TOO_LARGE")
        let text = String(decoding: (["senders": senders] as JSONValue).serialized(), as: UTF8.self)
        for (path, query) in [
            (["sync"], ["filter": text]), (["rooms", pair.room, "messages"], ["filter": text, "dir": "b"]),
        ] {
            let refused = try await alice.call("GET", path, query: query)
            #expect(refused.status == 400 && refused.error?.hasPrefix("filter:") == true, "\(refused)")
        }
        let search = try await alice.call(
            "POST", ["search"],
            ["search_categories": ["room_events": ["search_term": "x", "filter": ["senders": senders]]]])
        #expect(search.status == 400 && search.error?.contains("filter") == true)
        let stars = JSONValue.array((0..<51).map { .string("a*\($0)") })
        let many = try await alice.call(
            "POST", ["user", alice.userID, "filter"], ["room": ["state": ["types": stars]]])
        #expect(many.status == 400 && many.error?.contains("types") == true)
    }
}
