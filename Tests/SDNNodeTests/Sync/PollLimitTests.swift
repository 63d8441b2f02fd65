import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of waiting syncs (SDN sheet 7.3)")
struct PollLimitTests {
    private func untilWaiting(_ node: TestNode, _ count: Int) async {
        while node.assembly.services.notifier.waiterCount < count, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test(
        "attack 35: if a user has too many polls, the one that waits longest is answered, and other users' polls are not",
        .timeLimit(.minutes(10)))
    func count() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let since = try await ann.sync().nextBatch, other = try await bob.sync().nextBatch
        let answered = try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                _ = try await bob.sync(since: other, timeout: 600_000)
                return "bob"
            }
            await untilWaiting(node, 1)
            for number in 0..<StreamNotifier.perUser {
                group.addTask {
                    _ = try await ann.sync(since: since, timeout: 600_000)
                    return "\(number)"
                }
                // The first one waits longest; the others come together.
                if number == 0 { await untilWaiting(node, 2) }
            }
            await untilWaiting(node, StreamNotifier.perUser + 1)
            group.addTask {
                _ = try await ann.sync(since: since, timeout: 600_000)
                return "last"
            }
            let first = try await group.next()
            #expect(node.assembly.services.notifier.waiterCount == StreamNotifier.perUser + 1)
            node.assembly.services.notifier.shutdown()
            try await group.waitForAll()
            return first
        }
        #expect(answered == "0")
    }

    @Test(
        "attack 35: a poll that is woken without result reads only a few times, and then returns the events that came meanwhile",
        .timeLimit(.minutes(10)))
    func wakes() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.wakesPerUser = RateLimit(perSecond: 10, burst: 2)
        }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let filter: JSONValue = [
            "room": ["timeline": ["types": ["org.wanted"]], "state": ["types": []], "ephemeral": ["types": []]],
            "presence": ["types": []],
        ]
        let since = try await bob.sync(filter: filter).nextBatch
        let notifier = node.assembly.services.notifier, seen = notifier.registered
        func untilLooked(_ times: Int) async {
            while notifier.registered < seen + times, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
        }
        async let waiting = bob.sync(since: since, filter: filter, timeout: 600_000)
        await untilLooked(1)
        for number in 1...2 {
            try await ann.send("\(number)", to: room)
            await untilLooked(number + 1)
        }
        // Both looks are used up, and the clock stands still.
        for number in 3...20 { try await ann.send("\(number)", to: room) }
        #expect(notifier.registered == seen + 3)
        try await ann.send("org.wanted", ["body": "x"], to: room, txn: "w")
        node.clock.advance(by: .seconds(1))
        #expect(try await waiting.timeline(room).map(\.type) == ["org.wanted"])
    }

    @Test("a waiting call continues when the rate limit allows it, or at its deadline")
    func waiting() async throws {
        let clock = TestClock()
        let limits = RateLimits(
            loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: nil,
            wakesPerUser: RateLimit(perSecond: 100, burst: 1))
        let limiter = RateLimiter(limits: limits, clock: clock.monotonic)
        await limiter.wait(for: .wake(user: "@a:x"), until: ContinuousClock.now + .seconds(60))
        let deadline = ContinuousClock.now + .milliseconds(50)
        await limiter.wait(for: .wake(user: "@a:x"), until: deadline)
        #expect(ContinuousClock.now >= deadline)
        clock.advance(by: .seconds(1))
        await limiter.wait(for: .wake(user: "@a:x"), until: ContinuousClock.now + .seconds(60))
    }
}
