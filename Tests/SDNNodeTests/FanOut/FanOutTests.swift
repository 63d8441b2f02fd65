import GRDB
import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Requests with many events")
struct FanOutTests {
    private static let perTurn = 50

    @Test(
        "attack 9: one turn of the writer creates at most 50 events of a request, and all are created in the end",
        arguments: FanOutKind.ofEvents)
    func turns(kind: FanOutKind) async throws {
        let node = try TestNode(), fanOuts = node.assembly.services.fanOuts
        let many = try await FanOutCase(kind, node)
        await node.assembly.services.fanOutTasks.stop()
        var last = try await node.eventCount(), turns = 1
        _ = try await many.ask()
        while true {
            let count = try await node.eventCount()
            #expect(count > last && count - last <= Self.perTurn)
            last = count
            guard let next = try await node.pendingFanOuts().first else { break }
            _ = try await fanOuts.step(next.id, of: next.user)
            turns += 1
        }
        #expect(turns >= 3)
        #expect(try await many.made(on: node) == FanOutCase.size)
    }

    @Test(
        "attack 9: while a request creates many events, another user's write waits for at most one turn",
        arguments: FanOutKind.ofEvents)
    func stranger(kind: FanOutKind) async throws {
        // On disk there are readers beside the writer.
        let directory = try TemporaryFolder()
        let node = try TestNode { $0.storage = .directory(directory.url) }, services = node.assembly.services
        let many = try await FanOutCase(kind, node)
        let bob = try await RoomUser(node, 2), own = try await bob.createRoom()
        let start = try await node.eventCount()
        let gate = await WriterGate { body in try await services.database.write(queue: "gate", body) }
        async let answer = many.ask()
        await WriterGate.wait(for: 1) { services.database.counters }
        async let message = bob.send("x", to: own)
        await WriterGate.wait(for: 2) { services.database.counters }
        gate.release()
        let event = try await message
        #expect(try await answer.status == 200)
        await services.fanOutTasks.idle()
        #expect(try await many.made(on: node) == FanOutCase.size)
        let place = try await services.database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM event WHERE ord <= (SELECT ord FROM event WHERE event_id = ?)",
                arguments: [event])
        }
        #expect(try #require(place) > start)
        #expect(try #require(place) - start <= Self.perTurn + 1)
    }

    @Test(
        "attack 9: each event of a new name counts as a write, so the account's next write waits, and the name is set everywhere"
    )
    func debt() async throws {
        let node = try TestNode {
            $0.rateLimits = RateLimits(
                loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: RateLimit(perSecond: 10, burst: 100))
        }
        let many = try await FanOutCase(.profile, node)
        node.clock.advance(by: .seconds(60))
        #expect(try await many.ask().status == 200)
        await node.assembly.services.fanOutTasks.idle()
        #expect(try await many.made(on: node) == FanOutCase.size)
        let refused = try await many.user.call(
            "PUT", ["rooms", many.room, "send", "m.room.message", "1"], ["body": "x"])
        #expect((refused.status, refused.errcode) == (429, "M_LIMIT_EXCEEDED"))
        // 100 less 120 events, and one for the next request, at 10 a second.
        #expect(refused.body["retry_after_ms"] == 2_100)
        node.clock.advance(by: .milliseconds(2_100))
        try await many.user.send("x", to: many.room)
    }

    @Test("attack 9: simultaneous requests do not each create many events on credit")
    func credit() async throws {
        let directory = try TemporaryFolder()
        let node = try TestNode {
            $0.storage = .directory(directory.url)
            $0.rateLimits = RateLimits(
                loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: RateLimit(perSecond: 1, burst: 20))
        }
        let services = node.assembly.services
        let many = try await FanOutCase(.profile, node)
        node.clock.advance(by: .seconds(60))
        let gate = await WriterGate { body in try await services.database.write(queue: "gate", body) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<10 {
                group.addTask {
                    try await many.user.call(
                        "PUT", ["profile", many.user.userID, "displayname"], ["displayname": .string("n\(number)")]
                    ).status
                }
            }
            await WriterGate.wait(for: 10) { services.database.counters }
            gate.release()
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200] + Array(repeating: 429, count: 9))
        await services.fanOutTasks.idle()
    }

    @Test("attack 9: a later display name replaces the rest of an earlier name's work")
    func newestName() async throws {
        let node = try TestNode(), services = node.assembly.services
        let many = try await FanOutCase(.profile, node)
        await services.fanOutTasks.stop()
        let user = many.user
        try await user.ok("PUT", ["profile", user.userID, "displayname"], ["displayname": "old"])
        let overtaken = try #require(try await node.pendingFanOuts().first)
        _ = try await many.ask()
        let pending = try await node.pendingFanOuts()
        #expect(pending.count == 1)
        #expect(try await services.fanOuts.step(overtaken.id, of: user.userID) == false)
        while try await services.fanOuts.step(pending[0].id, of: user.userID) {}
        #expect(try await many.made(on: node) == FanOutCase.size)
        let old = try await services.database.read { db in
            try Int.fetchOne(
                db,
                sql:
                    "SELECT count(*) FROM event WHERE type = 'm.room.member' AND instr(CAST(content AS TEXT), '\"displayname\":\"old\"') > 0"
            )
        }
        #expect(old == Self.perTurn)
    }

    @Test("attack 9: a room that a later turn would refuse is refused in the first turn and leaves nothing")
    func refusedCreation() async throws {
        let ada = try await RoomUser(TestNode(), 1)
        func state(_ last: JSONValue) -> JSONValue {
            [
                "initial_state": .array(
                    (0..<80).map { ["type": "org.example.x", "state_key": .string("\($0)"), "content": [:]] } + [last])
            ]
        }
        for (last, code) in [
            (["type": "m.room.create", "content": [:]], "M_INVALID_ROOM_STATE"),
            (["type": "x", "content": ["half": 0.5]], "M_BAD_JSON"),
            (["type": "x", "content": ["long": .string(String(repeating: "x", count: 65_500))]], "M_TOO_LARGE"),
            (
                ["type": "m.room.member", "state_key": "@x:y", "content": ["membership": "join"]],
                "M_INVALID_ROOM_STATE"
            ),
        ] as [(JSONValue, String)] {
            #expect(try await ada.call("POST", ["createRoom"], state(last)).errcode == code)
        }
        #expect(try await ada.ok("GET", ["joined_rooms"]) == ["joined_rooms": []])
        let room = try await ada.createRoom(
            state(["type": "m.room.power_levels", "content": ["users": .object([ada.userID: 100])]]))
        #expect(try await ada.state(of: room).count == 86)
    }

    @Test("attack 9: a user who may not remove every member cannot dissolve a room")
    func refusedDissolution() async throws {
        let node = try TestNode()
        let many = try await FanOutCase(.dissolution, node), peer = try await RoomUser(node, 2)
        try await peer.join(many.room)
        try await many.user.setState(
            "m.room.power_levels", ["users": .object([many.user.userID: 100, peer.userID: 100])], in: many.room)
        let before = try await node.position()
        #expect(try await many.ask().errcode == "M_FORBIDDEN")
        #expect(try await node.position() == before)
        #expect(try await peer.ok("GET", ["publicRooms"]).list("chunk").count == 1)
    }
}
