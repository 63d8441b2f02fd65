import TestSupport
import Testing

@testable import HeraldLocks

@Suite("A task that waits") struct WaiterTests {
    @Test("the waiting task gets the first value, whether it comes before the wait or during it")
    func firstValue() async {
        let early = Waiter<Int>()
        #expect(!early.isOver)
        #expect(early.resume(returning: 1) && !early.resume(returning: 2))
        #expect(early.isOver)
        #expect(await early.wait() == 1)
        let late = Waiter<Int>()
        let value = Task { await late.wait() }
        await Task.yield()
        #expect(late.resume(returning: 3))
        #expect(await value.value == 3)
        #expect(late.isOver && !late.resume(returning: 4))
    }

    @Test("a cancelled task gets the value for cancelled tasks, and a later sender learns that nobody waits")
    func cancellation() async {
        for isEarly in [true, false] {
            let waiter = Waiter<String>(), begun = Waiter<Void>()
            let task = Task {
                if isEarly { await begun.wait() }
                return await waiter.wait(orWhenCancelled: "cancelled")
            }
            task.cancel()
            begun.resume()
            #expect(await task.value == "cancelled")
            #expect(!waiter.resume(returning: "late"))
        }
    }

    @Test("a value that came before the cancellation stays")
    func valueFirst() async {
        let waiter = Waiter<String>()
        waiter.resume(returning: "value")
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await waiter.wait(orWhenCancelled: "cancelled")
        }
        task.cancel()
        #expect(await task.value == "value")
    }

    @Test("a queue serves its waiters in the order of their arrival, even if some have left")
    func queue() {
        var queue = WaiterQueue<Int>(), expected: [Waiter<Int>] = [], random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            switch random.below(5) {
            case 0, 1: expected.append(queue.add())
            case 2, 3:
                let next = queue.popFirst()
                #expect(next === expected.first)
                if next != nil { expected.removeFirst() }
            default:
                guard !expected.isEmpty else { break }
                queue.remove(expected.remove(at: random.below(expected.count)))
            }
            #expect(queue.count == expected.count && queue.isEmpty == expected.isEmpty)
        }
        let rest = queue.popAll()
        #expect(rest.count == expected.count && zip(rest, expected).allSatisfy { $0 === $1 } && queue.isEmpty)
    }
}

@Suite("Locks of tasks") struct TaskLockTests {
    /// Counts how many tasks are inside, and the order in which they entered.
    private final class Log: Sendable {
        private let state = Mutex((inside: 0, most: 0, order: [Int]()))
        func enter(_ number: Int) {
            state.withLock { state in
                state.inside += 1
                state.most = max(state.most, state.inside)
                state.order.append(number)
            }
        }
        func leave() { state.withLock { $0.inside -= 1 } }
        var most: Int { state.withLock(\.most) }
        var order: [Int] { state.withLock(\.order) }
    }

    private struct Failed: Error {}

    @Test("a gate admits one task at a time, in order of arrival, after a failure and for cancelled tasks too")
    func gate() async throws {
        let gate = SerialGate(), log = Log(), (held, opened) = (Waiter<Void>(), Waiter<Void>())
        let first = Task {
            try await gate.run {
                held.resume()
                await opened.wait()
                throw Failed()
            }
        }
        await held.wait()
        var others: [Task<Void, Never>] = []
        for number in 0..<20 {
            let arrived = Waiter<Void>()
            others.append(
                Task {
                    arrived.resume()
                    await gate.run {
                        log.enter(number)
                        await Task.yield()
                        log.leave()
                    }
                })
            await arrived.wait()
        }
        others[3].cancel()
        opened.resume()
        await #expect(throws: Failed.self) { try await first.value }
        for task in others { await task.value }
        #expect(log.most == 1 && log.order.sorted() == Array(0..<20))
        #expect(await gate.run { 5 } == 5)
    }

    @Test("a task that is cancelled while it waits for its turn leaves the gate, and the others keep their order")
    func leavingGate() async throws {
        let gate = SerialGate(), log = Log(), (held, opened) = (Waiter<Void>(), Waiter<Void>())
        let first = Task {
            await gate.run {
                held.resume()
                await opened.wait()
            }
        }
        await held.wait()
        var others: [Task<Void, any Error>] = []
        for number in 0..<20 {
            others.append(
                Task {
                    try await gate.runUnlessCancelled {
                        log.enter(number)
                        await Task.yield()
                        log.leave()
                    }
                })
            while gate.waitingCount <= number { await Task.yield() }
        }
        let leaving = [0, 7, 19]
        for number in leaving {
            let other = others[number]
            other.cancel()
            await #expect(throws: CancellationError.self) { try await other.value }
        }
        #expect(gate.waitingCount == 17)
        opened.resume()
        await first.value
        let staying = (0..<20).filter { !leaving.contains($0) }
        for number in staying { try await others[number].value }
        #expect(log.most == 1 && log.order == staying)
        #expect(try await gate.runUnlessCancelled { 5 } == 5)
    }

    @Test("a turn that comes at the moment of a cancellation is not lost")
    func turnAtCancellation() async {
        let gate = SerialGate(), log = Log()
        for _ in 0..<200 {
            let (held, opened) = (Waiter<Void>(), Waiter<Void>())
            let first = Task {
                await gate.run {
                    held.resume()
                    await opened.wait()
                }
            }
            await held.wait()
            let second = Task { try? await gate.runUnlessCancelled { log.enter(1) } }
            let third = Task { await gate.run { log.enter(2) } }
            while gate.waitingCount < 2 { await Task.yield() }
            let opener = Task { _ = opened.resume() }
            second.cancel()
            await opener.value
            await first.value
            _ = await second.value
            await third.value
        }
        #expect(log.order.filter { $0 == 2 }.count == 200)
    }

    @Test("tasks with the same key take turns, and those with other keys do not wait")
    func keys() async throws {
        let lock = KeyedLock(), log = Log(), (held, opened) = (Waiter<Void>(), Waiter<Void>())
        let holder = Task {
            await lock.withLocks(["a", "b"]) {
                held.resume()
                await opened.wait()
            }
        }
        await held.wait()
        await lock.withLock("c") {
            log.enter(-1)
            log.leave()
        }
        #expect(log.order == [-1])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    await lock.withLock(number % 2 == 0 ? "a" : "b") {
                        if number % 2 == 0 { log.enter(number) }
                        await Task.yield()
                        if number % 2 == 0 { log.leave() }
                    }
                }
            }
            opened.resume()
        }
        await holder.value
        #expect(log.most == 1 && log.order.count == 11)
        await #expect(throws: Failed.self) { try await lock.withLock("a") { throw Failed() } }
        #expect(await lock.withLock("a") { 5 } == 5)
    }
}
