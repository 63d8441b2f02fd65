import GRDB
import HeraldPeer
import Synchronization
import Testing
@testable import SDNNode

@Suite("Turns of writes by account")
struct WriteQueueTests {
    private final class Log: Sendable {
        private let lines = Mutex<[(queue: String, number: Int)]>([])
        var all: [(queue: String, number: Int)] { lines.withLock { $0 } }
        func add(_ queue: String, _ number: Int) { lines.withLock { $0.append((queue, number)) } }
    }

    @Test(
        "attack 9: many writes of one account do not delay another's, and each account's writes stay in order"
    )
    func fair() async throws {
        let writer = GroupCommitWriter(try DatabaseQueue())
        let gate = await WriterGate { body in try await writer.write(queue: "gate", body) }
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // One after the other, so that each queue's order is known.
            for number in 0..<300 {
                let queue = number < 298 ? "busy" : number == 298 ? "one" : "other"
                group.addTask { try await writer.write(queue: queue) { _ in log.add(queue, number) } }
                await WriterGate.wait(for: number + 1) { writer.counters }
            }
            gate.release()
            try await group.waitForAll()
        }
        let order = log.all
        #expect(order.count == 300)
        #expect(order.prefix(3).map(\.queue) == ["busy", "one", "other"])
        #expect(order.filter { $0.queue == "busy" }.map(\.number) == Array(0..<298))
    }

    @Test("attack 9: a transaction ends after 20 ms, so that its first writes do not wait for all later ones")
    func batchTime() async throws {
        // Each look at the clock is 5 ms after the one before.
        let time = Mutex(ContinuousClock.now)
        let writer = GroupCommitWriter(try DatabaseQueue()) {
            time.withLock { time in
                time = time.advanced(by: .milliseconds(5))
                return time
            }
        }
        let gate = await WriterGate { body in try await writer.write(body) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { try await writer.write(queue: "\(number)") { _ in } }
            }
            await WriterGate.wait(for: 100) { writer.counters }
            gate.release()
            try await group.waitForAll()
        }
        await writer.idle()
        #expect(writer.counters.writes == 101)
        #expect(writer.counters.commits == 1 + 100 / 4)
    }

    @Test("attack 78: if others write too, an address that has had its turn does not make them wait for the disk")
    func shortTransactions() async throws {
        let time = Mutex(ContinuousClock.now)
        let writer = GroupCommitWriter(try DatabaseQueue()) {
            time.withLock { time in
                time = time.advanced(by: .milliseconds(5))
                return time
            }
        }
        let gate = await WriterGate { body in try await writer.write(queue: "gate", body) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<11 {
                let isAnn = number == 10
                group.addTask {
                    try await writer.write(queue: "\(number)", group: isAnn ? "192.0.2.2" : "192.0.2.1") { _ in }
                }
                await WriterGate.wait(for: number + 1) { writer.counters }
            }
            gate.release()
            try await group.waitForAll()
        }
        await writer.idle()
        // The gate's; one write of each address; the other nine, four in a transaction.
        #expect(writer.counters.writes == 12 && writer.counters.commits == 1 + 1 + 3)
    }

    @Test("attack 78: many accounts of one address together have as many turns as another address's account")
    func groups() async throws {
        let writer = GroupCommitWriter(try DatabaseQueue())
        let gate = await WriterGate { body in try await writer.write(queue: "gate", body) }
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let (queue, address) = number < 99 ? ("eve\(number)", "192.0.2.1") : ("ann", "192.0.2.2")
                group.addTask { try await writer.write(queue: queue, group: address) { _ in log.add(queue, number) } }
                await WriterGate.wait(for: number + 1) { writer.counters }
            }
            gate.release()
            try await group.waitForAll()
        }
        #expect(log.all.count == 100)
        #expect(log.all.prefix(3).map(\.queue) == ["eve0", "ann", "eve1"])
    }
}
