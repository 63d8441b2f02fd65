import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Sync filters")
struct SyncFilterTests {
    @Test("a stored filter works by its ID and belongs to its user")
    func stored() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        let filter: JSONValue = ["room": ["timeline": ["limit": 1]], "org.example.kept": 1]
        let id = try #require(try await alice.ok("POST", ["user", alice.userID, "filter"], filter).text("filter_id"))
        #expect(try await alice.ok("POST", ["user", alice.userID, "filter"], filter).text("filter_id") == id)
        #expect(try await alice.ok("GET", ["user", alice.userID, "filter", id]) == filter)
        #expect(try await bob.call("GET", ["user", alice.userID, "filter", id]).status == 403)
        #expect(try await bob.call("POST", ["user", alice.userID, "filter"], filter).status == 403)
        #expect(try await alice.call("GET", ["user", alice.userID, "filter", "9"]).status == 404)
        #expect(try await alice.call("POST", ["user", alice.userID, "filter"], ["room": 1]).errcode == "M_BAD_JSON")
        let answer = try await alice.ok("GET", ["sync"], query: ["filter": id])
        #expect(answer.timeline(room).count == 1)
    }

    @Test(
        "a limit keeps the newest events and marks the timeline as limited",
        arguments: [(0, 0, true), (1, 1, true), (3, 3, true), (12, 12, true), (100, 26, false)])
    func limits(limit: Int64, count: Int, limited: Bool) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        for index in 0..<20 { try await alice.send("\(index)", to: room) }
        let section = try await alice.sync(filter: ["room": ["timeline": ["limit": .int(limit)]]]).joined(room)
        #expect(section.list("timeline", "events").count == count)
        #expect(section.at("timeline", "limited").boolValue == limited)
        let before = try await alice.messages(room, from: section.text("timeline", "prev_batch"), limit: 1_000).list(
            "chunk"
        ).count
        #expect(before == 26 - count)
    }

    @Test(
        "a filter selects by types, senders, rooms and URLs",
        arguments: [
            (["room": ["timeline": ["types": ["m.room.mess*"]]]], ["a", "b", "pic"]),
            (["room": ["timeline": ["types": []]]], []),
            (["room": ["timeline": ["not_types": ["m.room.*"]]]], ["other"]),
            (["room": ["timeline": ["types": ["*"], "not_types": ["other"]]]], ["a", "b", "pic"]),
            (["room": ["timeline": ["contains_url": true]]], ["pic"]),
            (["room": ["timeline": ["types": ["m.room.message"], "contains_url": false]]], ["a", "b"]),
            (["room": ["timeline": ["rooms": ["!none:x"]]]], []), (["room": ["rooms": []]], nil),
            (["room": ["not_rooms": ["ROOM"]]], nil),
            (["room": ["timeline": ["senders": ["BOB"]]]], ["b"]),
            (["room": ["timeline": ["not_senders": ["BOB"], "types": ["m.room.message"]]]], ["a", "pic"]),
        ] as [(JSONValue, [String]?)])
    func parts(filter: JSONValue, expected: [String]?) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await alice.send("a", to: room)
        try await bob.send("b", to: room)
        try await alice.send("m.room.message", ["body": "pic", "url": "mxc://a/b"], to: room, txn: "p")
        try await alice.send("other", ["body": "other"], to: room, txn: "o")
        let text = String(decoding: filter.serialized(), as: UTF8.self).replacing("ROOM", with: room).replacing(
            "BOB", with: bob.userID)
        let section = try await alice.sync(filter: JSONValue(parsing: text)).joined(room)
        guard let expected else {
            #expect(section == .null)
            return
        }
        #expect(section.list("timeline", "events").compactMap(\.bodyText) == expected)
    }

    @Test("state that the timeline's filter excludes comes in the state section")
    func filteredState() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let filter: JSONValue = ["room": ["timeline": ["types": ["m.room.message"]]]]
        let since = try await alice.sync(filter: filter).nextBatch
        try await alice.send("a", to: room)
        try await alice.setState("m.room.name", ["name": "N"], in: room)
        try await alice.send("b", to: room)
        let section = try await alice.sync(since: since, filter: filter).joined(room)
        #expect(section.list("timeline", "events").map(\.bodyText) == ["a", "b"])
        #expect(section.list("state", "events").map(\.type) == ["m.room.name"])
    }

    @Test("a lazily loading sync has the senders and the user, each once")
    func lazy() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1)
        let room = try await alice.createRoom(["preset": "public_chat", "name": "Harbour"])
        var others: [RoomUser] = []
        for seed in 2...6 as ClosedRange<UInt8> {
            others.append(try await RoomUser(node, seed))
            try await others[others.count - 1].join(room)
        }
        for index in 0..<3 { try await others[0].send("\(index)", to: room) }
        let filter: JSONValue = ["room": ["timeline": ["limit": 2], "state": ["lazy_load_members": true]]]
        func members(_ answer: JSONValue) -> Set<String> {
            Set(
                answer.joined(room).list("state", "events").filter { $0.type == "m.room.member" }.compactMap {
                    $0.text("state_key")
                })
        }
        let first = try await alice.sync(filter: filter)
        #expect(members(first) == [alice.userID, others[0].userID])
        try await others[0].send("again", to: room)
        try await others[1].send("new", to: room)
        let second = try await alice.sync(since: first.nextBatch, filter: filter)
        #expect(members(second) == [others[1].userID])
        // The answer got lost: the device asks again with the old token and must get the same.
        #expect(members(try await alice.sync(since: first.nextBatch, filter: filter)) == [others[1].userID])
        try await others[1].send("third", to: room)
        let third = try await alice.sync(since: second.nextBatch, filter: filter)
        #expect(members(third) == [])
        try await others[1].send("fourth", to: room)
        let redundant: JSONValue = ["room": ["state": ["lazy_load_members": true, "include_redundant_members": true]]]
        #expect(members(try await alice.sync(since: third.nextBatch, filter: redundant)) == [others[1].userID])
        // Every member that changed in a gap is sent, even if it sent no message.
        try await others[3].leave(room)
        for index in 10..<14 { try await others[0].send("\(index)", to: room) }
        #expect(members(try await alice.sync(since: third.nextBatch, filter: filter)).contains(others[3].userID))
        let other = try await RoomUser(node, 1, deviceID: "OTHER")
        #expect(members(try await other.sync(filter: filter)).contains(alice.userID))
    }

    @Test("the events of the timeline and the state have the members that event_fields lists")
    func fields() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom(["name": "N"])
        let content: JSONValue = ["body": "a", "msgtype": "m.text", "org.x": ["a.b": 1, "c\\d": 2, "e": 3]]
        try await alice.send("m.room.message", content, to: room, txn: "t")
        func section(_ fields: [JSONValue], _ format: String = "client") async throws -> JSONValue {
            let filter: JSONValue = [
                "event_fields": .array(fields), "event_format": .string(format), "room": ["timeline": ["limit": 1]],
            ]
            return try await alice.sync(filter: filter).joined(room)
        }
        let some = try await section([
            "type", "content.body", #"content.org\.x.a\.b"#, #"content.org\.x.c\\d"#, "content.body.more", "none.x",
        ])
        #expect(
            some.list("timeline", "events") == [
                ["type": "m.room.message", "content": ["body": "a", "org.x": ["a.b": 1, "c\\d": 2]]]
            ])
        #expect(some.list("state", "events").contains(["type": "m.room.name"]))
        #expect(some.list("state", "events").allSatisfy { $0["event_id"] == nil && $0["type"] != nil })
        let federation = try await section(["prev_events"], "federation")
        #expect(federation.list("timeline", "events").map { $0.objectValue?.keys } == [["prev_events"]])
        #expect(try await section([]).list("timeline", "events").first?["content"] == content)
        #expect(try await section(["none"]).list("timeline", "events") == [[:]])
    }

    @Test("an unknown format of events is refused, stored or not")
    func unknownFormat() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        for (format, status) in [("client", 200), ("federation", 200), ("x", 400), ("", 400)] {
            let filter: JSONValue = ["event_format": .string(format)]
            let text = String(decoding: filter.serialized(), as: UTF8.self)
            for answer in [
                try await alice.call("POST", ["user", alice.userID, "filter"], filter),
                try await alice.call("GET", ["sync"], query: ["filter": text]),
            ] {
                #expect(answer.status == status)
                #expect(answer.errcode == (status == 400 ? "M_BAD_JSON" : nil))
            }
        }
    }

    @Test("with the format of federation, an event has the members that servers exchange")
    func federation() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let first = try await alice.send("one", to: room), second = try await alice.send("two", to: room)
        let filter: JSONValue = ["event_format": "federation", "room": ["timeline": ["limit": 1]]]
        let section = try await alice.sync(filter: filter).joined(room)
        let event = try #require(section.list("timeline", "events").first)
        #expect(event.eventID == second && event.bodyText == "two" && event.text("room_id") == room)
        #expect(event["prev_events"] == [.string(first)])
        #expect(event.text("hashes", "sha256")?.count == 43 && event["signatures"] == [:])
        let states = section.list("state", "events")
        let create = try #require(states.first { $0.type == "m.room.create" })
        #expect(create["depth"] == 1 && create["prev_events"] == [] && create["auth_events"] == [])
        #expect(event.list("auth_events").contains(.string(create.eventID)))
        #expect(Set(event.list("auth_events").compactMap(\.stringValue)).isSubset(of: states.map(\.eventID)))
        #expect(try await alice.sync().timeline(room).last?["depth"] == nil)
    }
}
