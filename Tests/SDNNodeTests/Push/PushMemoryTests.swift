import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Memory of push rules")
struct PushMemoryTests {
    /// Takes many times the bytes that it is written in.
    private static let tree = JSONValue.array(Array(repeating: [0], count: 3_500))
    private static let heavy: [JSONValue] = [["kind": "org.new", "x": tree]]

    private func put(_ user: RoomUser, _ id: String, _ conditions: [JSONValue]) async throws -> TestNode.Answer {
        try await user.call(
            "PUT", ["pushrules", "global", "override", id], ["actions": [], "conditions": .array(conditions)])
    }

    @Test(
        "attack 100: rules and actions that would use much memory are refused, and a thousand ordinary ones are not"
    )
    func refused() async throws {
        let user = try await RoomUser(TestNode(), 1)
        var answer = try await put(user, "0", Self.heavy), count = 1
        while answer.status == 200, count < 40 {
            answer = try await put(user, "\(count)", Self.heavy)
            count += 1
        }
        #expect((answer.status, answer.errcode) == (403, "M_RESOURCE_LIMIT_EXCEEDED"))
        #expect((3...20).contains(count))
        let actions = try await user.call(
            "PUT", ["pushrules", "global", "underride", ".m.rule.message", "actions"],
            ["actions": [["set_tweak": "x", "value": Self.tree]]])
        #expect((actions.status, actions.errcode) == (403, "M_RESOURCE_LIMIT_EXCEEDED"))
        try await user.ok("DELETE", ["pushrules", "global", "override", "0"])
        #expect(try await put(user, "again", Self.heavy).status == 200)

        var rules = PushRuleset.defaults(for: user.userID)
        rules[.content] += (0..<500).map {
            PushRule(
                .content, id: "keyword \($0)", pattern: "keyword \($0)",
                actions: ["notify", ["set_tweak": "highlight"]])
        }
        rules[.room] += (0..<500).map { PushRule(.room, id: "!a-room-of-some-length-\($0):example.org", actions: []) }
        #expect(rules.weight < PushRuleStore.weightLimit)
    }

    @Test("attack 100: a cost from before a change counts only if nothing else has changed since")
    func measured() async throws {
        let node = try TestNode()
        try await node.assembly.services.database.write { db in
            let cost = try PushRuleCost(of: "@a:x", in: db)
            #expect(try cost.isCurrent(for: "@a:x", in: db))
            try PushRuleStore.set(
                PushRule(.override, id: "r", conditions: Self.heavy, actions: []), of: "@a:x", before: nil, after: nil,
                in: db)
            #expect(try !cost.isCurrent(for: "@a:x", in: db))
            let later = try PushRuleCost(of: "@a:x", in: db)
            #expect(later.weight > cost.weight + 100_000)
            #expect(
                try PushRuleCost(of: "@a:x", with: { $0[.override].removeAll { $0.id == "r" } }, in: db).weight
                    == cost.weight)
        }
    }

    @Test(
        "attack 100: when the memory for rules is full, the least recently used are dropped, and very large rules drop none"
    )
    func eviction() async throws {
        let node = try TestNode()
        try await node.assembly.services.database.write { db in
            let users = (10..<21).map { "@u\($0):x" }
            let memory = PushMemory(limit: PushRuleset.defaults(for: users[0]).weight * 10)
            var reading = PushReading()
            for user in users.prefix(10) { _ = try memory.ruleset(of: user, &reading, in: db) }
            #expect(memory.remembered.users == Set(users.prefix(10)))
            _ = try memory.ruleset(of: users[0], &reading, in: db)
            _ = try memory.ruleset(of: users[10], &reading, in: db)
            #expect(memory.remembered.users == Set([users[0]] + users[5...]))

            let large = "@large:x"
            try PushRuleStore.set(
                PushRule(.override, id: "r", conditions: Self.heavy, actions: []), of: large, before: nil, after: nil,
                in: db)
            let before = memory.remembered
            #expect(try memory.ruleset(of: large, &reading, in: db).rule(.override, "r") != nil)
            #expect(memory.remembered == before)
            for user in users { memory.forgetRules(of: user) }
            #expect(memory.remembered.weight == 0)
        }
    }

    @Test(
        "attack 100: a message reads a limited amount of large rules, and always uses small and remembered ones"
    )
    func reading() async throws {
        let node = try TestNode()
        try await node.assembly.services.database.write { db in
            let large = PushRule(
                .override, id: "r",
                conditions: [["kind": "org.new", "x": .string(String(repeating: "x", count: 30_000))]], actions: [])
            for user in ["@a:x", "@b:x", "@c:x"] {
                try PushRuleStore.set(large, of: user, before: nil, after: nil, in: db)
            }
            try PushRuleStore.set(
                PushRule(.override, id: "r", actions: []), of: "@small:x", before: nil, after: nil, in: db)
            let memory = PushMemory()
            var reading = PushReading(limit: 50_000)
            func isRead(_ user: String) throws -> Bool {
                try memory.ruleset(of: user, &reading, in: db).rule(.override, "r") != nil
            }
            #expect(try isRead("@a:x"))
            #expect(try isRead("@b:x"))
            #expect(try !isRead("@c:x"))
            #expect(try isRead("@small:x"))
            #expect(try isRead("@a:x"))
            reading = PushReading()
            #expect(try isRead("@c:x"), "the next message has them read")
        }
    }

    @Test("attack 100: a message does not read its sender's rules")
    func sender() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        for user in [ann, bob] { #expect(try await put(user, "r", []).status == 200) }
        try await ann.send("hello", to: room)
        #expect(node.assembly.services.push.remembered.users == [bob.userID])
    }
}
