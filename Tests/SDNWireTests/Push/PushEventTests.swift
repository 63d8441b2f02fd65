import HeraldJSON
import Testing
@testable import SDNWire

@Suite struct `An event that is prepared for push rules` {
    private static let json: JSONObject = [
        "type": "m.room.message", "sender": "@you:x", "room_id": "!r:x",
        "content": ["body": "hello", "m.mentions": ["user_ids": ["@me:x"]], "n": 1],
    ]
    private static let byMember = PushEvent(sender: "@you:x", content: json["content"]) { name in
        name == "content" ? JSONValue?.none : json[name]
    }

    @Test(
        arguments: [
            ("type", "m.room.message"), ("room_id", "!r:x"), ("content.body", "hello"), ("content.n", 1),
            ("content.n.more", nil), ("state_key", nil), ("content", json["content"]),
            (#"content.m\.mentions.user_ids"#, ["@me:x"]),
        ] as [(String, JSONValue?)])
    func `has the same members with and without its JSON`(_ path: String, _ value: JSONValue?) {
        #expect(PushEvent(Self.json).value(at: PropertyPath(path)) == value)
        #expect(Self.byMember.value(at: PropertyPath(path)) == value)
    }

    @Test func `mentions the same users with and without its JSON`() {
        #expect(PushEvent(Self.json).mentionedUsers == ["@me:x"])
        #expect(Self.byMember.mentionedUsers == ["@me:x"])
        #expect(Self.byMember.hasMentions)
    }

    @Test func `notifies the whole room if its sender has the level that the room asks for`() {
        let condition = PushCondition(["kind": "sender_notification_permission", "key": "room"])
        func holds(power: Int64, levels: [String: Int64]) -> Bool {
            let facts = PushRoomFacts(joinedMembers: 3) { (power, levels[$0]) }
            return condition.holds(for: PushEvent(Self.json), facts: facts, user: PushUser(id: "@me:x"))
        }
        #expect(holds(power: 20, levels: ["room": 20]))
        #expect(!holds(power: 19, levels: ["room": 20]))
        #expect(!holds(power: 49, levels: ["other": 20]))
        #expect(holds(power: 50, levels: [:]))
    }
}
