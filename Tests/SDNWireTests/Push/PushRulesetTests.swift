import HeraldJSON
import TestSupport
import Testing
@testable import SDNWire

@Suite("Decisions of push rules")
struct PushRulesetTests {
    private let me = "@me:example.org"

    private func event(_ type: String, by sender: String = "@you:example.org", key: String? = nil, _ content: JSONValue)
        -> PushEvent
    {
        var json: JSONObject = [
            "type": .string(type), "sender": .string(sender), "room_id": "!r:example.org", "content": content,
        ]
        json.set("state_key", key)
        return PushEvent(json)
    }

    private func decide(
        _ event: PushEvent, rules: PushRuleset? = nil, members: Int64 = 3, power: Int64 = 0, name: String? = "Ann Lee"
    ) -> PushDecision {
        (rules ?? .defaults(for: me)).decide(
            event, facts: PushRoomFacts(joinedMembers: members) { _ in (power, nil) },
            user: PushUser(id: me, displayName: name))
    }

    private func text(_ body: String, _ more: JSONObject = [:]) -> PushEvent {
        event("m.room.message", .object(more.merging(["msgtype": "m.text", "body": .string(body)]) { old, _ in old }))
    }

    @Test("the defaults are in the specification's order")
    func order() {
        let defaults = PushRuleset.defaults(for: me)
        #expect(
            defaults[.override].map(\.id) == [
                ".m.rule.master", ".m.rule.suppress_notices", ".m.rule.invite_for_me", ".m.rule.member_event",
                ".m.rule.is_user_mention",
                ".m.rule.contains_display_name", ".m.rule.is_room_mention", ".m.rule.roomnotif", ".m.rule.tombstone",
                ".m.rule.reaction",
                ".m.rule.room.server_acl", ".m.rule.suppress_edits",
            ])
        #expect(defaults[.content].map(\.id) == [".m.rule.contains_user_name"])
        #expect(defaults[.content].first?.pattern == "me")
        #expect(
            defaults[.underride].map(\.id) == [
                ".m.rule.call", ".m.rule.encrypted_room_one_to_one", ".m.rule.room_one_to_one", ".m.rule.message",
                ".m.rule.encrypted",
            ])
        #expect(defaults[.override].filter { !$0.isEnabled }.map(\.id) == [".m.rule.master"])
    }

    @Test("each default decides the events that it is for")
    func defaults() {
        #expect(decide(text("hello")).rule?.id == ".m.rule.message")
        #expect(decide(text("hello"), members: 2).rule?.id == ".m.rule.room_one_to_one")
        #expect(decide(event("m.room.encrypted", [:])).rule?.id == ".m.rule.encrypted")
        #expect(decide(event("m.room.encrypted", [:]), members: 2).rule?.id == ".m.rule.encrypted_room_one_to_one")
        #expect(decide(event("m.call.invite", [:])).actions.sound == "ring")
        #expect(
            decide(event("m.room.message", ["msgtype": "m.notice", "body": "me"])).rule?.id
                == ".m.rule.suppress_notices")
        #expect(decide(event("m.room.member", key: me, ["membership": "invite"])).rule?.id == ".m.rule.invite_for_me")
        #expect(
            decide(event("m.room.member", key: "@x:y", ["membership": "invite"])).rule?.id == ".m.rule.member_event")
        #expect(decide(event("m.room.tombstone", key: "", ["body": "moved"])).rule?.id == ".m.rule.tombstone")
        #expect(decide(event("m.room.tombstone", key: "x", ["body": "moved"])).rule == nil)
        #expect(
            decide(event("m.reaction", ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$1", "key": "+"]]))
                .rule?.id == ".m.rule.reaction")
        #expect(decide(event("m.room.server_acl", key: "", [:])).rule?.id == ".m.rule.room.server_acl")
        #expect(
            decide(text("* hi", ["m.relates_to": ["rel_type": "m.replace", "event_id": "$1"]])).rule?.id
                == ".m.rule.suppress_edits")
        #expect(decide(event("m.room.topic", key: "", ["topic": "me"])).rule == nil)
    }

    @Test("names are searched in the body, unless the message has mentions")
    func mentions() {
        #expect(decide(text("dear ann LEE, hello")).rule?.id == ".m.rule.contains_display_name")
        #expect(decide(text("dear Ann Leeson")).rule?.id == ".m.rule.message")
        #expect(decide(text("hi me")).rule?.id == ".m.rule.contains_user_name")
        #expect(decide(text("hi Ann Lee, me", ["m.mentions": [:]])).rule?.id == ".m.rule.message")
        let mention = decide(text("hi", ["m.mentions": ["user_ids": [.string(me)]]]))
        #expect(mention.rule?.id == ".m.rule.is_user_mention")
        #expect(mention.actions.highlights && mention.actions.notifies && mention.actions.sound == "default")
        #expect(decide(text("a*b"), name: "a*").rule?.id == ".m.rule.contains_display_name")
        #expect(decide(text("about"), name: "a*").rule?.id == ".m.rule.message", "a name is no pattern")
        #expect(decide(text("hi"), name: "").rule?.id == ".m.rule.message")
    }

    @Test("only users with the power level can notify the whole room")
    func roomMentions() {
        #expect(decide(text("@room now"), power: 49).rule?.id == ".m.rule.message")
        #expect(decide(text("@room now"), power: 50).rule?.id == ".m.rule.roomnotif")
        #expect(decide(text("now", ["m.mentions": ["room": true]]), power: 50).rule?.id == ".m.rule.is_room_mention")
        #expect(decide(text("now", ["m.mentions": ["room": "true"]]), power: 50).rule?.id == ".m.rule.message")
    }

    @Test("a user is not notified of their own messages")
    func ownEvents() {
        #expect(decide(event("m.room.message", by: me, ["msgtype": "m.text", "body": "me"])) == .none)
    }

    @Test("the user's rules come before the defaults of their kind, and the master before all")
    func precedence() {
        var rules = PushRuleset.defaults(for: me)
        rules[.room] = [PushRule(.room, id: "!r:example.org", actions: [])]
        #expect(decide(text("hello"), rules: rules).rule?.kind == .room)
        #expect(
            decide(text("me"), rules: rules).rule?.id == ".m.rule.contains_user_name",
            "content rules come before room rules")
        rules[.override].insert(PushRule(.override, id: "all", conditions: [], actions: ["notify"]), at: 0)
        #expect(decide(text("me"), rules: rules).rule?.id == "all")
        rules[.override][1].isEnabled = true
        #expect(decide(text("me"), rules: rules).rule?.id == ".m.rule.master")
        #expect(decide(text("me"), rules: rules).actions.notifies == false)
    }

    @Test(
        "conditions hold as the specification says",
        arguments: [
            (["kind": "event_match", "key": "content.n", "pattern": "5"], false),
            (["kind": "event_property_is", "key": "content.n", "value": 5], true),
            (["kind": "event_property_is", "key": "content.n", "value": "5"], false),
            (["kind": "event_property_is", "key": "content.nothing", "value": .null], true),
            (["kind": "event_property_is", "key": "content.absent", "value": .null], false),
            (["kind": "event_property_is", "key": "content.list", "value": ["A"]], false),
            (["kind": "event_property_contains", "key": "content.list", "value": "A"], true),
            (["kind": "event_property_contains", "key": "content.list", "value": "a"], false),
            (["kind": "event_property_contains", "key": "content.list", "value": true], true),
            (["kind": "event_match", "key": #"content.a\.b"#, "pattern": "DOT"], true),
            (["kind": "event_match", "key": "content.a.b", "pattern": "nested"], true),
            (["kind": "event_match", "key": #"content.back\\slash"#, "pattern": "b"], true),
            (["kind": "event_match", "key": #"content.back\slash"#, "pattern": "b"], true),
            (["kind": "room_member_count", "is": ">=3"], true), (["kind": "room_member_count", "is": "<3"], false),
            (["kind": "room_member_count", "is": "03"], true), (["kind": "room_member_count", "is": "=3"], false),
            (["kind": "room_member_count", "is": ""], false), (["kind": "room_member_count", "is": "-1"], false),
            (["kind": "room_member_count", "is": "99999999999999999999"], false),
            (["kind": "room_member_count", "is": 3], false),
            (["kind": "sender_notification_permission", "key": "room"], false),
            (["kind": "sender_notification_permission", "key": "other"], false),
            (["kind": "device", "profile_tag": "x"], false), ([:], false), ("nothing", false),
        ] as [(JSONValue, Bool)])
    func conditions(json: JSONValue, expected: Bool) {
        let asked = event(
            "m.room.message",
            [
                "n": 5, "nothing": .null, "list": ["A", 1, true, ["x": 1]], "a.b": "dot", "a": ["b": "nested"],
                #"back\slash"#: "b",
            ])
        #expect(
            PushCondition(json).holds(for: asked, facts: PushRoomFacts(joinedMembers: 3), user: PushUser(id: me))
                == expected)
    }

    @Test("unknown rules are stored unchanged and have no effect")
    func unknownParts() throws {
        let json: JSONValue = [
            "override": [
                [
                    "rule_id": "a", "default": false, "enabled": true, "conditions": [["kind": "org.new", "x": 1]],
                    "actions": ["org.new", ["y": 2], "notify"],
                ]
            ],
            "content": [], "room": [], "sender": [], "underride": [],
        ]
        let rules = PushRuleset(json: json)
        #expect(rules.json == json)
        #expect(decide(text("hello"), rules: rules) == .none)
        #expect(PushActions(["org.new", ["y": 2]]).notifies == false)
        #expect(PushActions(["dont_notify"]).notifies == false)
        #expect(PushActions(["coalesce"]).notifies)
        #expect(PushActions(["notify", ["set_tweak": "highlight", "value": false]]).highlights == false)
    }

    @Test("the defaults are read back from their JSON")
    func roundTrip() {
        let defaults = PushRuleset.defaults(for: me)
        #expect(PushRuleset(json: defaults.json) == defaults)
    }

    @Test("for users whom an event does not name, the impersonal rules decide like all rules, in 5,000 random events")
    func impersonal() {
        var generator = SeededGenerator(seed: 7)
        let mine = PushRuleset.defaults(for: me)
        for _ in 0..<5_000 {
            let type =
                [
                    "m.room.message", "m.room.encrypted", "m.call.invite", "m.reaction", "m.room.member",
                    "m.room.tombstone", "x",
                ]
                .randomElement(using: &generator) ?? "x"
            var content: JSONObject = [:]
            if Bool.random(using: &generator) {
                content["body"] = .string(
                    ["hello", "@room", "", "anna", "mean"].randomElement(using: &generator) ?? "")
            }
            if Bool.random(using: &generator) {
                content["msgtype"] = Bool.random(using: &generator) ? "m.text" : "m.notice"
            }
            if Bool.random(using: &generator) {
                content["m.mentions"] = ["room": .bool(Bool.random(using: &generator)), "user_ids": ["@x:y"]]
            }
            if Bool.random(using: &generator) { content["m.relates_to"] = ["rel_type": "m.replace"] }
            let asked = event(type, key: Bool.random(using: &generator) ? "" : nil, .object(content))
            let power = Int64.random(in: 49...50, using: &generator)
            let facts = PushRoomFacts(joinedMembers: Int64.random(in: 1...3, using: &generator)) { _ in (power, nil) }
            let alike = PushRuleset.impersonalDefaults.decide(asked, facts: facts, user: PushUser(id: ""))
            #expect(
                alike.rule?.id == mine.decide(asked, facts: facts, user: PushUser(id: me, displayName: "Ann")).rule?.id)
        }
    }

    @Test("2,000 random values as rules and events neither trap nor match by accident")
    func randomTrees() {
        var generator = SeededGenerator(seed: 8)
        func tree(_ depth: Int) -> JSONValue {
            switch Int.random(in: 0...(depth > 3 ? 4 : 6), using: &generator) {
            case 0: .null
            case 1: .bool(Bool.random(using: &generator))
            case 2: .int(Int64.random(in: .min ... .max, using: &generator))
            case 3: .double(0.5)
            case 4:
                .string(
                    ["kind", "event_match", "content.body", "*", "?", #"\"#, "..", "2", ">", "notify", "rule_id"]
                        .randomElement(using: &generator) ?? "")
            case 5: .array((0..<3).map { _ in tree(depth + 1) })
            default:
                .object(
                    JSONObject(
                        uniqueKeysWithValues: [
                            "kind", "key", "pattern", "value", "is", "rule_id", "conditions", "actions", "content",
                            "type",
                        ].shuffled(using: &generator)
                            .prefix(4).map { ($0, tree(depth + 1)) }))
            }
        }
        for _ in 0..<2_000 {
            let rules = PushRuleset(json: [
                "override": [
                    tree(0), ["rule_id": "r", "conditions": [tree(0), ["kind": "never"]], "actions": tree(0)],
                ], "content": [tree(0)],
            ])
            let event = PushEvent(tree(0).objectValue ?? [:])
            let decision = rules.decide(
                event, facts: PushRoomFacts(joinedMembers: 2), user: PushUser(id: me, displayName: "a"))
            #expect(decision.rule?.id != "r")
        }
    }
}
