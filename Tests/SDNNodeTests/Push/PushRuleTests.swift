import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Push rules on the node")
struct PushRuleTests {
    private func ids(_ user: RoomUser, _ kind: String) async throws -> [String] {
        try await user.ok("GET", ["pushrules", "global", kind, ""]).arrayValue?.compactMap { $0.text("rule_id") } ?? []
    }

    private func put(_ user: RoomUser, _ kind: String, _ id: String, _ body: JSONValue, query: [String: String] = [:])
        async throws -> TestNode.Answer
    {
        try await user.call("PUT", ["pushrules", "global", kind, id], query: query, body)
    }

    @Test("a new user has the defaults, at every path that lists rules")
    func defaults() async throws {
        let user = try await RoomUser(TestNode(), 1)
        let all = try await user.ok("GET", ["pushrules", ""])
        #expect(all == .object(["global": PushRuleset.defaults(for: user.userID).json]))
        #expect(try await user.ok("GET", ["pushrules", "global", ""]) == all["global"])
        #expect(try await ids(user, "underride").count == 5)
        let rule = try await user.ok("GET", ["pushrules", "global", "override", ".m.rule.master"])
        #expect(
            rule == ["rule_id": ".m.rule.master", "default": true, "enabled": false, "actions": [], "conditions": []])
        #expect(
            try await user.ok("GET", ["pushrules", "global", "override", ".m.rule.master", "enabled"]) == [
                "enabled": false
            ])
        #expect(
            try await user.ok("GET", ["pushrules", "global", "underride", ".m.rule.message", "actions"]) == [
                "actions": ["notify"]
            ])
        #expect(
            try await user.sync().list("account_data", "events").first { $0.type == "m.push_rules" }?["content"] == all)
    }

    @Test(
        "the user's own rules come before the defaults, the newest first or where they were put; the master stays first"
    )
    func order() async throws {
        let user = try await RoomUser(TestNode(), 1)
        let body: JSONValue = ["actions": ["notify"], "conditions": []]
        for id in ["a", "b", "c"] { #expect(try await put(user, "override", id, body).status == 200) }
        #expect(
            try await ids(user, "override").prefix(5) == [".m.rule.master", "c", "b", "a", ".m.rule.suppress_notices"])
        _ = try await put(user, "override", "d", body, query: ["before": "b"])
        _ = try await put(user, "override", "e", body, query: ["after": "b"])
        #expect(try await ids(user, "override").prefix(6) == [".m.rule.master", "c", "d", "b", "e", "a"])
        _ = try await put(user, "override", "c", body, query: ["after": "a"])
        #expect(try await ids(user, "override").prefix(6) == [".m.rule.master", "d", "b", "e", "a", "c"])
        for query in [["before": "x"], ["after": ".m.rule.master"], ["before": "a"]] {
            let answer = try await put(
                user, query == ["before": "a"] ? "content" : "override", "z",
                ["actions": [], "conditions": [], "pattern": "z"], query: query)
            #expect(answer.status == 400 && answer.errcode == "M_UNKNOWN")
        }
        try await user.ok("DELETE", ["pushrules", "global", "override", "b"])
        #expect(try await ids(user, "override").prefix(5) == [".m.rule.master", "d", "e", "a", "c"])
    }

    @Test("each kind of rule stores its members, and is listed as it was written")
    func kinds() async throws {
        let user = try await RoomUser(TestNode(), 1)
        let conditions: JSONValue = [["kind": "org.new", "x": [1, 2]], ["kind": "room_member_count", "is": ">10"]]
        _ = try await put(
            user, "underride", "u",
            ["actions": ["notify", ["set_tweak": "org.new", "value": 1.5]], "conditions": conditions])
        _ = try await put(user, "content", "cake", ["actions": ["notify"], "pattern": "ca*e"])
        _ = try await put(user, "room", "!r:x", ["actions": ["dont_notify"]])
        _ = try await put(user, "sender", "@u:x", ["actions": []])
        #expect(
            try await user.ok("GET", ["pushrules", "global", "underride", "u"]) == [
                "rule_id": "u", "default": false, "enabled": true,
                "actions": ["notify", ["set_tweak": "org.new", "value": 1.5]], "conditions": conditions,
            ])
        #expect(
            try await user.ok("GET", ["pushrules", "global", "content", "cake"]) == [
                "rule_id": "cake", "default": false, "enabled": true, "actions": ["notify"], "pattern": "ca*e",
            ])
        #expect(try await user.ok("GET", ["pushrules", "global", "room", "!r:x"])["actions"] == ["dont_notify"])
        #expect(try await ids(user, "sender") == ["@u:x"])
    }

    @Test("rules, even the server's, can be switched and get other actions; a bare Boolean switches too")
    func switching() async throws {
        let user = try await RoomUser(TestNode(), 1)
        _ = try await put(user, "content", "cake", ["actions": ["notify"], "pattern": "cake"])
        try await user.ok("PUT", ["pushrules", "global", "content", "cake", "enabled"], ["enabled": false])
        try await user.ok("PUT", ["pushrules", "global", "override", ".m.rule.master", "enabled"], true)
        try await user.ok("PUT", ["pushrules", "global", "underride", ".m.rule.message", "actions"], ["actions": []])
        #expect(try await user.ok("GET", ["pushrules", "global", "content", "cake", "enabled"]) == ["enabled": false])
        #expect(
            try await user.ok("GET", ["pushrules", "global", "override", ".m.rule.master", "enabled"]) == [
                "enabled": true
            ])
        #expect(try await user.ok("GET", ["pushrules", "global", "underride", ".m.rule.message"])["actions"] == [])
        _ = try await put(user, "content", "cake", ["actions": [], "pattern": "cakes"])
        #expect(
            try await user.ok("GET", ["pushrules", "global", "content", "cake"])["enabled"] == false,
            "a rule that is replaced stays off")
    }

    @Test(
        "an invalid rule is refused with its reason",
        arguments: [
            ("PUT", ["override", ".mine"], ["actions": [], "conditions": []], 400, "M_UNKNOWN"),
            ("PUT", ["override", "a/b"], ["actions": [], "conditions": []], 400, "M_UNKNOWN"),
            ("PUT", ["override", "a\\b"], ["actions": [], "conditions": []], 400, "M_UNKNOWN"),
            ("PUT", ["nothing", "a"], ["actions": []], 400, "M_UNKNOWN"),
            ("PUT", ["override", "a"], ["actions": []], 400, "M_MISSING_PARAM"),
            ("PUT", ["content", "a"], ["actions": []], 400, "M_MISSING_PARAM"),
            ("PUT", ["room", "a"], [:], 400, "M_MISSING_PARAM"),
            ("PUT", ["room", "a"], ["actions": ["sing"]], 400, "M_UNKNOWN"),
            ("PUT", ["room", "a"], ["actions": [5]], 400, "M_UNKNOWN"),
            ("PUT", ["override", "a"], ["actions": [], "conditions": [5]], 400, "M_UNKNOWN"),
            (
                "PUT", ["content", "a"], ["actions": [], "pattern": .string(String(repeating: "x", count: 1_025))], 400,
                "M_INVALID_PARAM"
            ),
            ("PUT", ["room", "a", "enabled"], ["enabled": true], 404, "M_NOT_FOUND"),
            ("PUT", ["override", ".m.rule.none", "enabled"], ["enabled": true], 404, "M_NOT_FOUND"),
            ("PUT", ["override", ".m.rule.master", "enabled"], ["enabled": 1], 400, "M_BAD_JSON"),
            ("PUT", ["override", ".m.rule.master", "actions"], ["actions": ["sing"]], 400, "M_UNKNOWN"),
            ("DELETE", ["override", ".m.rule.master"], .null, 404, "M_NOT_FOUND"),
            ("DELETE", ["room", "a"], .null, 404, "M_NOT_FOUND"),
            ("GET", ["room", "a"], .null, 404, "M_NOT_FOUND"),
            ("GET", ["nothing", "a"], .null, 404, "M_UNRECOGNIZED"),
        ] as [(String, [String], JSONValue, Int, String)])
    func refusals(method: String, path: [String], body: JSONValue, status: Int, code: String) async throws {
        let user = try await RoomUser(TestNode(), 1)
        let answer = try await user.call(method, ["pushrules", "global"] + path, body.isNull ? JSONValue?.none : body)
        #expect(answer.status == status)
        #expect(answer.errcode == code)
        #expect(try await user.call("GET", ["pushrules", "device", "x"]).errcode == "M_UNRECOGNIZED")
    }

    @Test("every change of a rule reaches the user's other devices as account data, and nobody else")
    func accountData() async throws {
        let node = try TestNode()
        let user = try await RoomUser(node, 1), other = try await RoomUser(node, 2)
        let since = try await user.sync().nextBatch, theirs = try await other.sync().nextBatch
        _ = try await put(user, "room", "!r:x", ["actions": []])
        let news = try await user.sync(since: since).list("account_data", "events")
        #expect(news.map(\.type) == ["m.push_rules"])
        #expect(news.first?.at("content", "global").list("room").first?.text("rule_id") == "!r:x")
        #expect(try await other.sync(since: theirs).list("account_data", "events").isEmpty)
        #expect(
            try await user.ok("GET", ["user", user.userID, "account_data", "m.push_rules"]) == news.first?["content"])
        let later = try await user.sync().nextBatch
        #expect(try await user.sync(since: later).list("account_data", "events").isEmpty)
    }

    @Test("rules survive a restart")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let change: (inout NodeConfiguration) -> Void = { $0.storage = .directory(folder.url) }
        let node = try TestNode(change)
        let user = try await RoomUser(node, 1)
        _ = try await put(user, "sender", "@u:x", ["actions": []])
        await node.assembly.services.database.close()
        let again = RoomUser(try TestNode(change), token: user.token, userID: user.userID)
        #expect(try await ids(again, "sender") == ["@u:x"])
        await again.node.assembly.services.database.close()
    }
}
