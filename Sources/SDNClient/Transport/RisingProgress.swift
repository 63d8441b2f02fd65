import Synchronization

/// Progress that never falls. A request that is sent again begins anew, which a progress bar should not show.
final class RisingProgress: Sendable {
    private let highest = Mutex(TransportProgress())

    /// Returns a handler that passes progress to `handler` only when it is greater than all before.
    static func over(_ handler: @escaping TransportProgressHandler) -> TransportProgressHandler {
        let rising = RisingProgress()
        return { step in
            if let step = rising.raised(by: step) { handler(step) }
        }
    }

    private func raised(by step: TransportProgress) -> TransportProgress? {
        highest.withLock { highest in
            var next = step
            next.bytesSent = max(step.bytesSent, highest.bytesSent)
            next.bytesReceived = max(step.bytesReceived, highest.bytesReceived)
            next.bytesExpected = (step.bytesExpected ?? highest.bytesExpected).map { max($0, next.bytesReceived) }
            guard next != highest else { return nil }
            highest = next
            return next
        }
    }
}
