import SDNClient
import Synchronization

/// The waits of an outbox between two tries, one for each room.
final class OutboxPauses: Sendable {
    /// The waits that may be cut short.
    private let own = Mutex<[String: Task<Void, any Error>]>([:])

    /// Waits. Returns when the time is over, when the task is cancelled, or at ``cutShort()`` unless the node asked for the wait.
    /// - Parameter isAsked: true when the node asked for the wait. It is then not cut short, even when the node can be reached.
    func wait(_ duration: Duration, forRoom roomId: String, isAsked: Bool, _ clock: RetryClock) async {
        let pause = Task { try await clock.sleep(duration) }
        if !isAsked { own.withLock { $0[roomId] = pause } }
        await withTaskCancellationHandler {
            _ = await pause.result
        } onCancel: {
            pause.cancel()
        }
        if !isAsked { own.withLock { $0[roomId] = nil } }
    }

    /// Ends the waits that the node did not ask for, because the node can be reached again.
    func cutShort() {
        for pause in own.withLock({ Array($0.values) }) { pause.cancel() }
    }
}
