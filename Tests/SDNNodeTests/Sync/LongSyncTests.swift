import GRDB
import HeraldJSON
import HeraldPeer
import SDNWire
import Testing
@testable import SDNNode

/// Answers of sync that are written part by part.
@Suite("Long answers of sync")
struct LongSyncTests {
    /// A user with rooms of every kind, and a token from the middle of their history.
    private struct Scene {
        let alice: RoomUser, bob: RoomUser
        let since: String
        var rooms: [String] = []

        init() async throws {
            let node = try TestNode()
            alice = try await RoomUser(node, 1)
            bob = try await RoomUser(node, 2)
            for index in 0..<4 {
                let room = try await bob.createRoom(["preset": "public_chat", "name": .string("room \(index)")])
                try await alice.join(room)
                for number in 0..<3 { try await bob.send("early \(index) \(number)", to: room) }
                rooms.append(room)
            }
            since = try await alice.sync(filter: ["room": ["state": ["lazy_load_members": true]]]).nextBatch
            try await bob.crowd(rooms[0], 30)
            try await bob.fill(rooms[1], with: 128 << 10)
            for (index, room) in rooms.enumerated() {
                for number in 0..<12 { try await bob.send("late \(index) \(number)", to: room) }
            }
            let ids = alice.userID
            try await alice.ok("PUT", ["user", ids, "account_data", "org.example.one"], ["a": 1])
            try await alice.ok("PUT", ["user", ids, "rooms", rooms[1], "account_data", "org.example.two"], ["b": 2])
            try await alice.leave(rooms[2])
            let invited = try await bob.createRoom(), new = try await bob.createRoom(["preset": "public_chat"])
            try await bob.invite(alice, to: invited)
            try await alice.join(new)
            rooms += [invited, new]
        }

        /// The answer in pieces that are as small as they can be, or whole.
        func answer(_ filter: JSONValue, since: String?, fullState: Bool, upTo limit: Int) async throws -> (
            JSONValue, LazyMemberMemory.Sent, Int
        ) {
            let services = alice.node.assembly.services
            let caller = try await alice.node.assembly.handler.authenticate(alice.token, "127.0.0.1")
            let token = try since.map { try StreamToken($0, field: "since") },
                parsed = try SyncFilter(json: JSONReader(filter))
            let plan = SyncPlan(
                caller: caller, filter: parsed, since: token?.position, live: token?.live, toDevice: token?.toDevice,
                fullState: fullState, isSDN: false,
                known: [:], keyLimits: services.configuration.keyLimits, ignored: services.ignored,
                matchers: SyncMatchers(parsed, work: PatternWork(allowance: services.configuration.filterLimits.work)),
                unread: services.unread)
            let (live, news) = (services.live, services.live.news(since: token?.live)), now = services.now()
            var answer = try await services.database.read { db in
                let facts = try SyncFacts(plan, in: db)
                return try SyncAnswer(plan, facts, live: live, news: news, now: now, in: SyncSnapshot(db))
            }
            var all: [UInt8] = [], count = 0
            while !answer.isDone {
                let (part, written) = try await services.database.read { [answer] db in
                    var answer = answer, out: [UInt8] = []
                    try answer.write(to: &out, upTo: limit, in: SyncSnapshot(db))
                    return (out, answer)
                }
                answer = written
                all += part
                count += 1
            }
            return (try JSONValue(parsing: all), answer.sent, count)
        }
    }

    @Test(
        "attack 3: a sync in parts has the same content as a sync in one piece",
        arguments: [
            "{}", #"{"room":{"state":{"lazy_load_members":true},"timeline":{"limit":4}}}"#,
            #"{"room":{"include_leave":true,"state":{"types":["m.room.*"]},"account_data":{"limit":1}},"account_data":{"limit":1}}"#,
        ])
    func same(filter: String) async throws {
        let scene = try await Scene(), filter = try JSONValue(parsing: filter)
        for (since, fullState) in [(nil, false), (scene.since, false), (scene.since, true)] {
            let (whole, sent, one) = try await scene.answer(filter, since: since, fullState: fullState, upTo: .max)
            let (parts, sentInParts, count) = try await scene.answer(
                filter, since: since, fullState: fullState, upTo: 1)
            #expect(one == 1 && count > 20)
            #expect(parts == whole)
            #expect(sentInParts.members == sent.members && sentInParts.begun == sent.begun)
            #expect(whole.at("rooms", "join").objectValue?.count == 4)
            #expect(whole.at("rooms", "invite").objectValue?.count == 1)
        }
    }

