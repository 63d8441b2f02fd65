import Crypto
import Foundation
import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Event format")
struct EventFormatTests {
    /// The event id by the book: redact the tree, write it canonically, hash.
    private func idByTheBook(_ event: JSONObject, _ version: RoomVersion) throws -> String {
        var kept = version.redacted(event)
        kept["signatures"] = nil
        kept["unsigned"] = nil
        let hash = Data(SHA256.hash(data: try JSONValue.object(kept).canonicalBytes())).base64EncodedString()
            .replacing("=", with: "")
        if version == .v3 { return "$" + hash }
        let safe = "$" + hash.replacing("+", with: "-").replacing("/", with: "_")
        return version == .v1 || version == .v2 ? safe + ":b" : safe
    }

    @Test("the event ID is the reference hash of the whole event", arguments: RoomVersion.allCases)
    func identity(version: RoomVersion) throws {
        for (type, key, redacts) in [
            ("m.room.message", nil, nil), ("m.room.member", "@b:c", nil), ("m.room.power_levels", "", nil),
            ("m.room.redaction", nil, "$t"), ("m.room.create", "", nil), ("m.room.aliases", "b", nil),
        ] as [(String, String?, String?)] {
            let content: JSONObject = [
                "membership": "join", "ban": 1, "body": "é\n", "redacts": "$t",
                "third_party_invite": ["signed": ["a": 1], "b": 2],
            ]
            let draft = EventDraft(type: type, stateKey: key, sender: "@a:b", content: content, redacts: redacts)
            let format = EventFormat(
                version: version, roomID: "!r:b", draft: draft, timestamp: Timestamp(milliseconds: 5), depth: 7,
                previous: "$p",
                authorizing: ["$a", "$b"])
            let made = try format.identified()
            var tree: JSONObject = [
                "auth_events": ["$a", "$b"], "content": .object(content), "depth": 7, "origin_server_ts": 5,
                "prev_events": ["$p"], "room_id": "!r:b",
                "sender": "@a:b", "type": .string(type),
            ]
            tree.set("state_key", key)
            if !version.keepsRedactsInContent { tree.set("redacts", redacts) }
            // The first event of a room of version 12 has no room ID, because its hash is the room ID.
            if version == .v12, type == "m.room.create" { tree["room_id"] = nil }
            let contentHash = Data(SHA256.hash(data: try JSONValue.object(tree).canonicalBytes())).base64EncodedString()
                .replacing("=", with: "")
            #expect(made.contentHash == contentHash)
            tree["hashes"] = ["sha256": .string(contentHash)]
            #expect(made.eventID == (try idByTheBook(tree, version)))
            #expect(made.eventID.prefix { $0 != ":" }.count == 44)
        }
    }

