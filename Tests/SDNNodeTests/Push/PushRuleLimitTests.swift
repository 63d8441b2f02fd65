import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Limits of push rules")
struct PushRuleLimitTests {
    private func put(
        _ user: RoomUser, _ id: String, kind: String = "override", _ conditions: [JSONValue], pattern: String? = nil
    ) async throws -> TestNode.Answer {
        var body: JSONObject = ["actions": ["notify", ["set_tweak": "highlight"]], "conditions": .array(conditions)]
        body.set("pattern", pattern)
        return try await user.call("PUT", ["pushrules", "global", kind, id], .object(body))
    }

    private func glob(_ pattern: String) -> JSONValue {
        ["kind": "event_match", "key": "content.body", "pattern": .string(pattern)]
    }

    @Test("a rule has at most ten conditions")
    func conditions() async throws {
        let user = try await RoomUser(TestNode(), 1)
        let one: JSONValue = ["kind": "room_member_count", "is": ">1"]
        #expect(try await put(user, "ten", Array(repeating: one, count: 10)).status == 200)
        let refused = try await put(user, "eleven", Array(repeating: one, count: 11))
        #expect((refused.status, refused.errcode) == (413, "M_TOO_LARGE"))
        #expect(refused.error?.hasPrefix("conditions:") == true)
    }

    @Test("attack 67: with many rules, each change of one counts as as many writes as it makes the node read")
    func price() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.sendsPerUser = RateLimit(perSecond: 10, burst: 100)
        }
        let user = try await RoomUser(node, 1)
        let long: JSONValue = [
            "kind": "event_match", "key": "room_id", "pattern": .string("!" + String(repeating: "x", count: 15_000)),
        ]
        for number in 0..<20 {
            node.clock.advance(by: .seconds(60))
            #expect(try await put(user, "\(number)", [long]).status == 200)
        }
        // 300,000 bytes are four writes more.
        node.clock.advance(by: .seconds(60))
        var changes = 0
        while changes < 50,
            try await user.call(
                "PUT", ["pushrules", "global", "override", "1", "enabled"],
                ["enabled": .bool(changes.isMultiple(of: 2))]
            ).status == 200
        {
            changes += 1
        }
        #expect(changes == 20)
    }

    @Test("a user's rules may search for a limited number of patterns; muted rooms and senders do not count")
    func searches() async throws {
        let user = try await RoomUser(try TestNode { $0.userLimits.pushRuleSearches = 3 }, 1)
        #expect(try await put(user, "a", [glob("x*"), glob("word")]).status == 200)
        #expect(try await put(user, "b", kind: "content", [], pattern: "y").status == 200)
        for (id, conditions) in [
            ("c", [glob("z")]), ("d", [["kind": "event_property_contains", "key": "content.l", "value": "v"]]),
        ] {
            let refused = try await put(user, id, conditions)
            #expect((refused.status, refused.errcode) == (403, "M_RESOURCE_LIMIT_EXCEEDED"))
        }
        #expect(try await put(user, "a", [glob("another")]).status == 200)
        #expect(try await put(user, "e", [glob("z")]).status == 200)
        for number in 0..<10 {
            #expect(
                try await put(
                    user, "!\(number):x",
                    [["kind": "event_match", "key": "room_id", "pattern": .string("!\(number):x")]]
                ).status == 200)
            #expect(try await put(user, "@\(number):x", kind: "sender", []).status == 200)
        }
    }

    @Test("a user's rules have a limited number of bytes, even with new actions")
    func bytes() async throws {
        let user = try await RoomUser(try TestNode { $0.userLimits.pushRuleBytes = 1_000 }, 1)
        #expect(try await put(user, "a", [glob(String(repeating: "p", count: 400))]).status == 200)
        #expect(
            try await put(user, "b", [glob(String(repeating: "p", count: 500))]).errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        let long: JSONValue = ["actions": [["set_tweak": .string(String(repeating: "t", count: 700))]]]
        let refused = try await user.call("PUT", ["pushrules", "global", "override", "a", "actions"], long)
        #expect((refused.status, refused.errcode) == (403, "M_RESOURCE_LIMIT_EXCEEDED"))
        #expect(
            try await user.ok("GET", ["pushrules", "global", "override", "a", "actions"]).list("actions").count == 2)
    }

    @Test("a user's expensive rules do not keep the writer busy, and others' keywords are still found")
    func message() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), eve = try await RoomUser(node, 2), bob = try await RoomUser(node, 3)
        let room = try await ann.createRoom(["preset": "public_chat"])
        for user in [eve, bob] { try await user.join(room) }
        // The newest rule is asked first.
        #expect(try await put(eve, "last", [glob("zeb?a")]).status == 200)
        for number in 0..<40 { #expect(try await put(eve, "r\(number)", [glob("n\(number)?n")]).status == 200) }
        #expect(try await put(bob, "keyword", kind: "content", [], pattern: "Zebra").status == 200)
        func counts(_ user: RoomUser) async throws -> [Int64?] {
            let unread = try await user.sync().joined(room).at("unread_notifications")
            return [unread["notification_count"]?.intValue, unread["highlight_count"]?.intValue]
        }
        try await ann.send("a short zebra", to: room)
        for user in [eve, bob] { #expect(try await counts(user) == [1, 1]) }
        try await ann.send(String(repeating: "long ", count: 12_000) + "zebra", to: room, txn: "long")
        #expect(try await counts(eve) == [2, 1])
        #expect(try await counts(bob) == [2, 2])
    }
}
