import HeraldJSON
import SDNWire
import Testing

@Suite("Redaction")
struct RedactionTests {
    static func event(_ type: String, _ content: JSONObject) -> JSONObject {
        [
            "event_id": "$e", "type": .string(type), "room_id": "!r:s", "sender": "@a:b", "state_key": "",
            "origin_server_ts": 1, "hashes": ["sha256": "x"],
            "unsigned": ["age": 1], "origin": "s", "membership": "join", "prev_state": [], "extra": true,
            "redacts": "$x", "content": .object(content),
        ]
    }

    @Test("a message loses its content and its unsigned data, and keeps its sender, room and time")
    func message() {
        let pruned = RoomVersion.v10.redacted(Self.event("m.room.message", ["body": "secret", "msgtype": "m.text"]))
        #expect(pruned["content"] == [:])
        #expect(pruned["sender"] == "@a:b" && pruned["event_id"] == "$e" && pruned["origin_server_ts"] == 1)
        #expect(pruned["unsigned"] == nil && pruned["extra"] == nil && pruned["redacts"] == nil)
    }

    @Test("top-level origin, membership and prev_state survive up to version 10 only")
    func topLevel() {
        let event = Self.event("m.room.member", ["membership": "join"])
        for key in ["origin", "membership", "prev_state"] {
            #expect(RoomVersion.v10.redacted(event)[key] != nil)
            #expect(RoomVersion.v11.redacted(event)[key] == nil)
        }
    }

    @Test(
        "content members survive as each room version says",
        arguments: [
            (RoomVersion.v6, "m.room.member", ["membership"]),
            (.v10, "m.room.member", ["join_authorised_via_users_server", "membership"]),
            (.v11, "m.room.member", ["join_authorised_via_users_server", "membership", "third_party_invite"]),
            (.v10, "m.room.create", ["creator"]), (.v11, "m.room.create", all),
            (.v6, "m.room.join_rules", ["join_rule"]), (.v10, "m.room.join_rules", ["allow", "join_rule"]),
            (.v10, "m.room.power_levels", ["ban", "users"]), (.v11, "m.room.power_levels", ["ban", "invite", "users"]),
            (.v10, "m.room.history_visibility", ["history_visibility"]), (.v10, "m.room.redaction", []),
            (.v11, "m.room.redaction", ["redacts"]),
            (.v11, "m.room.name", []),
        ])
    func contents(version: RoomVersion, type: String, kept: [String]) {
        var content: JSONObject = [:]
        for key in Self.all {
            content[key] = key == "third_party_invite" ? ["display_name": "x", "signed": ["token": "t"]] : "x"
        }
        #expect(version.redactedContent(content, type: type).keys == kept)
    }
    static let all = [
        "allow", "ban", "body", "creator", "history_visibility", "invite", "join_authorised_via_users_server",
        "join_rule", "membership", "redacts",
        "third_party_invite", "users",
    ]

    @Test("the aliases of a server survive up to version 5, and version 12 redacts as version 11 does")
    func oldestAndNewest() {
        let old: Set<RoomVersion> = [.v1, .v2, .v3, .v4, .v5]
        for version in RoomVersion.allCases {
            let kept = version.redactedContent(["aliases": ["#a:b"], "x": 1], type: "m.room.aliases")
            let expected: JSONObject = old.contains(version) ? ["aliases": ["#a:b"]] : [:]
            #expect(kept == expected)
        }
        for type in ["m.room.member", "m.room.create", "m.room.power_levels", "m.room.redaction"] {
            let event = Self.event(type, ["redacts": "$x", "invite": 1, "third_party_invite": ["signed": [:]], "y": 1])
            #expect(RoomVersion.v12.redacted(event) == RoomVersion.v11.redacted(event))
        }
    }

    @Test("in version 11 only the signed part of a third-party invite survives")
    func thirdPartyInvite() {
        let content: JSONObject = [
            "membership": "invite", "third_party_invite": ["display_name": "a@b", "signed": ["token": "t"]],
        ]
        #expect(
            RoomVersion.v11.redactedContent(content, type: "m.room.member")["third_party_invite"] == [
                "signed": ["token": "t"]
            ])
    }
}
