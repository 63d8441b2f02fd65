import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("History")
struct HistoryTests {
    /// Follows `end` until it is left out, with page sizes from a seeded generator.
    private func everything(
        _ user: RoomUser, _ room: String, backwards: Bool, from: String? = nil, seed: UInt64, filter: String? = nil
    ) async throws -> [JSONValue] {
        var random = SeededGenerator(seed: seed)
        var events: [JSONValue] = [], from = from
        for _ in 0..<1_000 {
            let page = try await user.messages(
                room, from: from, backwards: backwards, limit: Int.random(in: 1...9, using: &random), filter: filter)
            events += page.list("chunk")
            guard let end = page.text("end") else { return events }
            #expect(!page.list("chunk").isEmpty, "an empty page while more remains")
            from = end
        }
        Issue.record("pagination does not end")
        return events
    }

    @Test("pages up to a token come to an end, in both directions", arguments: [true, false])
    func boundedPages(backwards: Bool) async throws {
        let alice = try await RoomUser(try TestNode(), 1)
        let room = try await alice.createRoom()
        let before = try await alice.sync().nextBatch
        for number in 0..<7 { try await alice.send("\(number)", to: room) }
        let after = try await alice.sync().nextBatch
        try await alice.send("beyond", to: room)
        var from: String? = backwards ? after : before
        var bodies: [String] = []
        for _ in 0..<5 {
            guard let start = from else { break }
            let page = try await alice.messages(
                room, from: start, to: backwards ? before : after, backwards: backwards, limit: 3)
            bodies += page.list("chunk").compactMap(\.bodyText)
            from = page.text("end")
        }
        #expect(from == nil)
        let sent = (0..<7).map { "\($0)" }
        #expect(bodies == (backwards ? sent.reversed() : sent))
    }

