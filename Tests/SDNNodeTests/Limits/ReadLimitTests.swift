import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Limits of reading (SDN sheet 7.4 and 7.7)")
struct ReadLimitTests {
    private func page(
        _ node: TestNode, _ user: RoomUser, _ room: String, after: Int64 = 0, upTo: Int64? = nil,
        newestFirst: Bool = true,
        workLimit: TimelinePage.WorkLimit
    ) async throws -> TimelinePage {
        try await node.assembly.services.database.read { db in
            let access = try RoomAccess(room, reader: user.userID, in: db)
            return try TimelinePage.read(
                room: access.room, after: after, upTo: upTo ?? access.newest, newestFirst: newestFirst, limit: 100,
                history: access.history,
                matcher: EventMatcher(RoomEventFilter(), room: room), workLimit: workLimit, in: db)
        }
    }

    @Test(
        "with a filter that admits nothing, each page reads a limited part of the history, and its token leads on to the end"
    )
    func filter() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        try await node.assembly.services.database.write { db in
            let room = try RoomRecord.require(room, in: db).rowID, last = try EventStore.position(in: db)
            try db.execute(
                sql: """
                    INSERT INTO event (room, ord, event_id, type, sender, ts, content, depth, auth, hash)
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    SELECT ?, ? + i, '$f' || i, 'org.example.x', ?, 0, CAST('{}' AS BLOB), 1, '', '' FROM n
                    """,
                arguments: [TimelinePage.WorkLimit.standard.events, room, last, ann.userID])
            try db.execute(
                sql: "UPDATE stream SET position = ?", arguments: [last + Int64(TimelinePage.WorkLimit.standard.events)]
            )
            try db.execute(
                sql: "UPDATE room SET last_ord = ?", arguments: [last + Int64(TimelinePage.WorkLimit.standard.events)])
        }
        var from: String?, pages = 0
        repeat {
            let answer = try await ann.messages(room, from: from, limit: 10, filter: #"{"types":["m.room.create"]}"#)
            pages += 1
            from = answer.text("end")
            #expect(answer.list("chunk").map(\.type) == (from == nil ? ["m.room.create"] : []))
        } while from != nil && pages < 5
        #expect(pages == 2)
    }

