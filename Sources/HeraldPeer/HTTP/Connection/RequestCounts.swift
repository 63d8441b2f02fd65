import Synchronization

/// Counts the requests under way of each client behind a trusted proxy. The proxy has a connection for each of them and no limit of its own,
/// so without this one client could have them all.
final class RequestCounts: Sendable {
    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    init(limits: ConnectionLimits) { limit = limits.allowance(of: nil) }

    /// Counts a request; ``end(_:)`` follows when there is room for it.
    /// - Parameter key: the client.
    /// - Returns: false when the client has as many under way as it may.
    func begin(_ key: String) -> Bool {
        counts.withLock { counts in
            let count = counts[key, default: 0]
            guard count < limit else { return false }
            counts[key] = count + 1
            return true
        }
    }

    /// The requests that a client has under way.
    func count(of key: String) -> Int { counts.withLock { $0[key] ?? 0 } }

    func end(_ key: String) {
        counts.withLock { counts in
            guard let count = counts[key] else { return }
            counts[key] = count > 1 ? count - 1 : nil
        }
    }
}
