import Synchronization

/// Counts the open requests of each client behind a trusted proxy. The proxy has a connection for each request and no connection limit.
/// Without this count, one client could use all connections.
final class RequestCounts: Sendable {
    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    init(limits: ConnectionLimits) { limit = limits.allowance(of: nil) }

    /// Counts a request. If the request is allowed, the caller calls ``end(_:)`` when the request has ended.
    /// - Parameter key: the client.
    /// - Returns: false when the client has reached its limit.
    func begin(_ key: String) -> Bool {
        counts.withLock { counts in
            let count = counts[key, default: 0]
            guard count < limit else { return false }
            counts[key] = count + 1
            return true
        }
    }

    /// The number of a client's open requests.
    func count(of key: String) -> Int { counts.withLock { $0[key] ?? 0 } }

    func end(_ key: String) {
        counts.withLock { counts in
            guard let count = counts[key] else { return }
            counts[key] = count > 1 ? count - 1 : nil
        }
    }
}
