import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of to-device messages (SDN sheet 7.3)")
struct ToDeviceLimitTests {
    private func send(_ user: RoomUser, _ content: JSONValue, to other: RoomUser, device: String = "B", txn: String)
        async throws -> TestNode.Answer
    {
        try await user.call(
            "PUT", ["sendToDevice", "x.y", txn],
            ["messages": .object(JSONObject([other.userID: .object(JSONObject([device: content]))]))])
    }

    private func text(_ bytes: Int) -> JSONValue { ["t": .string(String(repeating: "a", count: bytes))] }
    private func events(_ answer: JSONValue) -> [JSONValue] { answer.list("to_device", "events") }

    @Test("a hundred large messages arrive over several syncs, none of which is large", .timeLimit(.minutes(10)))
    func large() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2, deviceID: "B")
        for number in 0..<100 {
            let content: JSONValue = ["n": .int(Int64(number)), "t": .string(String(repeating: "a", count: 60_000))]
            #expect(try await send(alice, content, to: bob, txn: "\(number)").status == 200)
        }
        var since: String?, seen: [Int64] = [], rounds = 0
        while seen.count < 100, rounds < 20 {
            let answer = try await bob.sync(since: since, timeout: 50_000)
            #expect(answer.serialized().count < ToDeviceStore.bytesPerAnswer + 65_536)
            seen += events(answer).compactMap { $0.at("content", "n").intValue }
            since = answer.nextBatch
            rounds += 1
        }
        #expect(seen == Array(0..<100))
        #expect(rounds == 6)
    }

    @Test("a content over 64 KiB in its stored form is refused, however short its JSON was")
    func content() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2, deviceID: "B")
        #expect(try await send(alice, text(65_000), to: bob, txn: "1").status == 200)
        let refused = try await send(alice, text(65_536), to: bob, txn: "2")
        #expect((refused.status, refused.errcode) == (413, "M_TOO_LARGE"))
        #expect(refused.error?.hasPrefix("messages:") == true)
        // Eighteen characters are kept for each of these four.
        let numbers =
            Array(#"{"messages":{"\#(bob.userID)":{"B":{"n":[9e15"#.utf8)
            + Array(repeating: Array(",9e15".utf8), count: 4_000).joined() + Array("]}}}}".utf8)
        let answer = try await node.send(
            "PUT", "/_matrix/client/v3/sendToDevice/x.y/3", token: alice.token, bytes: numbers)
        #expect((answer.status, answer.errcode) == (413, "M_TOO_LARGE"))
        #expect(events(try await bob.sync()).count == 1)
    }

    @Test("a message to all devices that would exceed a request's limit is not sent at all")
    func star() async throws {
        let node = try TestNode { $0.userLimits.toDeviceWaiting = 100_000 }
        let alice = try await RoomUser(node, 1)
        let bobs = [try await RoomUser(node, 2, deviceID: "A"), try await RoomUser(node, 2, deviceID: "B")]
        let refused = try await send(alice, text(50_000), to: bobs[0], device: "*", txn: "1")
        #expect((refused.status, refused.errcode) == (413, "M_TOO_LARGE"))
        for bob in bobs { #expect(events(try await bob.sync()).isEmpty) }
        #expect(try await send(alice, text(40_000), to: bobs[0], device: "*", txn: "2").status == 200)
        for bob in bobs { #expect(events(try await bob.sync()).count == 1) }
    }

    @Test("attack 36: each copy of a message for a device counts as one write of its sender")
    func price() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.sendsPerUser = RateLimit(perSecond: 10, burst: 50)
        }
        let alice = try await RoomUser(node, 1)
        let bobs = try await [RoomUser](unfolding: 20) { try await RoomUser(node, 2, deviceID: "D\($0)") }
        node.clock.advance(by: .seconds(60))
        // Twenty copies of 64 KiB, twice, are 40 writes beside the two requests; after them eight are left of fifty.
        for number in 1...2 {
            #expect(try await send(alice, text(65_000), to: bobs[0], device: "*", txn: "a\(number)").status == 200)
        }
        for number in 1...8 {
            #expect(try await send(alice, text(1), to: bobs[0], device: "D1", txn: "b\(number)").status == 200)
        }
        #expect(try await send(alice, text(1), to: bobs[0], device: "D1", txn: "c").status == 429)
        node.clock.advance(by: .milliseconds(100))
        #expect(try await send(alice, text(65_000), to: bobs[0], device: "*", txn: "d").status == 429)
        #expect(events(try await bobs[3].sync()).count == 2)
    }

    @Test("attack 77: a request has a limit for all devices together, and its full size counts against the sender")
    func requestBytes() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.sendsPerUser = RateLimit(perSecond: 10, burst: 10)
        }
        let alice = try await RoomUser(node, 1)
        let bobs = try await [RoomUser](unfolding: 70) { try await RoomUser(node, 2, deviceID: "D\($0)") }
        node.clock.advance(by: .seconds(60))
        let refused = try await send(alice, text(62_000), to: bobs[0], device: "*", txn: "1")
        #expect((refused.status, refused.errcode) == (413, "M_TOO_LARGE"))
        #expect(refused.error?.contains("\(ToDeviceService.requestBytes)") == true)
        // 70 copies of 50,000 bytes are 54 writes. A burst has ten, and who owes waits for all that is owed.
        node.clock.advance(by: .seconds(60))
        #expect(try await send(alice, text(50_000), to: bobs[0], device: "*", txn: "2").status == 200)
        node.clock.advance(by: .seconds(4))
        #expect(try await send(alice, text(1), to: bobs[0], device: "D1", txn: "3").status == 429)
        node.clock.advance(by: .seconds(1))
        #expect(try await send(alice, text(1), to: bobs[0], device: "D1", txn: "4").status == 200)
    }

    @Test("a sender who floods a device loses only their own messages, and the disk does not fill")
    func flood() async throws {
        let node = try TestNode { $0.userLimits.toDeviceWaiting = 200_000 }
        let alice = try await RoomUser(node, 1), eve = try await RoomUser(node, 3),
            bob = try await RoomUser(node, 2, deviceID: "B")
        #expect(try await send(alice, ["key": "first"], to: bob, txn: "1").status == 200)
        for number in 0..<40 { #expect(try await send(eve, text(20_000), to: bob, txn: "\(number)").status == 200) }
        #expect(try await send(alice, ["key": "second"], to: bob, txn: "2").status == 200)
        await node.assembly.services.fanOutTasks.idle()
        let (waiting, noted) = try await node.assembly.services.database.read { db in
            let bytes = try Int.fetchOne(db, sql: "SELECT sum(length(content) + 1024) FROM to_device") ?? 0
            return (bytes, try Int.fetchOne(db, sql: "SELECT to_device_load FROM device WHERE device_id = 'B'") ?? 0)
        }
        #expect(waiting == noted)
        #expect((100_000...200_000).contains(waiting))
        let arrived = events(try await bob.sync())
        #expect(arrived.compactMap { $0.at("content", "key").stringValue } == ["first", "second"])
        #expect(arrived.filter { $0.text("sender") == eve.userID }.count >= 5)
    }

    @Test(
        "above the limit each sender keeps the same amount, and a sender with less keeps everything",
        arguments: [
            (100, [10, 20, 30], Int.max), (100, [10, 200, 300], 45), (100, [50, 60], 50), (90, [30, 30, 31], 30),
            (0, [5], 0), (100, [], Int.max),
        ] as [(Int, [Int], Int)])
    func shares(total: Int, weights: [Int], share: Int) {
        #expect(ToDeviceLoad.share(of: total, among: weights) == share)
    }
}

extension [RoomUser] {
    fileprivate init(unfolding count: Int, _ make: (Int) async throws -> RoomUser) async throws {
        self = []
        for number in 0..<count { append(try await make(number)) }
    }
}
