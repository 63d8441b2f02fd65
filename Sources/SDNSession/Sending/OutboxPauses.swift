import HeraldLocks
import SDNValues

/// The waits of an outbox between two tries, one for each room.
final class OutboxPauses: Sendable {
    /// The reason for a wait, which decides who may end it early.
    enum Cause {
        /// The node asked for the wait. Nothing ends it early.
        case asked
        /// The node could not be reached. A successful sync ends the wait, and so does the user.
        case unreachable
        /// The node, or something in front of it, answered with an error. A sync does not show that the next try succeeds, so only the user ends
        /// the wait.
        case failing
    }

    private struct Pause {
        let localId: String
        let cause: Cause
        let task: Task<Void, any Error>
    }
    /// The running waits, by room.
    private let running = Mutex<[String: Pause]>([:])

    /// Waits. Returns when the time is over, when the task is cancelled, or when the wait is cut short.
    /// - Parameters:
    ///   - localId: the message that waits for its next try.
    ///   - isOver: returns true when the wait is no longer needed. It is called once, after the wait can be cut short.
    func wait(
        _ duration: Duration, forRoom roomId: String, message localId: String, _ cause: Cause, _ clock: RetryClock,
        unless isOver: () -> Bool
    ) async {
        // The wait is noted in the same step in which it begins, so that it can be cut short from the beginning.
        let task = running.withLock { running in
            let task = Task { try await clock.sleep(duration) }
            running[roomId] = Pause(localId: localId, cause: cause, task: task)
            return task
        }
        if cause != .asked, isOver() { task.cancel() }
        await withTaskCancellationHandler {
            _ = await task.result
        } onCancel: {
            task.cancel()
        }
        running.withLock { $0[roomId] = nil }
    }

    /// Ends the waits for a node that could not be reached, because it can be reached again.
    func cutShort() { cutShort { $0.cause == .unreachable } }

    /// Ends the wait of a message that the user wants to send now, or no longer. A wait that the node asked for goes on, because it concerns
    /// the other messages too.
    func cutShort(for localId: String) { cutShort { $0.localId == localId && $0.cause != .asked } }

    private func cutShort(where isMeant: (Pause) -> Bool) {
        for pause in running.withLock({ Array($0.values) }) where isMeant(pause) { pause.task.cancel() }
    }
}
