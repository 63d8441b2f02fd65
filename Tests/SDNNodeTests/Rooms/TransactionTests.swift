import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Transaction IDs")
struct TransactionTests {
    @Test("fifty simultaneous duplicates create one event")
    func concurrent() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await alice.send("once", to: room, txn: "same") } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        let messages = try await alice.messages(room, limit: 100).list("chunk").filter { $0.type == "m.room.message" }
        #expect(messages.count == 1)
    }

    @Test("a transaction ID belongs to a user, device, room and type")
    func scope() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1, deviceID: "A"), other = try await RoomUser(node, 1, deviceID: "B"),
            bob = try await RoomUser(node, 2, deviceID: "A")
        let room = try await alice.createRoom(["preset": "public_chat"]), second = try await alice.createRoom()
        try await bob.join(room)
        let ids = [
            try await alice.send("x", to: room, txn: "1"), try await other.send("x", to: room, txn: "1"),
            try await alice.send("x", to: second, txn: "1"),
            try await alice.send("m.other", ["body": "x"], to: room, txn: "1"),
            try await bob.send("x", to: room, txn: "1"),
        ]
        #expect(Set(ids).count == 5)
        #expect(try await alice.send("something else", to: room, txn: "1") == ids[0])
    }

    @Test("only the sending device receives the transaction ID")
    func unsigned() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1, deviceID: "A"), other = try await RoomUser(node, 1, deviceID: "B"),
            bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await alice.send("x", to: room, txn: "mine")
        #expect(try await alice.sync().timeline(room).last?.at("unsigned", "transaction_id") == "mine")
        #expect(try await other.sync().timeline(room).last?.at("unsigned", "transaction_id") == .null)
        #expect(try await bob.sync().timeline(room).last?.at("unsigned", "transaction_id") == .null)
    }

    @Test("a repeated redaction changes nothing, and a refused send leaves its transaction ID free")
    func redaction() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        let event = try await alice.send("x", to: room)
        #expect(
            try await alice.redact(event, in: room, txn: "r") == (try await alice.redact(event, in: room, txn: "r")))
        #expect(try await bob.call("PUT", ["rooms", room, "send", "m.room.message", "1"], ["body": "x"]).status == 403)
        try await alice.invite(bob, to: room)
        try await bob.join(room)
        try await bob.send("x", to: room, txn: "1")
        #expect(try await alice.sync().timeline(room).last?.bodyText == "x")
    }

    @Test("a transaction ID is stored for at least a day, and later requests delete it")
    func lifetime() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1, deviceID: "A")
        let room = try await alice.createRoom()
        let event = try await alice.send("x", to: room, txn: "1")
        let sweeping = RequestHash.sweeping(
            20, endpoint: "send/\(room)/m.room.message", user: alice.userID, device: "A")
        node.clock.advance(by: .seconds(25 * 3_600))
        for id in sweeping.prefix(10) { try await alice.send(id, to: room, txn: id) }
        #expect(try await alice.send("x", to: room, txn: "1") == event)
        node.clock.advance(by: .seconds(80 * 3_600))
        for id in sweeping.suffix(10) { try await alice.send(id, to: room, txn: id) }
        #expect(try await alice.send("x", to: room, txn: "1") != event)
    }
}
