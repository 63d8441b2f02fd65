import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Sync sections")
struct SyncSectionTests {
    @Test("a sync has every section, even if it is empty")
    func skeleton() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let empty = try await alice.sync()
        #expect(
            empty.objectValue?.keys == [
                "account_data", "device_lists", "device_one_time_keys_count", "device_unused_fallback_key_types",
                "next_batch", "presence", "rooms", "to_device",
            ])
        #expect(empty["rooms"] == ["join": [:], "invite": [:], "knock": [:], "leave": [:]])
        let room = try await alice.createRoom()
        let section = try await alice.sync().joined(room)
        let parts: Set<String> = [
            "account_data", "ephemeral", "state", "summary", "timeline", "unread_notifications",
        ]
        #expect(section.objectValue.map { Set($0.keys) } == parts)
        // SendingNetwork's clients have a root of their own, and read the counts of threads without a check.
        let sdn = try await alice.sdnSync().joined(room)
        #expect(sdn.objectValue.map { Set($0.keys) } == parts.union(["unread_thread_notifications"]))
        #expect(sdn["unread_thread_notifications"] == [:])
        #expect(section.at("timeline", "limited") == false)
        #expect(section["unread_notifications"] == ["notification_count": 0, "highlight_count": 0])
    }

    @Test("an event has the members that clients need", arguments: ["m.room.message", "m.room.name"])
    func event(type: String) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1)
        let room = try await alice.createRoom()
        if type == "m.room.name" {
            try await alice.setState(type, ["name": "é\u{1}"], in: room)
        } else {
            try await alice.send("é\u{1}", to: room)
        }
        node.clock.advance(by: .milliseconds(1_234))
        let event = try #require(try await alice.sync().timeline(room).last)
        #expect(event.text("sender") == alice.userID)
        #expect(event.type == type)
        #expect(event["origin_server_ts"] == .int(node.clock.read().milliseconds - 1_234))
        #expect(event.at("unsigned", "age") == 1_234)
        #expect(event["room_id"] == nil)
        #expect(event.text("state_key") == (type == "m.room.name" ? "" : nil))
        #expect(event.at("content", type == "m.room.name" ? "name" : "body") == "é\u{1}")
    }

    @Test("state is that at the start of the timeline, and later only changes")
    func state() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom(["name": "one"])
        for index in 0..<5 { try await alice.send("\(index)", to: room) }
        try await alice.setState("m.room.name", ["name": "two"], in: room)
        let filter: JSONValue = ["room": ["timeline": ["limit": 2]]]
        let first = try await alice.sync(filter: filter)
        #expect(
            first.joined(room).list("state", "events").first { $0.type == "m.room.name" }?.at("content", "name")
                == "one")
        #expect(first.timeline(room).map(\.type) == ["m.room.message", "m.room.name"])
        #expect(first.joined(room).at("timeline", "limited") == true)
        try await alice.setState("m.room.topic", ["topic": "t"], in: room)
        for index in 5..<9 { try await alice.send("\(index)", to: room) }
        let second = try await alice.sync(since: first.nextBatch, filter: filter)
        #expect(second.joined(room).list("state", "events").map(\.type) == ["m.room.topic"])
        #expect(second.timeline(room).map(\.bodyText) == ["7", "8"])
        let before = try await alice.messages(room, from: second.joined(room).text("timeline", "prev_batch"), limit: 2)
        #expect(before.list("chunk").map(\.bodyText) == ["6", "5"])
        #expect(try await alice.sync(since: second.nextBatch).joined(room) == .null)
        let full = try await alice.sync(since: second.nextBatch, fullState: true).joined(room)
        #expect(full.list("state", "events").count == (try await alice.state(of: room)).count)
        #expect(full.list("timeline", "events") == [])
    }

    @Test("an invitation to a room of version 12 has the time of the event that created the room")
    func inviteToHashedRoom() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["room_version": "12", "invite": [.string(bob.userID)]])
        let events = try await bob.sync().at("rooms", "invite", room).list("invite_state", "events")
        #expect(events.first?.text("type") == "m.room.create")
        #expect(events.first?["origin_server_ts"]?.intValue == node.clock.read().milliseconds)
        #expect(events.dropFirst().allSatisfy { $0["origin_server_ts"] == nil })
    }

    @Test("an invitation has stripped state and comes once")
    func invite() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["name": "N", "topic": "T", "invite": [.string(bob.userID)]])
        let answer = try await bob.sync()
        let events = answer.at("rooms", "invite", room).list("invite_state", "events")
        #expect(
            events.map(\.type) == [
                "m.room.create", "m.room.join_rules", "m.room.name", "m.room.topic", "m.room.member", "m.room.member",
            ])
        #expect(
            events.map { $0.objectValue?.keys }
                == Array(repeating: ["content", "sender", "state_key", "type"], count: 6))
        #expect(events.last?.text("state_key") == bob.userID)
        #expect(events.last?.text("sender") == alice.userID)
        try await alice.send("x", to: room)
        #expect(try await bob.sync(since: answer.nextBatch).at("rooms", "invite") == [:])
        #expect(try await bob.sync().at("rooms", "invite", room) != .null)
    }

    @Test(
        "leaving, being kicked and being banned put the room into the leave section with the membership event",
        arguments: ["leave", "kick", "ban"])
    func leave(how: String) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let since = try await bob.sync().nextBatch
        try await alice.send("seen", to: room)
        if how == "leave" {
            try await bob.leave(room)
        } else {
            try await alice.ok("POST", ["rooms", room, how], ["user_id": .string(bob.userID)])
        }
        try await alice.send("unseen", to: room)
        let answer = try await bob.sync(since: since)
        #expect(answer.joined(room) == .null)
        let events = answer.at("rooms", "leave", room).list("timeline", "events")
        #expect(events.map(\.type) == ["m.room.message", "m.room.member"])
        #expect(events.last?.at("content", "membership").stringValue == (how == "ban" ? "ban" : "leave"))
        #expect(try await bob.sync(since: answer.nextBatch).at("rooms", "leave") == [:])
        #expect(try await bob.sync().at("rooms", "leave") == [:])
        let left = try await bob.sync(filter: ["room": ["include_leave": true]]).at("rooms", "leave", room)
        #expect(
            left.list("timeline", "events").last == nil
                || left.list("timeline", "events").last?.eventID == events.last?.eventID)
        #expect(!left.list("timeline", "events").contains { $0.bodyText == "unseen" })
    }

    @Test("a rejected invitation shows nothing of the room")
    func reject() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["invite": [.string(bob.userID)]])
        let since = try await bob.sync().nextBatch
        try await alice.send("secret", to: room)
        try await bob.leave(room)
        let section = try await bob.sync(since: since).at("rooms", "leave", room)
        #expect(section.list("timeline", "events").map(\.type) == ["m.room.member"])
        #expect(section.list("state", "events") == [])
    }

    @Test("a newly joined room is complete, even if the since token is newer than the room")
    func newlyJoined() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await alice.send("old", to: room)
        let since = try await bob.sync().nextBatch
        try await bob.join(room)
        let section = try await bob.sync(since: since).joined(room)
        #expect(section.list("timeline", "events").contains { $0.bodyText == "old" })
        #expect(section.at("summary", "m.joined_member_count") == 2)
        #expect(section.at("summary", "m.heroes") == [.string(alice.userID)])
    }

    @Test("counts and heroes come only when members change")
    func summary() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        let room = try await alice.createRoom(["invite": [.string(bob.userID)]])
        let first = try await alice.sync()
        #expect(
            first.joined(room)["summary"] == [
                "m.heroes": [.string(bob.userID)], "m.joined_member_count": 1, "m.invited_member_count": 1,
            ])
        try await alice.send("x", to: room)
        let second = try await alice.sync(since: first.nextBatch)
        #expect(second.joined(room)["summary"] == [:])
        try await bob.join(room)
        try await alice.invite(carol, to: room)
        let third = try await alice.sync(since: second.nextBatch)
        #expect(third.joined(room).at("summary", "m.joined_member_count") == 2)
        #expect(third.joined(room).at("summary", "m.invited_member_count") == 1)
    }

    @Test(
        "malformed tokens and filters are refused",
        arguments: [
            (["since": "x"], 400, "M_INVALID_PARAM"), (["since": "s-1"], 400, "M_INVALID_PARAM"),
            (["since": "s99999"], 400, "M_INVALID_PARAM"),
            (["filter": "77"], 400, "M_UNKNOWN"), (["filter": "x"], 400, "M_UNKNOWN"),
            (["filter": #"{"room":{"rooms":["x"]}}"#], 400, "M_BAD_JSON"),
            (["filter": #"{"room":{"timeline":{"related_by_senders":["x"]}}}"#], 400, "M_BAD_JSON"),
            (["filter": "{"], 400, "M_INVALID_PARAM"),
            (["filter": #"{"room":5}"#], 400, "M_INVALID_PARAM"), (["timeout": "soon"], 400, "M_INVALID_PARAM"),
            (["timeout": "-5"], 400, "M_INVALID_PARAM"),
            (["full_state": "maybe"], 400, "M_INVALID_PARAM"),
        ] as [([String: String], Int, String)])
    func refused(query: [String: String], status: Int, code: String) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let answer = try await alice.call("GET", ["sync"], query: query)
        #expect(answer.status == status)
        #expect(answer.errcode == code)
    }

    @Test("account data is stored, synced once and private")
    func accountData() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        let since = try await alice.sync().nextBatch
        #expect(
            try await alice.ok(
                "PUT", ["user", alice.userID, "account_data", "m.direct"], ["@b:c": [.string(room)], "order": 0.5])
                == [:])
        try await alice.ok("PUT", ["user", alice.userID, "rooms", room, "account_data", "m.tag"], ["tags": [:]])
        let answer = try await alice.sync(since: since)
        #expect(answer.list("account_data", "events").map(\.type) == ["m.direct"])
        #expect(answer.list("account_data", "events").first?.at("content", "order") == 0.5)
        #expect(answer.joined(room).list("account_data", "events").map(\.type) == ["m.tag"])
        #expect(try await alice.sync(since: answer.nextBatch).list("account_data", "events") == [])
        #expect(try await alice.sync().joined(room).list("account_data", "events").map(\.type) == ["m.tag"])
        #expect(try await alice.ok("GET", ["user", alice.userID, "account_data", "m.direct"]).at("order") == 0.5)
        #expect(try await alice.call("GET", ["user", alice.userID, "account_data", "none"]).status == 404)
        #expect(try await bob.call("GET", ["user", alice.userID, "account_data", "m.direct"]).status == 403)
        #expect(try await alice.call("PUT", ["user", alice.userID, "account_data", "m.push_rules"], [:]).status == 405)
    }
}