    @Test(
        "a page ends after a limited number and size of read events, in either direction",
        arguments: [true, false])
    func effort(newestFirst: Bool) async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        for number in 0..<20 { try await ann.send(String(repeating: "x", count: 1_000) + "\(number)", to: room) }
        for workLimit in [TimelinePage.WorkLimit(events: 8), TimelinePage.WorkLimit(events: 15, bytes: 5_000)] {
            let all = try await page(node, ann, room, newestFirst: newestFirst, workLimit: .standard).events.map(
                \.eventID)
            var found: [String] = [], pages = 0
            var lower: Int64 = 0, upper: Int64?
            while pages < 20 {
                let next = try await page(
                    node, ann, room, after: lower, upTo: upper, newestFirst: newestFirst, workLimit: workLimit)
                #expect(next.events.count <= workLimit.events)
                found += next.events.map(\.eventID)
                pages += 1
                guard let edge = next.edge else { break }
                if newestFirst { upper = edge - 1 } else { lower = edge }
            }
            #expect(pages >= 3)
            #expect(found == all)
        }
    }

    @Test("events that a new member may not see are not read")
    func hidden() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        for number in 0..<50 { try await ann.send("hidden \(number)", to: room) }
        try await bob.join(room)
        try await ann.send("seen", to: room)
        let page = try await page(node, bob, room, workLimit: TimelinePage.WorkLimit(events: 20))
        #expect(!page.hasMore)
        #expect(page.events.first?.contentObject["body"] == "seen")
        #expect(page.events.last?.type == "m.room.create")
    }

    @Test("the event nearest to a time is found without reading the events between, across events that may not be seen")
    func nearest() async throws {
        let clock = TestClock()
        let node = try TestNode(clock: clock)
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        let start = clock.read().milliseconds
        for number in 0..<30 {
            clock.advance(by: .seconds(1))
            try await ann.send("hidden \(number)", to: room)
        }
        clock.advance(by: .seconds(1))
        try await bob.join(room)
        var seen: [(time: Int64, id: String)] = []
        for number in 0..<30 {
            clock.advance(by: .seconds(1))
            seen.append((clock.read().milliseconds, try await ann.send("seen \(number)", to: room)))
        }
        func ask(_ moment: Int64, _ direction: String) async throws -> String? {
            try await node.send(
                "GET",
                "/_matrix/client/v1/rooms/\(room)/timestamp_to_event?ts=\(moment)&dir=\(direction)".replacing(
                    "!", with: "%21"), token: bob.token
            ).body.text("event_id")
        }
        let join = try await bob.state(of: room).first { $0.text("state_key") == bob.userID }?.eventID
        #expect(try await ask(start + 500, "f") == join)
        #expect(try await ask(seen[10].time - 500, "f") == seen[10].id)
        #expect(try await ask(seen[10].time + 500, "b") == seen[10].id)
        #expect(try await ask(seen[29].time + 1, "f") == nil)
        let visibility = try await bob.ok("GET", ["rooms", room, "state"]).arrayValue?.first {
            $0.type == "m.room.history_visibility"
        }?.eventID
        #expect(try await ask(start + 5_500, "b") == visibility)
        let plan = try await node.assembly.services.database.read { db in
            try Row.fetchAll(
                db,
                sql:
                    "EXPLAIN QUERY PLAN SELECT ord FROM event INDEXED BY event_by_time WHERE room = 1 AND ts >= 1 AND ord >= 1 AND ord <= 9 ORDER BY ts, ord LIMIT 1"
            ).map { $0["detail"] as String }
        }
        #expect(plan.allSatisfy { !$0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test("pages of relations and threads read a limited part, and their tokens lead on")
    func relations() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        let roots = [try await ann.send("one", to: room), try await ann.send("two", to: room)]
        var sent: [String] = []
        for number in 0..<12 {
            let relation: JSONValue = ["rel_type": "m.thread", "event_id": .string(roots[number < 10 ? 1 : 0])]
            sent.append(
                try await ann.send(
                    "m.room.message", ["body": "x", "m.relates_to": relation], to: room, txn: "r\(number)"))
        }
        let rowID = try await node.assembly.services.database.read { db in
            try RoomAccess(room, reader: ann.userID, in: db).room.rowID
        }
        for newestFirst in [true, false] {
            let query = RelationQuery(
                room: rowID, target: roots[1], relationType: nil, eventType: nil, depth: 1, workLimit: 4)
            var found: [Int64] = [], lower: Int64 = 0, upper: Int64 = .max, rounds = 0
            while rounds < 10 {
                let stopped = try await node.assembly.services.database.read { [lower, upper] db in
                    var found: [Int64] = []
                    let stopped = try query.walk(after: lower, upTo: upper, newestFirst: newestFirst, in: db) { ord in
                        found.append(ord)
                        return true
                    }
                    return (found, stopped)
                }
                found += stopped.0
                rounds += 1
                guard let edge = stopped.1 else { break }
                if newestFirst { upper = edge - 1 } else { lower = edge }
            }
            #expect(found.count == 10 && Set(found).count == 10)
            #expect(found == (newestFirst ? found.sorted(by: >) : found.sorted()))
            #expect(rounds == 3)
        }
        var threads: [String] = [], position: Int64? = .max, rounds = 0
        while let from = position, rounds < 10 {
            (threads, position) = try await node.assembly.services.database.read { [threads] db in
                var threads = threads
                let next = try ThreadWalk(room: rowID, reader: ann.userID, db: db, workLimit: 5).walk(from: from) {
                    thread in
                    threads.append(thread.target)
                    return true
                }
                return (threads, next)
            }
            rounds += 1
        }
        #expect(threads == roots)
        #expect(rounds == 3)
    }

    @Test("the public list has a room's size without counting its members")
    func sizes() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), eve = try await RoomUser(node, 3)
        let room = try await ann.createRoom(["visibility": "public", "preset": "public_chat", "name": "R"])
        func check(_ count: Int64) async throws {
            #expect(try await ann.ok("GET", ["publicRooms"]).list("chunk").first?["num_joined_members"] == .int(count))
            let counted = try await node.assembly.services.database.read { db in
                try Int64.fetchOne(db, sql: "SELECT count(*) FROM membership WHERE membership = 'join'")
            }
            #expect(counted == count)
        }
        try await check(1)
        try await bob.join(room)
        try await ann.invite(eve, to: room)
        try await check(2)
        try await eve.join(room)
        try await bob.ok("PUT", ["profile", bob.userID, "displayname"], ["displayname": "B"])
        try await check(3)
        try await bob.leave(room)
        try await ann.ok("POST", ["rooms", room, "ban"], ["user_id": .string(eve.userID)])
        try await check(1)
        try await bob.join(room)
        try await check(2)
    }

    @Test("a search of the public list continues after its last page")
    func publicSearch() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        for number in 0..<7 {
            _ = try await ann.createRoom([
                "visibility": "public", "name": .string(number.isMultiple(of: 2) ? "even \(number)" : "odd \(number)"),
            ])
        }
        var names: [String] = [], since: String?, pages = 0
        repeat {
            var body: JSONObject = ["filter": ["generic_search_term": "EVEN"], "limit": 3]
            body.set("since", since)
            let page = try await ann.ok("POST", ["publicRooms"], .object(body))
            names += page.list("chunk").compactMap { $0.text("name") }
            since = page.text("next_batch")
            pages += 1
        } while since != nil && pages < 5
        #expect(names == ["even 0", "even 2", "even 4", "even 6"])
        #expect(pages == 2)
    }

    @Test("reads count for the user, or for the network without a token, with a far higher limit than writes")
    func counts() async throws {
        let node = try TestNode {
            $0.rateLimits = RateLimits(
                loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: nil,
                readsPerUser: RateLimit(perSecond: 1, burst: 3))
        }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom()
        for _ in 0..<3 { _ = try await ann.messages(room) }
        let refused = try await ann.call("GET", ["rooms", room, "messages"], query: ["dir": "b"])
        #expect((refused.status, refused.errcode) == (429, "M_LIMIT_EXCEEDED"))
        #expect(refused.body["retry_after_ms"] == 1_000)
        _ = try await bob.sync()
        for _ in 0..<3 {
            #expect(try await node.send("GET", "/_matrix/client/v3/publicRooms", remote: "10.1.1.1").status == 200)
        }
        #expect(try await node.send("GET", "/_matrix/client/v3/publicRooms", remote: "10.1.1.1").status == 429)
        #expect(try await node.send("GET", "/_matrix/client/v3/publicRooms", remote: "10.1.1.2").status == 200)
        for _ in 0..<5 {
            #expect(try await node.send("GET", "/_matrix/client/versions", remote: "10.1.1.1").status == 200)
        }
        node.clock.advance(by: .seconds(1))
        _ = try await ann.messages(room)
        let standard = try #require(RateLimits.standard.readsPerUser),
            writes = try #require(RateLimits.standard.sendsPerUser)
        #expect(standard.perSecond >= 10 * writes.perSecond && standard.burst >= 10 * writes.burst)
    }
}
