import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Room versions on the node")
struct RoomVersionTests {
    @Test(
        "a room of every version is created, joined by alias, written in, and its messages can be redacted",
        arguments: RoomVersion.allCases)
    func life(version: RoomVersion) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom([
            "room_version": .string(version.rawValue), "preset": "public_chat", "room_alias_name": "den",
            "creation_content": ["room_version": "99", "test": "x"],
        ])
        let create = try await alice.ok("GET", ["rooms", room, "state", "m.room.create"])
        #expect(create["room_version"] == .string(version.rawValue) && create["test"] == "x")
        #expect(create["creator"] == (version.hasCreatorInContent ? .string(alice.userID) : nil))
        try await bob.join("#den:localhost")
        let since = try await bob.sync().nextBatch
        let event = try await alice.send("hello", to: room)
        #expect(try await bob.sync(since: since).timeline(room).map(\.eventID) == [event])
        // Version 3 has event IDs with `/`, which clients send percent-encoded.
        #expect(try await bob.ok("GET", ["rooms", room, "event", event]).bodyText == "hello")
        let redaction = try await alice.redact(event, in: room, txn: "r")
        let chunk = try await bob.messages(room, limit: 2).list("chunk")
        #expect(chunk.map(\.eventID) == [redaction, event])
        #expect(chunk[0].text("redacts") == event)
        #expect(chunk[1]["content"] == [:])
    }

    @Test("event IDs have the form of the room version")
    func eventIDs() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        for version in RoomVersion.allCases {
            let room = try await alice.createRoom(["room_version": .string(version.rawValue)])
            let event = try await alice.send("x", to: room)
            let domain = version.eventIDForm == .withDomain ? room.drop { $0 != ":" } : ""
            #expect(event.hasPrefix("$") && event.hasSuffix(domain) && event.count == 44 + domain.count)
            #expect(event.contains(":") == (version.eventIDForm == .withDomain))
        }
    }

    @Test(
        "the ID of a room of version 12 is the hash of its first event, and rooms that begin equally have different IDs"
    )
    func roomID() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        // The clock of the node stands still.
        let rooms = [
            try await alice.createRoom(["room_version": "12"]), try await alice.createRoom(["room_version": "12"]),
        ]
        #expect(rooms[0] != rooms[1])
        for room in rooms {
            #expect(room.count == 44 && !room.contains(":"))
            let events = try await alice.state(of: room)
            let create = try #require(events.first { $0.type == "m.room.create" })
            #expect(room == "!" + create.eventID.dropFirst())
            // Clients receive the room ID with every event all the same.
            #expect(events.allSatisfy { $0.text("room_id") == room })
            #expect(try await alice.ok("GET", ["rooms", room, "event", create.eventID]).text("room_id") == room)
        }
    }

    @Test("no event of a room of version 12 lists the first event among those that authorise it")
    func authEvents() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        for (version, lists) in [("11", true), ("12", false)] {
            let room = try await alice.createRoom(["room_version": .string(version), "name": "N"])
            let (create, auth) = try await alice.node.assembly.services.database.read { db in
                let record = try #require(try RoomRecord.find(room, in: db))
                let create = try #require(try StateStore.event("m.room.create", room: record.rowID, in: db))
                let auth = try String.fetchAll(
                    db, sql: "SELECT auth FROM event WHERE room = ? AND ord > ?", arguments: [record.rowID, create.ord])
                return (create.ord, auth.flatMap { $0.split(separator: ",").compactMap { Int64($0) } })
            }
            #expect(auth.contains(create) == lists)
        }
    }

    @Test("m.room.aliases is set without power for one's own server up to version 5, and needs power after that")
    func aliasesRule() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        for (version, status) in [("1", 200), ("5", 200), ("6", 403)] {
            let room = try await alice.createRoom(["room_version": .string(version), "preset": "public_chat"])
            try await bob.join(room)
            let own = try UserID(bob.userID).domain, other = try UserID(carol.userID).domain
            let content: JSONValue = ["aliases": []]
            #expect(
                try await bob.call("PUT", ["rooms", room, "state", "m.room.aliases", own], content).status == status)
            #expect(
                try await bob.call("PUT", ["rooms", room, "state", "m.room.aliases", other], content).status == 403)
            #expect(
                try await carol.call("PUT", ["rooms", room, "state", "m.room.aliases", other], content).status == 403)
        }
    }

    @Test("rules that came with later versions do not apply in earlier ones")
    func laterRules() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        for (version, knocks) in [("6", false), ("7", true)] {
            let room = try await alice.createRoom([
                "room_version": .string(version),
                "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]],
            ])
            #expect(try await bob.call("POST", ["knock", room]).status == (knocks ? 200 : 403))
        }
        for (version, guards) in [("5", false), ("6", true)] {
            let room = try await alice.createRoom([
                "room_version": .string(version), "preset": "public_chat",
                "power_level_content_override": [
                    "users": .object([alice.userID: 100, bob.userID: 50]), "events": ["m.room.power_levels": 50],
                ],
            ])
            try await bob.join(room)
            var levels = try await alice.ok("GET", ["rooms", room, "state", "m.room.power_levels"]).objectValue ?? [:]
            levels["notifications"] = ["room": 90]
            let answer = try await bob.call(
                "PUT", ["rooms", room, "state", "m.room.power_levels", ""], .object(levels))
            #expect(answer.status == (guards ? 403 : 200))
        }
        let texts: JSONValue = ["power_level_content_override": ["ban": "60"], "room_version": "9"]
        let room = try await alice.createRoom(texts)
        #expect(try await alice.ok("GET", ["rooms", room, "state", "m.room.power_levels"])["ban"] == "60")
    }
}
