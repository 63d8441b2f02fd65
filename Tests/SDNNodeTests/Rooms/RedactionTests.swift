import Foundation
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Redaction on the node")
struct RedactionTests {
    @Test("a redacted event keeps its place and has the redaction's reason", arguments: ["10", "11"])
    func place(version: String) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["room_version": .string(version), "preset": "public_chat"])
        try await bob.join(room)
        try await alice.send("before", to: room)
        let target = try await bob.send("secret", to: room)
        try await alice.send("after", to: room)
        let redaction = try await alice.redact(target, in: room, txn: "r")
        let chunk = try await bob.messages(room, limit: 4).list("chunk")
        #expect(chunk.map(\.type) == ["m.room.redaction", "m.room.message", "m.room.message", "m.room.message"])
        #expect(chunk[2].eventID == target)
        #expect(chunk[2]["content"] == [:])
        #expect(chunk[2].at("unsigned", "redacted_because", "event_id").stringValue == redaction)
        #expect(chunk[2].at("unsigned", "redacted_because", "content", "reason") == "test")
        #expect(chunk[0].text("redacts") == target)
        #expect(chunk[0].at("content", "redacts").stringValue == (version == "11" ? target : nil))
        #expect(chunk[1].bodyText == "after")
        #expect(try await bob.ok("GET", ["rooms", room, "event", target])["content"] == [:])
    }

    @Test("redacted state keeps the members that the room version keeps, for the state endpoint too")
    func state() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom(["name": "Secret name"])
        let events = try await alice.state(of: room)
        for type in ["m.room.name", "m.room.member", "m.room.power_levels"] {
            let event = try #require(events.first { $0.type == type })
            try await alice.redact(event.eventID, in: room, txn: type)
        }
        #expect(try await alice.ok("GET", ["rooms", room, "state", "m.room.name"]) == [:])
        #expect(
            try await alice.ok("GET", ["rooms", room, "state", "m.room.member", alice.userID]) == ["membership": "join"]
        )
        let levels = try await alice.ok("GET", ["rooms", room, "state", "m.room.power_levels"])
        #expect(levels["notifications"] == nil)
        #expect(levels["users"]?[alice.userID] == 100)
        try await alice.setState("m.room.name", ["name": "New"], in: room)
        let last = try await alice.sync().timeline(room).last
        #expect(last?.at("unsigned", "prev_content") == [:])
    }

    @Test(
        "redacting others' events needs the level, other rooms' events are refused, unknown events are not found, and the create event cannot be redacted"
    )
    func refused() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        let other = try await alice.createRoom()
        try await bob.join(room)
        let event = try await alice.send("x", to: room), foreign = try await alice.send("y", to: other)
        let create = try #require(try await alice.state(of: room).first { $0.type == "m.room.create" })
        #expect(try await bob.call("PUT", ["rooms", room, "redact", event, "1"], [:]).errcode == "M_FORBIDDEN")
        #expect(try await alice.call("PUT", ["rooms", room, "redact", foreign, "1"], [:]).errcode == "M_INVALID_PARAM")
        #expect(try await alice.ok("GET", ["rooms", other, "event", foreign]).bodyText == "y")
        #expect(try await alice.call("PUT", ["rooms", room, "redact", "$none", "1"], [:]).errcode == "M_NOT_FOUND")
        #expect(
            try await alice.call("PUT", ["rooms", room, "redact", create.eventID, "1"], [:]).errcode == "M_FORBIDDEN")
        #expect(
            try await alice.call("PUT", ["rooms", room, "send", "m.room.redaction", "1"], ["redacts": .string(event)])
                .status == 400)
        #expect(try await alice.ok("POST", ["rooms", room, "redact", event]).text("event_id")?.hasPrefix("$") == true)
    }

    @Test("redacted content is deleted from the disk")
    func erased() async throws {
        let directory = try TemporaryFolder()
        let node = try TestNode { $0.storage = .directory(directory.url) }
        let alice = try await RoomUser(node, 1)
        let room = try await alice.createRoom()
        let needle = "needle-4711-" + String(repeating: "q", count: 300)
        let event = try await alice.send("m.room.message", ["body": .string(needle)], to: room, txn: "1")
        let name = try await alice.setState("m.room.name", ["name": .string(needle)], in: room)
        try await alice.redact(event, in: room, txn: "2")
        try await alice.redact(name, in: room, txn: "3")
        await node.assembly.services.database.close()
        for file in try FileManager.default.contentsOfDirectory(at: directory.url, includingPropertiesForKeys: nil) {
            #expect(try Data(contentsOf: file).range(of: Data("needle-4711".utf8)) == nil, "\(file.lastPathComponent)")
        }
    }

    @Test("edits are bundled with their event, reactions are counted once, and redacting removes both")
    func relations() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let target = try await alice.send("v1", to: room)
        func edit(_ text: String) -> JSONValue {
            [
                "body": .string("* " + text), "m.new_content": ["body": .string(text)],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
            ]
        }
        node.clock.advance(by: .milliseconds(10))
        try await alice.send("m.room.message", edit("v2"), to: room, txn: "e1")
        node.clock.advance(by: .milliseconds(10))
        let last = try await alice.send("m.room.message", edit("v3"), to: room, txn: "e2")
        try await bob.send("m.room.message", edit("forged"), to: room, txn: "e3")
        func bundled() async throws -> JSONValue {
            try await bob.ok("GET", ["rooms", room, "event", target]).at("unsigned", "m.relations")
        }
        #expect(try await bundled().at("m.replace", "content", "m.new_content", "body") == "v3")
        try await alice.redact(last, in: room, txn: "r")
        #expect(try await bundled().at("m.replace", "content", "m.new_content", "body") == "v2")
        let reaction: JSONValue = [
            "m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": "👍"]
        ]
        let first = try await bob.send("m.reaction", reaction, to: room, txn: "a1")
        #expect(
            try await bob.call("PUT", ["rooms", room, "send", "m.reaction", "a2"], reaction).errcode
                == "M_DUPLICATE_ANNOTATION")
        try await bob.redact(first, in: room, txn: "r2")
        try await bob.send("m.reaction", reaction, to: room, txn: "a3")
        let reply: JSONValue = [
            "body": "in thread", "m.relates_to": ["rel_type": "m.thread", "event_id": .string(target)],
        ]
        try await bob.send("m.room.message", reply, to: room, txn: "th")
        #expect(try await bundled().at("m.thread", "count") == 1)
        #expect(try await bundled().at("m.thread", "latest_event", "content", "body") == "in thread")
        #expect(try await bundled().at("m.thread", "current_user_participated") == true)
    }
}
