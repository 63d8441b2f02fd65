import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

/// What the node remembers of rooms must never admit or refuse a message that the state would not.
@Suite("Cached facts about rooms")
struct RoomMemoryTests {
    /// A room of two, in which Ben has written.
    private struct Scene {
        let node: TestNode
        let ada: RoomUser, ben: RoomUser
        let room: String

        init() async throws {
            node = try TestNode()
            ada = try await RoomUser(node, 1)
            ben = try await RoomUser(node, 2)
            room = try await ada.createRoom(["preset": "public_chat"])
            try await ben.join(room)
            try await ben.send("first", to: room)
            try await ada.send("second", to: room)
        }

        var memory: RoomMemory { node.assembly.services.push.rooms }

        func tries(_ text: String) async throws -> Int {
            try await ben.call(
                "PUT", ["rooms", room, "send", "m.room.message", text], ["msgtype": "m.text", "body": .string(text)]
            ).status
        }

        /// Sends requests whose writes share one transaction, in this order.
        func together(_ requests: [@Sendable () async throws -> Int]) async throws -> [Int] {
            let database = node.assembly.services.database
            let gate = await WriterGate { body in try await database.write(queue: "gate", body) }
            return try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for (number, request) in requests.enumerated() {
                    group.addTask { (number, try await request()) }
                    await WriterGate.wait(for: number + 1) { database.counters }
                }
                gate.release()
                var statuses = requests.map { _ in 0 }
                for try await (number, status) in group { statuses[number] = status }
                return statuses
            }
        }

        func levels(_ eventsDefault: Int64) async throws -> Int {
            let levels: JSONValue = ["users": [ada.userID: 100], "events_default": .int(eventsDefault)]
            return try await ada.call("PUT", ["rooms", room, "state", "m.room.power_levels", ""], levels).status
        }

        func kick() async throws -> Int {
            try await ada.call("POST", ["rooms", room, "kick"], ["user_id": .string(ben.userID)]).status
        }