    @Test("pages of any size together give the whole log, in both directions", arguments: [1, 2, 3, 4] as [UInt64])
    func pagination(seed: UInt64) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1)
        let room = try await alice.createRoom(), other = try await alice.createRoom()
        var random = SeededGenerator(seed: seed)
        for index in 0..<60 {
            if Bool.random(using: &random) { try await alice.send("\(index)", to: other) }
            try await alice.send("\(index)", to: room)
            if Int.random(in: 0..<5, using: &random) == 0 {
                try await alice.setState("m.room.topic", ["topic": .string("\(index)")], in: room)
            }
        }
        let log = try await alice.messages(room, backwards: false, limit: 1_000).list("chunk").map(\.eventID)
        #expect(log.count > 60)
        #expect(try await everything(alice, room, backwards: false, seed: seed).map(\.eventID) == log)
        #expect(try await everything(alice, room, backwards: true, seed: seed).map(\.eventID) == log.reversed())
        #expect(
            try await everything(alice, room, backwards: true, from: "END", seed: seed).map(\.eventID) == log.reversed()
        )
        let since = try await alice.sync().nextBatch
        #expect(
            try await everything(alice, room, backwards: true, from: since, seed: seed).map(\.eventID) == log.reversed()
        )
        let topics = try await everything(alice, room, backwards: true, seed: seed, filter: #"{"types":["m.room.t*"]}"#)
        #expect(topics.allSatisfy { $0.type == "m.room.topic" })
        #expect(topics.count == log.count - 66)
    }

    @Test("a page ends at its limit, and its token leads to the next")
    func bound() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        for index in 0..<5 { try await alice.send("a\(index)", to: room) }
        let middle = try await alice.sync().nextBatch
        // A token of sync says more than a place in the history.
        func place(_ token: String) -> String? { token.split(separator: "_").first.map(String.init) }
        for index in 0..<5 { try await alice.send("b\(index)", to: room) }
        let page = try await alice.messages(room, to: middle, limit: 100)
        #expect(page.list("chunk").map(\.bodyText) == ["b4", "b3", "b2", "b1", "b0"])
        #expect(page.text("end") == place(middle))
        #expect(try await alice.messages(room, from: middle, to: middle).text("end") == nil)
        #expect(try await alice.messages(room, from: middle, limit: 2).list("chunk").map(\.bodyText) == ["a4", "a3"])
        let forwards = try await alice.messages(room, from: middle, backwards: false, limit: 100)
        #expect(forwards.list("chunk").map(\.bodyText) == ["b0", "b1", "b2", "b3", "b4"])
        #expect(forwards.text("start") == place(middle))
    }

    @Test(
        "forwards, a member can continue from the newest event when later events have come; a former member reads to an end"
    )
    func growth() async throws {
        let alice = try await RoomUser(TestNode(), 1), bob = try await RoomUser(alice.node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let start = try await alice.sync().nextBatch
        try await alice.send("one", to: room)
        let page = try await alice.messages(room, from: start, backwards: false)
        #expect(page.list("chunk").map(\.bodyText) == ["one"])
        let end = try #require(page.text("end"))
        let none = try await alice.messages(room, from: end, backwards: false)
        #expect(none.list("chunk").isEmpty)
        #expect(none["end"] == nil)
        try await alice.send("two", to: room)
        let later = try await alice.messages(room, from: end, backwards: false).list("chunk")
        #expect(later.map(\.bodyText) == ["two"])
        try await bob.leave(room)
        try await alice.send("three", to: room)
        let former = try await bob.messages(room, from: start, backwards: false)
        #expect(former.list("chunk").map(\.bodyText) == ["one", "two", nil])
        #expect(former["end"] == nil)
    }

    @Test(
        "bad tokens, directions and filters are refused",
        arguments: [
            (["dir": "b", "from": "x"], "M_INVALID_PARAM"), (["dir": "b", "from": "s"], "M_INVALID_PARAM"),
            (["dir": "b", "from": "s99999"], "M_INVALID_PARAM"),
            (["dir": "b", "from": "s99999999999999999999"], "M_INVALID_PARAM"),
            (["dir": "b", "to": "-"], "M_INVALID_PARAM"), (["dir": "x"], "M_INVALID_PARAM"),
            ([:], "M_MISSING_PARAM"), (["dir": "b", "limit": "-1"], "M_INVALID_PARAM"),
            (["dir": "b", "filter": "{"], "M_INVALID_PARAM"),
            (["dir": "b", "filter": #"{"types":5}"#], "M_INVALID_PARAM"),
        ] as [([String: String], String)])
    func refused(query: [String: String], code: String) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let answer = try await alice.call("GET", ["rooms", room, "messages"], query: query)
        #expect(answer.status == 400)
        #expect(answer.errcode == code)
    }

    @Test("the context of an event has its neighbours")
    func context() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        var ids: [String] = []
        for index in 0..<9 { ids.append(try await alice.send("\(index)", to: room)) }
        let context = try await alice.ok("GET", ["rooms", room, "context", ids[4]], query: ["limit": "4"])
        #expect(context["event"]?.eventID == ids[4])
        #expect(context.list("events_before").map(\.bodyText) == ["3", "2"])
        #expect(context.list("events_after").map(\.bodyText) == ["5", "6"])
        #expect(context.list("state").contains { $0.type == "m.room.create" })
        let before = try await alice.messages(room, from: context.text("start"), limit: 2).list("chunk").map(\.bodyText)
        #expect(before == ["1", "0"])
        let after = try await alice.messages(room, from: context.text("end"), backwards: false).list("chunk").map(
            \.bodyText)
        #expect(after == ["7", "8"])
        #expect(try await alice.call("GET", ["rooms", room, "context", "$none"]).errcode == "M_NOT_FOUND")
        #expect(
            try await alice.ok("GET", ["rooms", room, "context", ids[4]], query: ["limit": "0"]).list("events_before")
                == [])
    }

    @Test(
        "history visibility decides which events a new member reads",
        arguments: [
            ("joined", ["m2"]), ("invited", ["m1", "m2"]), ("shared", ["m0", "m1", "m2"]),
            ("world_readable", ["m0", "m1", "m2"]),
        ])
    func visibility(rule: String, seen: [String]) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom([
            "initial_state": [["type": "m.room.history_visibility", "content": ["history_visibility": .string(rule)]]]
        ])
        let first = try await alice.send("m0", to: room)
        if rule != "world_readable" {
            #expect(try await bob.call("GET", ["rooms", room, "messages"], query: ["dir": "b"]).status == 403)
        }
        try await alice.invite(bob, to: room)
        try await alice.send("m1", to: room)
        try await bob.join(room)
        try await alice.send("m2", to: room)
        let texts = try await everything(bob, room, backwards: true, seed: 1).compactMap(\.bodyText).reversed()
        #expect(Array(texts) == seen)
        #expect(try await bob.sync().timeline(room).compactMap(\.bodyText) == seen)
        #expect(try await bob.call("GET", ["rooms", room, "event", first]).status == (seen.contains("m0") ? 200 : 404))
        try await bob.leave(room)
        try await alice.send("m3", to: room)
        let later = try await everything(bob, room, backwards: true, seed: 2).compactMap(\.bodyText)
        #expect(later.contains("m3") == (rule == "world_readable"))
        #expect(later.contains("m2"))
    }

    @Test("a former member sees state and members as they were on leaving")
    func leftState() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        let room = try await alice.createRoom(["preset": "public_chat", "name": "old"])
        try await bob.join(room)
        let token = try await alice.sync().nextBatch
        try await bob.leave(room)
        try await alice.setState("m.room.name", ["name": "new"], in: room)
        try await carol.join(room)
        #expect(try await bob.ok("GET", ["rooms", room, "state", "m.room.name"]).text("name") == "old")
        #expect(try await bob.ok("GET", ["rooms", room, "members"]).list("chunk").count == 2)
        #expect(try await alice.ok("GET", ["rooms", room, "members"]).list("chunk").count == 3)
        #expect(
            try await alice.ok("GET", ["rooms", room, "members"], query: ["not_membership": "leave"]).list("chunk")
                .count == 2)
        #expect(
            try await alice.ok("GET", ["rooms", room, "members"], query: ["membership": "leave"]).list("chunk").count
                == 1)
        let then = try await alice.ok("GET", ["rooms", room, "members"], query: ["at": token]).list("chunk")
        #expect(then.map { $0.at("content", "membership").stringValue } == ["join", "join"])
        #expect(
            try await alice.call("GET", ["rooms", room, "members"], query: ["at": "t1"]).errcode == "M_INVALID_PARAM")
        #expect(try await bob.call("GET", ["rooms", room, "joined_members"]).errcode == "M_FORBIDDEN")
    }

    @Test("with lazy loading a page has only the members who sent its events")
    func lazyPage() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await bob.send("x", to: room)
        let page = try await alice.messages(room, limit: 1, filter: #"{"lazy_load_members":true}"#)
        #expect(page.list("state").map { $0.text("state_key") } == [bob.userID])
        #expect(try await alice.messages(room, limit: 1)["state"] == nil)
    }

    @Test("backwards, a filtered page with events has an end, and the create event or an empty page has none")
    func filteredEnd() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        try await alice.send("x", to: room)
        func page(from: String? = nil, _ filter: String) async throws -> JSONValue {
            try await alice.messages(room, from: from, limit: 100, filter: filter)
        }
        for filter in [#"{"types":["m.room.message"]}"#, #"{"contains_url":false,"types":["m.room.message"]}"#] {
            let found = try await page(filter)
            let end = try #require(found.text("end"))
            let rest = try await page(from: end, filter)
            #expect(rest.list("chunk").isEmpty && rest["end"] == nil && rest.text("start") == end)
        }
        #expect(try await page(#"{"types":["m.room.create"]}"#)["end"] == nil)
        #expect(try await page(#"{"lazy_load_members":true}"#)["end"] == nil, "this filter leaves nothing out")
    }

    @Test("whoever may not read a room is refused before the parameters are judged")
    func refusedFirst() async throws {
        let alice = try await RoomUser(TestNode(), 1), bob = try await RoomUser(alice.node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        let path = ["rooms", room, "messages"]
        #expect(try await bob.call("GET", path).errcode == "M_FORBIDDEN")
        try await bob.join(room)
        #expect(try await bob.call("GET", path).errcode == "M_MISSING_PARAM")
        try await bob.leave(room)
        try await bob.ok("POST", ["rooms", room, "forget"])
        #expect(try await bob.call("GET", path).errcode == "M_FORBIDDEN")
    }

    @Test("each joined member has a display name and an avatar, or null")
    func joinedProfiles() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let content: JSONObject = ["membership": "join", "displayname": "Al"]
        try await alice.setState("m.room.member", key: alice.userID, .object(content), in: room)
        let members = try await alice.ok("GET", ["rooms", room, "joined_members"]).at("joined")
        #expect(members == [alice.userID: ["display_name": "Al", "avatar_url": nil]])
    }
}
