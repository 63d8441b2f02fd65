import Synchronization

/// The running tasks of fan-outs.
final class FanOutTasks: Sendable {
    private struct State {
        var tasks: [Int64: Task<Void, any Error>] = [:]
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Runs a fan-out. Further calls for the same fan-out return the running task.
    @discardableResult
    func start(_ id: Int64, _ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        state.withLock { state in
            if let running = state.tasks[id] { return running }
            guard !state.isStopped else {
                return Task {
                    throw NodeError(
                        .stopped, field: "node", reason: "the node continues this work when it starts again")
                }
            }
            let task = Task {
                defer { self.end(id) }
                try await work()
            }
            state.tasks[id] = task
            return task
        }
    }

    private func end(_ id: Int64) { state.withLock { $0.tasks[id] = nil } }

    /// Returns when no task runs.
    func idle() async {
        while let task = state.withLock({ $0.tasks.values.first }) { _ = await task.result }
    }

    /// Stops the tasks. Each one first ends its present step. Unfinished work stays in the database and continues at the next start.
    func stop() async {
        let running = state.withLock { state in
            state.isStopped = true
            return Array(state.tasks.values)
        }
        for task in running { task.cancel() }
        for task in running { _ = await task.result }
    }
}
