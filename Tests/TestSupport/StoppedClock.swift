import Synchronization

/// A clock that stands still until a test moves it.
package final class StoppedClock<Instant: Sendable>: Sendable {
    private let instant: Mutex<Instant>

    package init(_ start: Instant) { instant = Mutex(start) }

    package var now: Instant { instant.withLock { $0 } }

    /// The clock in the form that a configuration takes.
    package var read: @Sendable () -> Instant { { self.now } }

    package func move(_ change: @Sendable (Instant) -> Instant) { instant.withLock { $0 = change($0) } }
}

extension StoppedClock where Instant: AdditiveArithmetic {
    package func advance(by amount: Instant) { move { $0 + amount } }
}

extension StoppedClock where Instant: InstantProtocol {
    package func advance(by duration: Instant.Duration) { move { $0.advanced(by: duration) } }
}
