import HeraldJSON
import Testing
@testable import SDNWire

@Suite("Work of push rules")
struct PushWorkTests {
    private let body = String(repeating: "quite a long text about a zebra, ", count: 2_000)
    private let facts = PushRoomFacts(joinedMembers: 3)
    private static let highlight: [JSONValue] = ["notify", ["set_tweak": "highlight"]]

    private func event(_ content: JSONObject, _ work: PushWork?) -> PushEvent {
        PushEvent(
            ["type": "m.room.message", "sender": "@you:x", "room_id": "!r:x", "content": .object(content)], work: work)
    }

    private func rules(_ conditions: [JSONValue], for user: String = "@me:x") -> PushRuleset {
        var rules = PushRuleset.defaults(for: user)
        let own = conditions.enumerated().map {
            PushRule(.override, id: "r\($0.offset)", conditions: [$0.element], actions: Self.highlight)
        }
        rules[.override] += own
        return rules
    }

    private func glob(_ pattern: String, key: String = "content.body") -> JSONValue {
        ["kind": "event_match", "key": .string(key), "pattern": .string(pattern)]
    }

    @Test(
        "rules that search for more than the limit cost no more than that, and the server's rules decide",
        arguments: ["content.body", "content.other"])
    func bounded(key: String) {
        let work = PushWork(allowance: 500_000)
        let hostile = rules((0..<500).map { glob("*n\($0)?n*", key: key) } + [glob("*zeb?a*", key: key)])
        let event = event(["body": .string(body), "other": .string(body)], work)
        let decision = hostile.decide(event, facts: facts, user: PushUser(id: "@me:x"))
        #expect(decision.rule?.id == ".m.rule.message")
        #expect((400_000...500_000).contains(work.spent))
        #expect(
            hostile.decide(
                self.event(["body": .string(body), "other": .string(body)], nil), facts: facts,
                user: PushUser(id: "@me:x")
            ).rule?.id == "r500")
    }

    @Test("one user's searches do not reduce another user's, and each has an equal part of what is left")
    func shared() {
        let work = PushWork(allowance: 800_000, users: 4)
        let event = event(["body": .string(body)], work)
        func decide(_ user: String, _ patterns: [String]) -> String? {
            rules(patterns.map { glob($0) }, for: user).decide(event, facts: facts, user: PushUser(id: user)).rule?.id
        }
        #expect(decide("@a:x", ["q?x", "zeb?a"]) == "r1")
        let spent = work.spent
        #expect(spent > 0)
        #expect(decide("@b:x", ["q?x", "zeb?a"]) == "r1")
        #expect(work.spent == spent)
        _ = decide("@c:x", (0..<50).map { "k\($0)?" })
        #expect(decide("@d:x", ["l?ng text"]) == "r0")
    }

    @Test("attack 101: the rules of many users together cost at most what one message may, and each user has a part")
    func sum() {
        let work = PushWork(allowance: 1_000_000, users: 500, least: 10_000)
        let event = event(["body": .string(String(repeating: "some words, ", count: 50) + "and a zebra")], work)
        func decide(_ user: Int, _ patterns: [String]) -> String? {
            rules(patterns.map { glob($0) }, for: "@u\(user):x").decide(
                event, facts: facts, user: PushUser(id: "@u\(user):x")
            ).rule?.id
        }
        #expect(
            decide(0, (0..<10).map { "zero\($0)?" } + ["zeb*a"]) == "r10",
            "while there is enough a user may have more than the part")
        for user in 1..<499 { _ = decide(user, (0..<30).map { "u\(user)n\($0)?" }) }
        #expect(work.spent > 900_000)
        #expect(work.spent <= 1_000_000)
        #expect(decide(499, ["zebr?"]) == "r0")
        #expect(work.spent <= 1_000_000)
    }

    @Test("keywords are found or missed without a search of the text")
    func keywords() {
        let work = PushWork(allowance: 70_000)
        let event = event(["body": .string(body + "Needle")], work)
        let many = rules((0..<500).map { glob("keyword\($0)") } + [glob("needle")])
        #expect(many.decide(event, facts: facts, user: PushUser(id: "@me:x")).rule?.id == "r500")
    }

    @Test(
        "the limited search finds what the plain search finds",
        arguments: [
            "zebra", "a zebra,", "Zebra, QUITE", "ebra", "zebra quite", "*", "?", ", ", "@room", "long*about",
            "text about a zebra, quite a long", "",
        ])
    func same(pattern: String) {
        let rules = rules([glob(pattern)])
        for text in [body, "zebra", "@room", "the zebras", "a zebra, quite"] {
            let plain = rules.decide(event(["body": .string(text)], nil), facts: facts, user: PushUser(id: "@me:x"))
            let bounded = rules.decide(
                event(["body": .string(text)], PushWork(allowance: .max)), facts: facts, user: PushUser(id: "@me:x"))
            #expect(plain == bounded, "\(text.prefix(20))")
        }
    }

    @Test("long lists and names are counted as well")
    func lists() {
        let work = PushWork(allowance: 5_000)
        let list = JSONValue.array((0..<2_000).map { .string("e\($0)") })
        let conditions = (0..<100).map {
            ["kind": "event_property_contains", "key": "content.list", "value": .string("v\($0)")] as JSONValue
        }
        #expect(
            rules(conditions).decide(event(["list": list], work), facts: facts, user: PushUser(id: "@me:x")).rule?.id
                == ".m.rule.message")
        #expect(work.spent == 4_000)
        let names = PushWork(allowance: 200_000)
        let event = event(["body": .string(body)], names)
        let named = rules(Array(repeating: ["kind": "contains_display_name"], count: 100))
        _ = named.decide(event, facts: facts, user: PushUser(id: "@me:x", displayName: "nobody here"))
        #expect(names.spent < 2 * body.count)
    }
}
