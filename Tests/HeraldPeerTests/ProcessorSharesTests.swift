import Dispatch
import Synchronization
import Testing

@testable import HeraldPeer

@Suite("Processors shared among addresses") struct ProcessorSharesTests {
    private func steps(_ count: Int, _ counter: Counter? = nil) async {
        for _ in 0..<count {
            counter?.value.add(1, ordering: .relaxed)
            await Task.yield()
        }
    }

    @Test("hundreds of tasks of one address do not delay another address's task") func turns() async {
        // On one thread the turns alone decide who is next, however busy the machine is.
        let shares = ProcessorShares(processors: 1, threads: 1)
        let done = Counter(), crowd = 400, each = 200
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<crowd { group.addTask { await shares.run(for: "crowd") { await steps(each, done) } } }
            while done.value.load(ordering: .relaxed) < crowd { await Task.yield() }
            let between = await shares.run(for: "stranger") {
                let before = done.value.load(ordering: .relaxed)
                await steps(each)
                return done.value.load(ordering: .relaxed) - before
            }
            // In one queue with the crowd, each step of the stranger would wait for a step of every task of the crowd.
            #expect(between <= 2 * each)
        }
        #expect(done.value.load(ordering: .relaxed) == crowd * each)
    }

    @Test("an address whose tasks block their threads leaves a thread for others") func cap() async {
        let shares = ProcessorShares(processors: 2)
        let gate = Gate()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { await shares.run(for: "slow") { gate.wait() } } }
            await shares.run(for: "stranger") { await steps(10) }
            for _ in 0..<8 { gate.open() }
        }
    }

    @Test("work of another address does not wait for the piece that starts it") func ofAnother() async {
        let shares = ProcessorShares(processors: 1)
        let other = shares.executor(for: "other")
        await shares.run(for: "one") {
            let gate = Gate()
            let started = Task(executorPreference: other) { gate.open() }
            // The piece goes on only when the other one has run.
            gate.wait()
            await started.value
        }
    }

    @Test("a task that yields lets another thread take the task that it has started") func yields() async {
        let shares = ProcessorShares(processors: 2)
        let first = Gate(), second = Gate()
        await shares.run(for: "one") {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    first.open(); second.wait()
                }
                await Task.yield()
                // Each goes on when the other runs at the same time.
                first.wait()
                second.open()
            }
        }
    }

    @Test("a single address can use every processor") func alone() async {
        let shares = ProcessorShares(processors: 2)
        let first = Gate(), second = Gate()
        await withTaskGroup(of: Void.self) { group in
            // Each goes on when the other runs at the same time.
            group.addTask {
                await shares.run(for: "one") {
                    first.open(); second.wait()
                }
            }
            group.addTask {
                await shares.run(for: "one") {
                    second.open(); first.wait()
                }
            }
        }
    }

    @Test("tasks that one task starts run at the same time") func started() async {
        let shares = ProcessorShares(processors: 2)
        let executor = shares.executor(for: "one")
        let first = Gate(), second = Gate()
        await shares.run(for: "one") {
            #expect(ProcessorShares.hasCurrentThread)
            // Each goes on when the other runs at the same time.
            async let one: Void = Task(executorPreference: executor) {
                first.open(); second.wait()
            }.value
            async let other: Void = Task(executorPreference: executor) {
                second.open(); first.wait()
            }.value
            await one
            await other
        }
    }

    @Test("an address without tasks is forgotten") func forgotten() async {
        let shares = ProcessorShares()
        for number in 0..<1_000 { await shares.run(for: "\(number)") { await steps(2) } }
        // The last thread notes after the task went on that nothing is left.
        while shares.addresses > 0 { await Task.yield() }
    }

    @Test("an error of a task is rethrown, and a task on the executor counts for the address")
    func throwing() async throws {
        struct Fault: Error {}
        let shares = ProcessorShares()
        await #expect(throws: Fault.self) { try await shares.run(for: "a") { throw Fault() } }
        let five = await Task(executorPreference: shares.executor(for: "a")) {
            await Task.yield()
            return 5
        }.value
        #expect(five == 5)
    }

    private final class Counter: Sendable { let value = Atomic(0) }

    /// Blocks a thread, as long work does.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        func wait() { semaphore.wait() }
        func open() { semaphore.signal() }
    }
}
