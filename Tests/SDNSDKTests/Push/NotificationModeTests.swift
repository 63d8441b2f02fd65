import HeraldJSON
import SDNNode
@testable import SDNSession
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("The notification mode of a room", .timeLimit(.minutes(10)))
struct NotificationModeTests {
    private func message(_ more: JSONObject, in roomId: String) throws -> MXEvent {
        var content: JSONObject = ["msgtype": "m.text", "body": "hello"]
        for (key, value) in more { content[key] = value }
        return try MXEvent(
            json: [
                "type": "m.room.message", "sender": "@you:x", "event_id": "$1", "content": .object(content),
            ], roomId: roomId)
    }

    @Test("one call sets each mode on the node, the session decides by it at once, and nil leaves it to the defaults")
    func modes() async throws {
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let alice = try await EmbeddedUser(node, 31)
        let roomId = try await alice.client.createRoom(parameters: MXRoomCreationParameters(name: "Modes")).roomId
        let session = try await alice.session(MXMemoryStore())
        try await session.start()
        let room = try await session.room(roomId, becomes: .join)
        // No sync brings the rules, so the call has to.
        await session.pause()
        let center = session.notificationCenter
        let plain = try message([:], in: roomId)
        let mention = try message(["m.mentions": ["user_ids": [.string(alice.userId)]]], in: roomId)
        #expect(room.notificationMode == .allMessages && center.userDefinedNotificationMode(ofRoom: roomId) == nil)

        // Each mode follows on each other one.
        for mode in [
            MXRoomNotificationMode.mute, .mentionsAndKeywordsOnly, .mute, .allMessages, .mentionsAndKeywordsOnly,
            .allMessages, .mute,
        ] {
            try await room.setNotificationMode(mode)
            #expect(room.notificationMode == mode && center.userDefinedNotificationMode(ofRoom: roomId) == mode)
            #expect((center.shouldNotify(plain) != nil) == (mode == .allMessages), "\(mode)")
            #expect((center.shouldNotify(mention) != nil) == (mode != .mute), "\(mode)")
            let stored = try await alice.client.pushRules()
            let rules = RoomNotificationRules(rules: stored.global.rules, roomId: roomId)
            #expect(rules.chosenMode == mode, "the node has the same mode for other devices")
        }
        try await room.setNotificationMode(nil)
        #expect(room.notificationMode == .allMessages && center.userDefinedNotificationMode(ofRoom: roomId) == nil)
        let left = try await alice.client.pushRules().global
        #expect(left.override.allSatisfy(\.isDefault) && left.room.isEmpty, "no rule is left behind")
        await session.close()
        await node.stop()
    }

    @Test("rules that other clients set are read, and rules about a room with further conditions stay")
    func otherRules() throws {
        let roomId = "!r:x"
        func rules(_ override: [JSONValue], _ room: [JSONValue] = []) -> RoomNotificationRules {
            let json: JSONValue = ["override": .array(override), "room": .array(room)]
            return RoomNotificationRules(rules: PushRuleset(json: json), roomId: roomId)
        }
        func rule(_ id: String, _ conditions: [JSONValue], enabled: Bool = true) -> JSONValue {
            [
                "rule_id": .string(id), "default": false, "enabled": .bool(enabled), "actions": [],
                "conditions": .array(conditions),
            ]
        }
        let isRoom: JSONValue = ["kind": "event_match", "key": "room_id", "pattern": .string(roomId)]
        let isBot: JSONValue = ["kind": "event_match", "key": "sender", "pattern": "@bot:x"]
        #expect(rules([rule("by-name", [isRoom])]).chosenMode == .mute)
        #expect(rules([rule("off", [isRoom], enabled: false)]).chosenMode == nil)
        #expect(rules([rule("bot", [isRoom, isBot])]).chosenMode == nil, "only one sender is muted")
        let old: JSONValue = ["rule_id": .string(roomId), "enabled": true, "actions": ["dont_notify"]]
        #expect(rules([], [old]).chosenMode == .mentionsAndKeywordsOnly)

        let change = rules([rule("by-name", [isRoom]), rule("bot", [isRoom, isBot])], [old]).change(to: .allMessages)
        #expect(change.removed.map(\.id) == ["by-name"], "the new room rule replaces the old one")
        #expect(change.added?.kind == .room && change.added?.actions.notifies == true)
        let back = rules([rule("by-name", [isRoom])], [old]).change(to: nil)
        #expect(back.added == nil && back.removed.map(\.kind) == [.override, .room])
    }

    @Test("without a choice, the defaults for small and encrypted rooms decide")
    func defaults() async throws {
        let quiet = try await QuietSession()
        let center = quiet.session.notificationCenter
        #expect(center.defaultNotificationMode(isEncrypted: false, isOneToOne: false) == .allMessages)
        let silent: JSONValue = [
            "rule_id": ".m.rule.message", "default": true, "enabled": true, "actions": [],
            "conditions": [["kind": "event_match", "key": "type", "pattern": "m.room.message"]],
        ]
        try await quiet.take([
            "account_data": [
                "events": [["type": "m.push_rules", "content": ["global": ["underride": [silent]]]]]
            ]
        ])
        #expect(center.defaultNotificationMode(isEncrypted: false, isOneToOne: false) == .mentionsAndKeywordsOnly)
        #expect(center.defaultNotificationMode(isEncrypted: false, isOneToOne: true) == .allMessages)
        #expect(try quiet.room.notificationMode == .mentionsAndKeywordsOnly)
        await quiet.session.close()
    }
}
