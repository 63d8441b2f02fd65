import Synchronization

/// The calls of a run that were sent before their turn.
final class CallsAhead: Sendable {
    private let transport: any ServiceTransport
    private let tasks = Mutex<[ServiceCall: Task<ServiceAnswer?, Never>]>([:])

    init(_ transport: any ServiceTransport) { self.transport = transport }

    /// Sends calls that were not sent yet.
    func start(_ calls: [ServiceCall]) {
        tasks.withLock { tasks in
            for call in calls where tasks[call] == nil {
                tasks[call] = Task { [transport] in try? await transport.send(call) }
            }
        }
    }

    /// Returns the answer to a call, once. Returns `nil` if the call was not sent before its turn, or without an answer.
    func answer(to call: ServiceCall) async -> ServiceAnswer? {
        guard let task = tasks.withLock({ $0.removeValue(forKey: call) }) else { return nil }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the calls whose answers were not needed and waits for their end, so that no call outlives its run.
    func end() async {
        let left = tasks.withLock { tasks in
            defer { tasks.removeAll() }
            return Array(tasks.values)
        }
        for task in left { task.cancel() }
        for task in left { _ = await task.value }
    }
}
