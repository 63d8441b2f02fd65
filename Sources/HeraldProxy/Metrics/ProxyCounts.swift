import HeraldPeer
import Synchronization

/// Counts what a proxy does, for measurements and tests.
package final class ProxyCounts: Sendable {
    /// A number that rises and falls, with its highest value.
    package final class Level: Sendable {
        private let current = Atomic(0), highest = Atomic(0)

        /// The number now.
        package var value: Int { current.load(ordering: .relaxed) }
        /// The highest number so far.
        package var peak: Int { highest.load(ordering: .relaxed) }

        func add(_ amount: Int) {
            let value = current.add(amount, ordering: .relaxed).newValue
            if amount > 0 { highest.max(value, ordering: .relaxed) }
        }
    }

    /// The open connections to the homeserver.
    package let connections = Level()
    /// The requests that wait for a connection.
    package let waiting = Level()
    /// The requests that are being passed on.
    package let requests = Level()
    /// The bytes of bodies that are held in memory, in both directions.
    package let heldBytes = Level()
    /// The connections that were ever opened.
    package let opened = Counter()
    /// The requests that were sent again on a new connection.
    package let retried = Counter()
    /// The requests that the proxy answered itself, by reason.
    package let refusals = CounterSet<ProxyRefusal>()
    /// The answered requests, by method.
    let passedOn = PassedOnMeters()
}
