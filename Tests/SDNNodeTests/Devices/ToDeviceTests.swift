import HeraldJSON
import Testing
@testable import SDNNode

@Suite("To-device messages (SDN sheet 7.3)")
struct ToDeviceTests {
    private let node: TestNode

    init() throws { node = try TestNode() }

    private func send(_ user: RoomUser, _ messages: JSONValue, txn: String, type: String = "x.y") async throws {
        #expect(try await user.ok("PUT", ["sendToDevice", type, txn], ["messages": messages]) == [:])
    }

    private func to(_ user: RoomUser, _ devices: JSONValue) -> JSONValue { .object(JSONObject([user.userID: devices])) }

    private func bodies(_ answer: JSONValue) -> [Int64] {
        answer.list("to_device", "events").compactMap { $0.at("content", "n").intValue }
    }

    @Test("a message reaches one device, or all devices of a user for `*`, once for each transaction")
    func reaches() async throws {
        let alice = try await RoomUser(node, 1)
        let phone = try await RoomUser(node, 2, deviceID: "PHONE"), desk = try await RoomUser(node, 2, deviceID: "DESK")
        let one = to(phone, ["PHONE": ["n": 1], "NONE": ["n": 9]])
        for _ in 0..<2 { try await send(alice, one, txn: "1") }
        try await send(alice, to(phone, ["*": ["n": 2]]), txn: "2")
        try await send(alice, one, txn: "1", type: "x.z")
        let first = try await phone.sync()
        #expect(
            first.list("to_device", "events").first == [
                "type": "x.y", "sender": .string(alice.userID), "content": ["n": 1],
            ])
        #expect(bodies(first) == [1, 2, 1])
        #expect(bodies(try await desk.sync()) == [2])
    }

    @Test("messages are stored until the device acknowledges them with the following token")
    func acknowledged() async throws {
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2, deviceID: "B")
        let since = try await bob.sync().nextBatch
        try await send(alice, to(bob, ["B": ["n": 1]]), txn: "1")
        let answer = try await bob.sync(since: since)
        #expect(bodies(answer) == [1])
        #expect(bodies(try await bob.sync(since: since)) == [1])
        #expect(bodies(try await bob.sync(since: answer.nextBatch)) == [])
        #expect(bodies(try await bob.sync(since: since)) == [])
    }

    @Test("a token that the node has not written confirms nothing")
    func forged() async throws {
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2, deviceID: "B")
        let since = try await bob.sync().nextBatch
        try await send(alice, to(bob, ["B": ["n": 1]]), txn: "1")
        let newest = try await node.assembly.services.database.read { db in try EventStore.position(in: db) }
        for token in ["s\(newest + 1)", "s\(newest + 1)_d\(newest)", "s\(newest - 1)_d\(newest)", "s\(Int64.max)", "x"]
        {
            #expect(
                try await bob.call("GET", ["sync"], query: ["since": token, "timeout": "0"]).errcode
                    == "M_INVALID_PARAM", "\(token)")
            #expect(try await node.count("to_device", where: "device = 'B'") == 1, "\(token)")
        }
        #expect(bodies(try await bob.sync(since: since)) == [1])
    }

    @Test("more than a hundred messages come in several answers, in order and without a wait", .timeLimit(.minutes(10)))
    func many() async throws {
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2, deviceID: "B")
        var since = try await bob.sync().nextBatch
        for number in 0..<250 { try await send(alice, to(bob, ["B": ["n": .int(Int64(number))]]), txn: "\(number)") }
        var seen: [Int64] = [], rounds = 0
        while seen.count < 250, rounds < 10 {
            let answer = try await bob.sync(since: since, timeout: 50_000)
            seen += bodies(answer)
            since = answer.nextBatch
            rounds += 1
        }
        #expect(seen == Array(0..<250))
        #expect(rounds == 3)
        #expect(bodies(try await bob.sync(since: since)) == [])
    }

    @Test("a waiting poll answers when a message arrives", .timeLimit(.minutes(10)))
    func polls() async throws {
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2, deviceID: "B")
        let since = try await bob.sync().nextBatch
        async let waiting = bob.sync(since: since, timeout: 50_000)
        while node.assembly.services.notifier.waiterCount < 1 { try? await Task.sleep(for: .milliseconds(2)) }
        try await send(alice, to(bob, ["*": ["n": 1]]), txn: "1")
        #expect(try await bodies(waiting) == [1])
    }

    @Test("a malformed message is refused")
    func refused() async throws {
        let alice = try await RoomUser(node, 1)
        #expect(try await alice.call("PUT", ["sendToDevice", "t", "1"], [:]).errcode == "M_MISSING_PARAM")
        #expect(
            try await alice.call("PUT", ["sendToDevice", "t", "1"], ["messages": ["@a:b": 5]]).errcode == "M_BAD_JSON")
        #expect(
            try await alice.call("PUT", ["sendToDevice", "t", "1"], ["messages": ["@a:b": ["D": 5]]]).errcode
                == "M_BAD_JSON")
    }
}
