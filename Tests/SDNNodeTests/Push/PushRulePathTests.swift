import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Paths of push rules (Matrix: push rules API)")
struct PushRulePathTests {
    private func send(
        _ method: String, _ path: String, as user: RoomUser, _ body: JSONValue? = nil
    ) async throws -> TestNode.Answer {
        try await user.node.send(
            method, "/_matrix/client/v3/pushrules" + path, token: user.token, bytes: body?.serialized() ?? [])
    }

    @Test(
        "a path that names no rule, or an unknown part, is a bad request",
        arguments: [
            ("PUT", "/"), ("PUT", "/not_a_scope/room/%23spam:example.com"), ("PUT", "/global"), ("PUT", "/global/"),
            ("PUT", "/global/room"), ("PUT", "/global/room/"), ("PUT", "/global/not_a_template/foo"),
            ("PUT", "/global/override/.m.rule.master/not_an_attr"), ("GET", "/global"), ("GET", "/global/room"),
            ("GET", "/not_a_scope/"), ("GET", "/not_a_scope/room/"), ("GET", "/global/not_a_template/"),
            ("GET", "/global/override/.m.rule.master/not_an_attr"), ("DELETE", "/global/room/"),
        ])
    func badRequests(method: String, path: String) async throws {
        let user = try await RoomUser(TestNode(), 1)
        let answer = try await send(method, path, as: user, method == "PUT" ? ["actions": ["notify"]] : nil)
        #expect(answer.status == 400)
        #expect(["M_UNRECOGNIZED", "M_UNKNOWN"].contains(answer.errcode))
    }

    @Test("the list of all rules has a slash at its end, and an unknown rule is not found")
    func missing() async throws {
        let user = try await RoomUser(TestNode(), 1)
        for path in ["", "/global/override/not_a_rule_id", "/global/room/!r:x/enabled"] {
            #expect(try await send("GET", path, as: user).status == 404, "\(path)")
        }
        for path in ["/", "/global/", "/global/room/"] {
            #expect(try await send("GET", path, as: user).status == 200, "\(path)")
        }
    }

    @Test("the actions and the state of every default rule can be read and changed")
    func defaults() async throws {
        let user = try await RoomUser(TestNode(), 1)
        for kind in PushRuleKind.allCases {
            for rule in PushRuleset.defaults(for: user.userID)[kind] {
                let path = ["pushrules", "global", kind.rawValue, rule.id]
                try await user.ok("PUT", path + ["actions"], ["actions": ["dont_notify"]])
                #expect(try await user.ok("GET", path + ["actions"]) == ["actions": ["dont_notify"]])
                for isEnabled in [true, false, true] {
                    try await user.ok("PUT", path + ["enabled"], ["enabled": .bool(isEnabled)])
                    #expect(try await user.ok("GET", path + ["enabled"]) == ["enabled": .bool(isEnabled)])
                }
            }
        }
    }

    @Test("a rule's name may have letters of any script, and the same rule set twice exists once")
    func names() async throws {
        let user = try await RoomUser(TestNode(), 1)
        for _ in 0..<2 {
            try await user.ok(
                "PUT", ["pushrules", "global", "content", "тест"], ["actions": ["notify"], "pattern": "тест"])
        }
        let rules = try await user.ok("GET", ["pushrules", "global", "content", ""]).arrayValue ?? []
        #expect(rules.count { $0["default"] == false } == 1)
        #expect(rules.first?.text("rule_id") == "тест")
    }
}
