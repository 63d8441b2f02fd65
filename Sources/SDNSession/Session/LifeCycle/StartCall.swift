import SDNValues
import Synchronization

/// A call that starts to sync and waits for the first response.
final class StartCall: Sendable {
    private let flag = Mutex(false)
    /// Fulfilled when the call returns.
    let end = OneShot<Void>()

    /// True when the task of the call was cancelled.
    var isCancelled: Bool { flag.withLock { $0 } }

    func cancel() { flag.withLock { $0 = true } }
}

extension MXSession {
    /// Waits until a cancelled call that started to sync has stopped syncing, so that the session can be started again at once.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func endOfCancelledCall() async throws {
        while let call = shared.withLock({ $0.startCall }), call.isCancelled { try await call.end.value() }
    }

    /// Stops what a cancelled call has started, and brings the session back into the state before the call. If the session was paused or closed
    /// in the meantime, it stays so.
    func callOff(_ call: StartCall, to state: MXSessionState, _ filter: FilterChoice?) async {
        let (loop, facts) = shared.withLock { shared -> (Task<Void, Never>?, Task<Void, Never>?) in
            shared.startCall === call ? (shared.loop, shared.factsTask) : (nil, nil)
        }
        guard let loop else { return }
        loop.cancel()
        facts?.cancel()
        await loop.value
        await facts?.value
        await outbox.pause()
        move(to: state, from: MXSessionState.syncing) { $0.filterChoice = filter }
    }

    /// Notes that a call that started to sync returns.
    func finish(_ call: StartCall) {
        shared.withLock { shared in
            if shared.startCall === call { shared.startCall = nil }
        }
        call.end.fulfil(.success(()))
    }

    /// - Throws: ``/SDNValues/SDNSDKError`` with code `closed` after ``close()``.
    func requireNotClosed() throws(SDNSDKError) {
        guard state != .closed else {
            throw SDNSDKError(.closed, reason: "the session was closed, so create another one")
        }
    }
}
