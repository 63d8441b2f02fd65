import Synchronization

/// The connections and the waiting requests that all event loops of a proxy have together.
///
/// The operations have one order for all threads. A loop that frees a connection therefore sees the request that waits for it, or the request sees
/// the free connection.
final class UpstreamRoom: Sendable {
    private let connections = Atomic(0), waiting = Atomic(0)
    private let connectionLimit: Int, waitingLimit: Int

    init(_ limits: ProxyLimits) {
        (connectionLimit, waitingLimit) = (max(limits.connections, 1), max(limits.waiting, 1))
    }

    /// True if a request of any event loop waits for a connection.
    var hasWaiting: Bool { waiting.load(ordering: .sequentiallyConsistent) > 0 }

    /// Counts a connection that is to be opened.
    /// - Returns: false if there are as many as allowed.
    func takeConnection() -> Bool { Self.take(connections, limit: connectionLimit) }

    /// Records that a connection is gone, or was not opened.
    func giveConnection() { connections.subtract(1, ordering: .sequentiallyConsistent) }

    /// Counts a request that is to wait.
    /// - Returns: false if as many wait as allowed.
    func takePlace() -> Bool { Self.take(waiting, limit: waitingLimit) }

    /// Records that requests no longer wait.
    func givePlaces(_ count: Int) { waiting.subtract(count, ordering: .sequentiallyConsistent) }

    /// Adds one if the number is below the limit. A number that was added and subtracted again could hide room from another thread.
    private static func take(_ number: borrowing Atomic<Int>, limit: Int) -> Bool {
        var known = number.load(ordering: .sequentiallyConsistent)
        while known < limit {
            let result = number.weakCompareExchange(
                expected: known, desired: known + 1, ordering: .sequentiallyConsistent)
            if result.exchanged { return true }
            known = result.original
        }
        return false
    }
}
