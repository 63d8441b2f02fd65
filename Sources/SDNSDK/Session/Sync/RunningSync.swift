import SDNWire
import Synchronization

/// A request to sync that is under way, and where it says that the user is.
struct RunningSync: Sendable {
    /// Why a request ended that was called off, to be made again.
    struct CalledOff: Error {}

    let presence: MXPresence
    let task: Task<RawJSON, any Error>
}

extension MXSession {
    /// Asks the node what is new.
    /// - Throws: ``RunningSync/CalledOff`` when the user is said to be elsewhere now, and what the request throws.
    func ask(_ request: SyncRequest, saying presence: MXPresence) async throws -> RawJSON {
        let client = sdnRestClient
        let task = Task { try await client.perform(Endpoints.sync, request, timeout: MXSession.syncTimeout, retry: .once) }
        let isLate = shared.withLock { shared in
            shared.runningSync = RunningSync(presence: presence, task: task)
            return shared.preferredSyncPresence != presence
        }
        defer { shared.withLock { $0.runningSync = nil } }
        if isLate { task.cancel() }
        do {
            return try await withTaskCancellationHandler(operation: { try await task.value }, onCancel: { task.cancel() })
        } catch {
            if task.isCancelled, !Task.isCancelled { throw RunningSync.CalledOff() }
            throw error
        }
    }

    /// Ends a request to sync that says otherwise, so that the next one says this. Nodes believe whichever request came last: one that was
    /// on its way when the user said where they are would stand against it for as long as the node lets it wait.
    func callOffSync(notSaying presence: MXPresence) {
        let running = shared.withLock { $0.runningSync }
        if let running, running.presence != presence { running.task.cancel() }
    }
}
