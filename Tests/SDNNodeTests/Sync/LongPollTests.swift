import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Long polls")
struct LongPollTests {
    /// Waits until so many polls wait on the node.
    private func untilWaiting(_ node: TestNode, _ count: Int) async {
        while node.assembly.services.notifier.waiterCount < count, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test("a waiting sync answers when something happens", .timeLimit(.minutes(10)))
    func wakes() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["invite": [.string(bob.userID)]])
        let since = try await bob.sync().nextBatch
        async let waiting = bob.sync(since: since, timeout: 50_000)
        await untilWaiting(node, 1)
        try await bob.join(room)
        let joined = try await waiting
        #expect(joined.timeline(room).last?.at("content", "membership") == "join")
        async let again = bob.sync(since: joined.nextBatch, timeout: 50_000)
        await untilWaiting(node, 1)
        try await alice.send("hello", to: room)
        #expect(try await again.timeline(room).map(\.bodyText) == ["hello"])
    }

    @Test("a lock ends the account's long polls, which tell nothing of what comes after it", .timeLimit(.minutes(10)))
    func locked() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let since = try await bob.sync().nextBatch
        async let waiting = bob.call("GET", ["sync"], query: ["since": since, "timeout": "50000"])
        await untilWaiting(node, 1)
        try await AccountLocks(services: node.assembly.services, tokens: node.assembly.identity.tokens)
            .set(.lock, true, bob.userID)
        try await alice.send("after", to: room)
        let answer = try await waiting
        #expect((answer.status, answer.errcode) == (401, "M_USER_LOCKED"))
        #expect(answer.body["soft_logout"] == true)
    }

    @Test("an invitation and a kick wake the syncs of the users concerned", .timeLimit(.minutes(10)))
    func concerned() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        let since = try await bob.sync().nextBatch
        async let invited = bob.sync(since: since, timeout: 50_000)
        await untilWaiting(node, 1)
        try await alice.invite(bob, to: room)
        let invitation = try await invited
        #expect(invitation.at("rooms", "invite", room) != .null)
        async let kicked = bob.sync(since: invitation.nextBatch, timeout: 50_000)
        await untilWaiting(node, 1)
        try await alice.ok("POST", ["rooms", room, "kick"], ["user_id": .string(bob.userID)])
        #expect(try await kicked.at("rooms", "leave", room) != .null)
    }

    @Test(
        "a poll after an answer learns at once of a change that woke nobody, such as the new name of another's device",
        .timeLimit(.minutes(10)))
    func wokenByNobody() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1, deviceID: "ALICE"), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["invite": [.string(bob.userID)]])
        try await bob.join(room)
        let since = try await bob.sync().nextBatch
        try await alice.ok("PUT", ["devices", "ALICE"], ["display_name": "telephone"])
        let begin = ContinuousClock.now
        let answer = try await bob.sync(since: since, timeout: 50_000)
        #expect(answer.at("device_lists", "changed") == [.string(alice.userID)])
        #expect(ContinuousClock.now - begin < .seconds(40))
    }

    @Test("a poll for the full state answers at once, also after an answer that left nothing", .timeLimit(.minutes(10)))
    func fullState() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1)
        let room = try await alice.createRoom()
        let since = try await alice.sync().nextBatch
        let begin = ContinuousClock.now
        let answer = try await alice.sync(since: since, timeout: 50_000, fullState: true)
        #expect(answer.at("rooms", "join", room) != .null)
        #expect(ContinuousClock.now - begin < .seconds(40))
    }

    @Test("events in other rooms do not answer a poll, and its timeout does", .timeLimit(.minutes(10)))
    func timeout() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        let since = try await bob.sync().nextBatch
        async let waiting = bob.sync(since: since, timeout: 10_000)
        await untilWaiting(node, 1)
        try await alice.send("x", to: room)
        let answer = try await waiting
        #expect(answer.at("rooms", "join") == [:])
        #expect(answer.nextBatch.hasPrefix("s"))
        #expect(node.assembly.services.notifier.waiterCount == 0)
    }

    @Test("a stopping node answers all polls at once", .timeLimit(.minutes(10)))
    func shutdown() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1)
        let since = try await alice.sync().nextBatch
        async let waiting = alice.sync(since: since, timeout: 50_000)
        await untilWaiting(node, 1)
        node.assembly.services.notifier.shutdown()
        #expect(try await waiting.nextBatch == since)
        #expect(try await alice.sync(since: since, timeout: 50_000).nextBatch == since)
    }

    @Test(
        "a logout ends the polls of its token at once, and no other's", .timeLimit(.minutes(10)),
        arguments: ["logout", "logout/all"])
    func logout(path: String) async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1, deviceID: "ONE"), other = try await RoomUser(node, 1, deviceID: "TWO")
        let room = try await alice.createRoom()
        let since = try await alice.sync().nextBatch
        async let ended = alice.call("GET", ["sync"], query: ["since": since, "timeout": "50000"])
        async let kept = other.call("GET", ["sync"], query: ["since": since, "timeout": "50000"])
        await untilWaiting(node, 2)
        #expect(try await alice.call("POST", path.split(separator: "/").map(String.init)).status == 200)
        let answer = try await ended
        #expect(answer.status == 401)
        #expect(answer.errcode == "M_UNKNOWN_TOKEN")
        if path == "logout" { try await other.send("after", to: room) }
        #expect(try await kept.status == (path == "logout" ? 200 : 401))
    }

    @Test("a new login on a device ends the polls with the device's old token", .timeLimit(.minutes(10)))
    func replaced() async throws {
        let node = try TestNode()
        let old = try await RoomUser(node, 1, deviceID: "ONE")
        let since = try await old.sync().nextBatch
        async let ended = old.call("GET", ["sync"], query: ["since": since, "timeout": "50000"])
        await untilWaiting(node, 1)
        _ = try await RoomUser(node, 1, deviceID: "ONE")
        #expect(try await ended.errcode == "M_UNKNOWN_TOKEN")
    }

    @Test("a cancelled poll ends", .timeLimit(.minutes(10)))
    func cancelled() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1)
        let since = try await alice.sync().nextBatch
        let poll = Task { try await alice.sync(since: since, timeout: 50_000) }
        await untilWaiting(node, 1)
        poll.cancel()
        _ = await poll.result
        #expect(node.assembly.services.notifier.waiterCount == 0)
    }

    @Test("no wake-up is lost between many writers and one poll", .tags(.slow), .timeLimit(.minutes(10)))
    func storm() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let first = try await bob.sync().nextBatch
        let writers = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<100 { group.addTask { try await alice.send("\(index)", to: room) } }
                try await group.waitForAll()
            }
        }
        var seen: [String] = [], since = first
        while seen.count < 100 {
            let answer = try await bob.sync(
                since: since, filter: ["room": ["timeline": ["limit": 200]]], timeout: 30_000)
            #expect(answer.nextBatch != since, "a poll ran into its time-out while messages were there")
            seen += answer.timeline(room).compactMap(\.bodyText)
            since = answer.nextBatch
        }
        try await writers.value
        #expect(Set(seen).count == 100)
        #expect(seen.count == 100)
    }
}
