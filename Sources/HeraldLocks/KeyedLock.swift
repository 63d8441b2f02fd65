/// Lets only one task at a time work under a key. The others wait in order of arrival. A task that is cancelled while it waits still does its work.
package final class KeyedLock: Sendable {
    /// The keys whose lock is held, each with the tasks that wait for it.
    private let waiting = Mutex<[String: WaiterQueue<Void>]>([:])

    package init() {}

    /// Runs `body` while holding the lock of a key.
    package func withLock<T: Sendable>(_ key: String, _ body: () async throws -> T) async rethrows -> T {
        await acquire(key)
        defer { release(key) }
        return try await body()
    }

    /// Takes several locks. All callers must name the keys in the same order to avoid a deadlock.
    package func withLocks<T: Sendable>(_ keys: [String], _ body: () async throws -> T) async rethrows -> T {
        for key in keys { await acquire(key) }
        defer { for key in keys.reversed() { release(key) } }
        return try await body()
    }

    private func acquire(_ key: String) async {
        let waiter = waiting.withLock { waiting -> Waiter<Void>? in
            guard waiting[key] != nil else {
                waiting[key] = WaiterQueue()
                return nil
            }
            return waiting[key]?.add()
        }
        await waiter?.wait()
    }

    private func release(_ key: String) {
        let next = waiting.withLock { waiting -> Waiter<Void>? in
            let next = waiting[key]?.popFirst()
            if next == nil { waiting[key] = nil }
            return next
        }
        next?.resume()
    }
}
