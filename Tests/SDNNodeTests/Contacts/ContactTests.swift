import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Contacts (SDN sheet 2.1)")
struct ContactTests {
    @Test("users and rooms become contacts, keep their tags, and are removed again")
    func life() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        try await bob.ok("PUT", ["profile", bob.userID, "displayname"], ["displayname": "Bo"])
        #expect(try await ann.ok("GET", ["contacts_list", ann.userID]) == ["rooms": [], "people": []])
        #expect(
            try await ann.ok(
                "PUT", ["contact", ann.userID], ["contact_id": .string(bob.userID), "is_room": 0, "tags": ["work"]])
                == [:])
        #expect(try await ann.ok("PUT", ["contact", ann.userID], ["contact_id": "!r:x", "is_room": true]) == [:])
        let list = try await ann.ok("GET", ["contacts_list", ann.userID])
        #expect(list["rooms"] == ["!r:x"])
        #expect(
            list.list("people") == [
                [
                    "contact_id": .string(bob.userID), "displayname": "Bo", "tags": ["work"],
                    "extended_fields": ["ens": "", "nft_is_trial": false, "nft_trial_valid_until_ms": 0],
                ]
            ])
        try await ann.ok(
            "PUT", ["contact", ann.userID], ["contact_id": .string(bob.userID), "is_room": 0, "tags": ["home", "fun"]])
        #expect(
            try await ann.ok("GET", ["contacts_list", ann.userID]).list("people").first?["tags"] == ["home", "fun"])
        let asked: JSONValue = ["contact_id": .string(bob.userID), "is_room": 0]
        #expect(try await ann.ok("POST", ["contact", ann.userID], asked) == ["is_favorite": true])
        #expect(try await ann.ok("DELETE", ["contact", ann.userID], asked) == [:])
        #expect(try await ann.ok("DELETE", ["contact", ann.userID], asked) == [:])
        #expect(try await ann.ok("POST", ["contact", ann.userID], asked) == ["is_favorite": false])
        #expect(try await ann.ok("GET", ["contacts_list", ann.userID]).list("people").isEmpty)
    }

    @Test("attack 43: all contacts of a user come in one answer and have a limit of bytes together")
    func bytes() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let tags = JSONValue.array((0..<50).map { .string("\($0)" + String(repeating: "\u{1}", count: 90)) })
        var kept = 0, refused = 0
        for number in 0..<60 {
            let answer = try await ann.call(
                "PUT", ["contact", ann.userID], ["contact_id": .string("!r\(number):x"), "is_room": true, "tags": tags])
            if answer.status == 200 { kept += 1 } else if answer.errcode == "M_RESOURCE_LIMIT_EXCEEDED" { refused += 1 }
        }
        #expect((kept, refused) == (38, 22))
        // Existing contacts can be changed and removed, which makes room.
        #expect(
            try await ann.call("PUT", ["contact", ann.userID], ["contact_id": "!r1:x", "is_room": true, "tags": []])
                .status == 200)
        #expect(
            try await ann.call(
                "PUT", ["contact", ann.userID], ["contact_id": "!r59:x", "is_room": true, "tags": tags]
            ).status == 200)
    }

    @Test("a user cannot see or change another user's contacts", arguments: ["GET", "PUT", "POST", "DELETE"])
    func foreign(method: String) async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let path = method == "GET" ? "contacts_list" : "contact"
        let answer = try await bob.call(
            method, [path, ann.userID], method == "GET" ? nil : ["contact_id": "@a:b", "is_room": 0])
        #expect((answer.status, answer.errcode) == (403, "M_FORBIDDEN"))
    }

    @Test(
        "a malformed contact is refused with the field's name",
        arguments: [
            (["contact_id": "bob", "is_room": 0], "M_INVALID_PARAM"),
            (["contact_id": "@a:b", "is_room": 1], "M_INVALID_PARAM"),
            (["is_room": 0], "M_MISSING_PARAM"), (["contact_id": "@a:b", "is_room": "x"], "M_INVALID_PARAM"),
            (["contact_id": "@a:b", "tags": [1]], "M_BAD_JSON"),
            (["contact_id": "!a\u{0}b:c", "is_room": 1], "M_INVALID_PARAM"),
        ] as [(JSONValue, String)])
    func refused(body: JSONValue, errcode: String) async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        #expect(try await ann.call("PUT", ["contact", ann.userID], body).errcode == errcode)
    }

    @Test("attack 3: the tags of all of a user's contacts have a limit together")
    func tags() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let tags = JSONValue.array((0..<50).map { .string(String(repeating: "x", count: 95) + String(1_000 + $0)) })
        // With an id of up to ten bytes.
        let bytes = tags.serialized().count + 10, room = ContactStore.bytesPerUser / bytes
        try await ann.node.assembly.services.database.write { db in
            for number in 0..<room {
                try ContactStore.set(
                    "!\(number):x", isRoom: true, tags: tags.serialized(), of: ann.userID,
                    now: Timestamp(milliseconds: 1), in: db)
            }
        }
        let refused = try await ann.call(
            "PUT", ["contact", ann.userID], ["contact_id": "!more:x", "is_room": 1, "tags": tags])
        #expect(refused.status == 403 && refused.errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        // The same tags again take no more, and a contact without tags always has room.
        try await ann.ok("PUT", ["contact", ann.userID], ["contact_id": "!1:x", "is_room": 1, "tags": tags])
        try await ann.ok("PUT", ["contact", ann.userID], ["contact_id": "!more:x", "is_room": 1])
    }

    @Test("the node tells the meeting server's URL if it has one")
    func meetings() async throws {
        let with = try await RoomUser(try TestNode { $0.meetingServerURL = "https://meet.example" }, 1),
            without = try await RoomUser(try TestNode(), 1)
        #expect(
            try await with.node.send("GET", "/_api/client/get_meeting_svr", token: with.token).body == [
                "svrurl": "https://meet.example"
            ])
        #expect(
            try await without.node.send("GET", "/_api/client/get_meeting_svr", token: without.token).errcode
                == "M_NOT_FOUND")
    }
}