        /// Runs a write on the room that fails after its changes.
        func fail(_ drafts: [EventDraft]) async throws {
            let services = node.assembly.services, now = node.clock.read(), room = room
            await #expect(throws: CancellationError.self) {
                try await services.database.write { db in
                    var log = RoomLog(db, room: try RoomRecord.require(room, in: db), now: now, push: services.push)
                    for draft in drafts { try log.append(draft) }
                    throw CancellationError()
                }
            }
        }
    }

    @Test func `senders are remembered after their messages and forgotten after a change of the state`() async throws {
        let scene = try await Scene()
        #expect(scene.memory.senders == 2)
        try await scene.ada.setState("m.room.topic", ["topic": "T"], in: scene.room)
        #expect(scene.memory.senders == 0)
        #expect(try await scene.tries("third") == 200)
        #expect(scene.memory.senders == 1)
    }

    @Test func `new power levels apply to the next message of the same transaction`() async throws {
        let scene = try await Scene()
        let statuses = try await scene.together([
            { try await scene.tries("before") }, { try await scene.levels(50) }, { try await scene.tries("after") },
        ])
        #expect(statuses == [200, 200, 403])
        #expect(try await scene.tries("later") == 403)
        #expect(try await scene.levels(0) == 200)
        #expect(try await scene.tries("at last") == 200)
    }

    @Test func `a member who was removed writes nothing more, in the same transaction and later`() async throws {
        let scene = try await Scene()
        let statuses = try await scene.together([
            { try await scene.tries("before") }, { try await scene.kick() }, { try await scene.tries("after") },
        ])
        #expect(statuses == [200, 200, 403])
        #expect(try await scene.tries("later") == 403)
        try await scene.ben.join(scene.room)
        #expect(try await scene.tries("again") == 200)
    }

    @Test func `a change of the state that is undone changes nothing, and messages around it run again`() async throws {
        let scene = try await Scene()
        let levels: JSONObject = ["users": [scene.ada.userID: 100], "events_default": 50]
        let change = EventDraft(type: "m.room.power_levels", stateKey: "", sender: scene.ada.userID, content: levels)
        let statuses = try await scene.together([
            { try await scene.tries("before") },
            {
                try await scene.fail([change])
                return 0
            }, { try await scene.tries("after") },
        ])
        #expect(statuses == [200, 0, 200])
        #expect(try await scene.tries("later") == 200)
        // Alone in its transaction, the change is undone in another way.
        try await scene.fail([change])
        #expect(try await scene.tries("at last") == 200)
        // The proof of a message is what is stored, not what was undone.
        let unknown = try await scene.node.assembly.services.database.read { db in
            try Row.fetchAll(db, sql: "SELECT room, auth FROM event WHERE type = 'm.room.message'").filter { row in
                try (row["auth"] as String).split(separator: ",").contains { ord in
                    try EventStore.event(room: row["room"], ord: Int64(ord) ?? -1, in: db)?.stateKey == nil
                }
            }.count
        }
        #expect(unknown == 0)
    }

    @Test func `a message after an undone write of the same sender is proved by the stored state`() async throws {
        let scene = try await Scene()
        // The undone write changes the state and then sends: the message must not be remembered with the undone state.
        let change = EventDraft(
            type: "m.room.power_levels", stateKey: "", sender: scene.ada.userID,
            content: ["users": [scene.ada.userID: 100], "events_default": 50])
        let message = EventDraft(type: "m.room.message", sender: scene.ada.userID, content: ["body": "x"])
        try await scene.fail([change, message])
        #expect(scene.memory.senders == 0)
        #expect(try await scene.tries("still allowed") == 200)
    }

    @Test func `a redaction of the power levels applies to the next message`() async throws {
        let scene = try await Scene()
        #expect(try await scene.levels(50) == 200)
        try await scene.ada.send("fills the cache", to: scene.room)
        #expect(try await scene.tries("refused") == 403)
        let levels: JSONValue = [
            "users": [scene.ada.userID: 100], "events": ["m.room.message": 0], "events_default": 50,
        ]
        let event = try await scene.ada.setState("m.room.power_levels", levels, in: scene.room)
        #expect(try await scene.tries("allowed") == 200)
        #expect(scene.memory.senders > 0)
        try await scene.ada.redact(event, in: scene.room, txn: "r")
        #expect(scene.memory.senders == 0)
    }

    @Test func `a user who changes a push rule is notified by the new rules at once, in a room that is remembered`()
        async throws
    {
        let scene = try await Scene()
        func own() async throws -> Int {
            try await scene.node.assembly.services.database.read { db in
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM notified_user WHERE user = ?", arguments: [scene.ben.userID]) ?? 0
            }
        }
        try await scene.ada.send("as always", to: scene.room)
        let before = try await own()
        try await scene.ben.ok(
            "PUT", ["pushrules", "global", "content", "word"], ["pattern": "cake", "actions": ["notify"]])
        try await scene.ada.send("cake is ready", to: scene.room)
        #expect(try await own() == before + 1)
    }

    @Test func `a member with a new name is named by it, and no longer by the old one`() async throws {
        let scene = try await Scene()
        func highlights() async throws -> Int {
            try await scene.node.assembly.services.database.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM notified_user WHERE is_highlight") ?? 0
            }
        }
        try await scene.ada.send("Zebulon, are you there?", to: scene.room)
        #expect(try await highlights() == 0)
        try await scene.ben.setState(
            "m.room.member", key: scene.ben.userID, ["membership": "join", "displayname": "Zebulon"], in: scene.room)
        try await scene.ada.send("Zebulon, are you there now?", to: scene.room)
        #expect(try await highlights() == 1)
        try await scene.ben.setState(
            "m.room.member", key: scene.ben.userID, ["membership": "join", "displayname": "Ben"], in: scene.room)
        try await scene.ada.send("Zebulon, are you still there?", to: scene.room)
        #expect(try await highlights() == 1)
    }
}