    @Test("a stored event proves its ID before and after redaction", arguments: RoomVersion.allCases.map(\.rawValue))
    func stored(version: String) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom(["room_version": .string(version), "name": "N"])
        let event = try await alice.send("secret", to: room)
        try await alice.redact(event, in: room, txn: "r")
        let name = try #require(try await alice.state(of: room).first { $0.type == "m.room.name" })
        try await alice.redact(name.eventID, in: room, txn: "n")
        let wrong = try await alice.node.assembly.services.database.read { db in
            let record = try #require(try RoomRecord.find(room, in: db))
            var previous: String?
            var wrong: [String] = []
            for row in try Row.fetchAll(
                db, sql: "SELECT ord, auth, hash, depth FROM event WHERE room = ? ORDER BY ord",
                arguments: [record.rowID]
            ) {
                let event = try #require(try EventStore.event(room: record.rowID, ord: row["ord"], in: db))
                let auth = (row["auth"] as String).split(separator: ",").compactMap { Int64($0) }
                let draft = EventDraft(
                    type: event.type, stateKey: event.stateKey, sender: event.sender, content: event.contentObject)
                let format = EventFormat(
                    version: record.version, roomID: room, draft: draft, timestamp: event.timestamp,
                    depth: row["depth"], previous: previous,
                    authorizing: try auth.map {
                        try #require(try EventStore.event(room: record.rowID, ord: $0, in: db)).eventID
                    })
                let kept = JSONValue.object(record.version.redactedContent(event.contentObject, type: event.type))
                    .serialized()
                if format.referenceID(content: kept, contentHash: row["hash"]) != event.eventID {
                    wrong.append(event.type)
                }
                previous = event.eventID
            }
            return wrong
        }
        #expect(wrong == [])
    }

    @Test(
        "an event without a canonical form, or one that is too large, is refused",
        arguments: [
            (["half": 0.5], 400, "M_BAD_JSON"), (["deep": [["x": 1.5]]], 400, "M_BAD_JSON"),
            (["big": 9_007_199_254_740_992], 400, "M_BAD_JSON"),
            (["small": -9_007_199_254_740_992], 400, "M_BAD_JSON"),
            (["body": .string(String(repeating: "x", count: 65_536))], 413, "M_TOO_LARGE"),
            (["body": .string(String(repeating: "x", count: 65_400))], 413, "M_TOO_LARGE"),
        ] as [(JSONValue, Int, String)])
    func refused(content: JSONValue, status: Int, code: String) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let answer = try await alice.call("PUT", ["rooms", room, "send", "m.room.message", "1"], content)
        #expect(answer.status == status)
        #expect(answer.errcode == code)
    }

    @Test("events that are exactly at the limits are accepted")
    func limits() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        try await alice.send(
            "m.room.message", ["max": 9_007_199_254_740_991, "body": .string(String(repeating: "x", count: 64_000))],
            to: room, txn: "1")
        let type = String(repeating: "t", count: 255)
        try await alice.setState(type, key: type, ["a": 1], in: room)
        #expect(try await alice.ok("GET", ["rooms", room, "state", type, type]) == ["a": 1])
        #expect(try await alice.call("PUT", ["rooms", room, "state", type + "t", ""], [:]).errcode == "M_TOO_LARGE")
        #expect(try await alice.call("PUT", ["rooms", room, "state", "t", type + "t"], [:]).errcode == "M_TOO_LARGE")
        #expect(
            try await alice.call("PUT", ["rooms", room, "send", "m.room.message", "1"], [1, 2]).errcode == "M_BAD_JSON")
    }

    @Test("an identifier with U+0000 is refused")
    func nul() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom([
            "preset": "public_chat", "power_level_content_override": ["state_default": 0],
        ])
        try await bob.join(room)
        for (type, key) in [
            ("m.room.power_levels\0", ""), ("m.room.create\0x", ""), ("x", "\0"), ("m.room.member\0", "a"),
        ] {
            #expect(
                try await bob.call("PUT", ["rooms", room, "state", type, key], ["users": [bob.userID: 100]]).status
                    == 400)
        }
        let wish: JSONValue = ["initial_state": [["type": "m.room.power_levels\0", "content": [:]]]]
        #expect(try await alice.call("POST", ["createRoom"], wish).errcode == "M_INVALID_PARAM")
        #expect(
            try await alice.ok("GET", ["rooms", room, "state", "m.room.power_levels"]).at("users", bob.userID) == .null)
    }

    @Test("no event is nested deeper than a client reads")
    func depth() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        func nested(_ levels: Int) -> JSONValue { (1..<levels).reduce([:]) { value, _ in ["a": value] } }
        #expect(try await alice.call("PUT", ["rooms", room, "send", "x", "1"], nested(101)).errcode == "M_BAD_JSON")
        #expect(
            try await alice.call("PUT", ["user", alice.userID, "account_data", "x"], nested(101)).errcode
                == "M_BAD_JSON")
        let event = try await alice.send("x", nested(100), to: room, txn: "2")
        let thread: JSONValue = [
            "m.relates_to": ["rel_type": "m.thread", "event_id": .string(event)], "a": nested(99),
        ]
        try await alice.send("x", thread, to: room, txn: "3")
        // Reads it with the limit that every reader of ours has.
        #expect(try await alice.sync().timeline(room).count > 2)
    }

    @Test("setting state to its current content creates no event")
    func sameState() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let first = try await alice.setState("m.room.topic", ["topic": "a", "n": 1], in: room)
        #expect(try await alice.setState("m.room.topic", ["n": 1, "topic": "a"], in: room) == first)
        #expect(try await alice.setState("m.room.topic", ["topic": "b"], in: room) != first)
    }
}
