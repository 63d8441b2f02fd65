import SDNClient
import SDNValues
import SDNWire
import Synchronization

/// A running sync request, with the presence that it announces.
struct RunningSync: Sendable {
    /// The error of a request that was cancelled in order to be made again.
    struct CalledOff: Error {}

    let presence: MXPresence
    let task: Task<RawJSON, any Error>
}

extension MXSession {
    /// Asks the node for changes.
    /// - Throws: ``RunningSync/CalledOff`` when the user's presence has changed in the meantime, or the errors of the request.
    func ask(_ request: SyncRequest, saying presence: MXPresence) async throws -> RawJSON {
        let client = sdnRestClient
        let task = Task {
            try await client.perform(Endpoints.sync, request, timeout: MXSession.syncTimeout, retry: .once)
        }
        let isLate = shared.withLock { shared in
            shared.runningSync = RunningSync(presence: presence, task: task)
            return shared.preferredSyncPresence != presence
        }
        defer { shared.withLock { $0.runningSync = nil } }
        if isLate { task.cancel() }
        do {
            return try await withTaskCancellationHandler(
                operation: { try await task.value }, onCancel: { task.cancel() })
        } catch {
            if task.isCancelled, !Task.isCancelled { throw RunningSync.CalledOff() }
            throw error
        }
    }

    /// Cancels a sync request that announces another presence, so that the next one announces this one. Nodes use the presence of the latest request.
    /// A request that was running when the user changed the presence would contradict it for as long as the node lets it wait.
    func callOffSync(notSaying presence: MXPresence) {
        let running = shared.withLock { $0.runningSync }
        if let running, running.presence != presence { running.task.cancel() }
    }
}