    @Test("attack 3: events during a long first sync come once, with the next sync")
    func meanwhile() async throws {
        let scene = try await Scene()
        let (alice, bob) = (scene.alice, scene.bob)
        try await bob.fill(scene.rooms[0], with: 512 << 10)
        let begun = try await alice.begin("sync")
        var rest = try #require(begun.rest), all = begun.body
        for (index, room) in scene.rooms.enumerated() where index != 2 && index != 4 {
            try await bob.send("meanwhile \(index)", to: room)
        }
        try await bob.setState("m.room.name", ["name": "renamed"], in: scene.rooms[3])
        try await alice.join(scene.rooms[4])
        try await alice.leave(scene.rooms[5])
        while let part = try await rest.next() { all += part }
        let first = try JSONValue(parsing: all)
        var texts: [String] = []
        for (room, section) in first.at("rooms", "join").objectValue ?? [:] {
            texts += section.list("timeline", "events").compactMap(\.bodyText)
            #expect(room != scene.rooms[4])
        }
        #expect(!texts.isEmpty && !texts.contains { $0.hasPrefix("meanwhile") })
        #expect(first.joined(scene.rooms[5]) != .null && first.at("rooms", "invite", scene.rooms[4]) != .null)
        let next = try await alice.sync(since: first.nextBatch)
        for index in [0, 1, 3] {
            #expect(next.timeline(scene.rooms[index]).compactMap(\.bodyText) == ["meanwhile \(index)"])
        }
        #expect(next.timeline(scene.rooms[3]).last?.at("content", "name") == "renamed")
        #expect(next.joined(scene.rooms[4]).at("timeline", "limited") != .null)
        #expect(
            next.at("rooms", "leave", scene.rooms[5]).list("timeline", "events").compactMap(\.bodyText) == [
                "meanwhile 5"
            ])
        #expect(try await alice.sync(since: next.nextBatch).at("rooms", "join") == [:])
    }

    @Test("the members of a cancelled long answer do not count as sent")
    func givenUp() async throws {
        let scene = try await Scene()
        try await scene.bob.fill(scene.rooms[0], with: 512 << 10)
        let filter = #"{"room":{"state":{"lazy_load_members":true}}}"#
        let target = "sync?filter=\(PercentEncoding.encodeSegment(filter))"
        let begun = try await scene.alice.begin(target)
        #expect(begun.rest != nil)
        let text = String(decoding: begun.body.prefix(200), as: UTF8.self)
        let token = try #require(text.split(separator: "\"").dropFirst(3).first.map(String.init))
        // It was not read to its end, and yet its token comes back.
        try await scene.bob.send("again", to: scene.rooms[3])
        let next = try await scene.alice.sync(since: token, filter: JSONValue(parsing: filter))
        #expect(
            next.joined(scene.rooms[3]).list("state", "events").contains { $0.text("state_key") == scene.bob.userID })
    }

    @Test(
        "attack 71: each part of a first sync reads a limited number of events, even if the filter admits none of them")
    func effort() async throws {
        let scene = try await Scene()
        // Each member is looked at for the timeline and for the state.
        for room in scene.rooms[..<2] { try await scene.bob.crowd(room, SyncAnswer.workLimit * 2 / 5) }
        let filter = try JSONValue(parsing: #"{"room":{"timeline":{"not_types":["*"]},"state":{"not_types":["*"]}}}"#)
        let (answer, _, parts) = try await scene.answer(filter, since: nil, fullState: false, upTo: .max)
        #expect(parts > 1)
        #expect(
            answer.at("rooms", "join").objectValue?.values.allSatisfy { $0.list("timeline", "events").isEmpty } == true)
    }

    @Test(
        "attack 103: reading all state with a current token reads a limited number of events, and large events count as several",
        arguments: [
            (SyncAnswer.workLimit * 3, 1), (SyncAnswer.workLimit / 4, 32 << 10),
        ])
    func fullStateEffort(entries: Int, bytes: Int) async throws {
        let scene = try await Scene(), room = scene.rooms[0]
        try await scene.bob.setState("org.example.one", ["x": .string(String(repeating: "x", count: bytes))], in: room)
        try await scene.alice.node.assembly.services.database.write { db in
            // As many entries that one event has set: what is read is what many events would have.
            try db.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO current_state (room, type, state_key, ord)
                    SELECT s.room, s.type, n, s.ord FROM number, current_state s JOIN room r ON r.nid = s.room
                    WHERE r.room_id = ? AND s.type = 'org.example.one' AND s.state_key = ''
                    """,
                arguments: [entries, room])
        }
        let filter = try JSONValue(parsing: #"{"room":{"state":{"not_types":["*"]}}}"#),
            since = try await scene.alice.sync(filter: filter).nextBatch
        let (answer, _, parts) = try await scene.answer(filter, since: since, fullState: true, upTo: .max)
        #expect(parts > 2)
        #expect(answer.joined(room).list("state", "events").isEmpty && answer.joined(room) != .null)
        // Without `full_state` there is nothing new.
        #expect(try await scene.answer(filter, since: since, fullState: false, upTo: .max).0.at("rooms", "join") == [:])
    }
}
