/// Tasks that wait, in the order of their arrival. The lock of the queue's owner protects the queue. Waiters are resumed outside of the lock.
package struct WaiterQueue<Value: Sendable>: Sendable {
    // An array and not swift-collections' Deque, because apps build this module and would pay for the package.
    private var waiters: [Waiter<Value>] = []
    /// The index of the first waiter. The entries before it are removed only when they are half of the array, so that removing one waiter does not
    /// move all others.
    private var first = 0

    package init() {}

    package var isEmpty: Bool { first == waiters.count }
    package var count: Int { waiters.count - first }

    /// Adds a waiter at the end. Its task waits outside of the lock.
    package mutating func add() -> Waiter<Value> {
        let waiter = Waiter<Value>()
        add(waiter)
        return waiter
    }

    /// Adds a waiter at the end.
    package mutating func add(_ waiter: Waiter<Value>) { waiters.append(waiter) }

    /// Removes and returns the waiter that has waited longest.
    package mutating func popFirst() -> Waiter<Value>? {
        guard first < waiters.count else { return nil }
        let waiter = waiters[first]
        first += 1
        if first * 2 >= waiters.count {
            waiters.removeFirst(first)
            first = 0
        }
        return waiter
    }

    /// Removes and returns all waiters.
    package mutating func popAll() -> [Waiter<Value>] {
        defer { self = WaiterQueue() }
        return Array(waiters[first...])
    }

    /// Removes a waiter whose task was cancelled.
    package mutating func remove(_ waiter: Waiter<Value>) {
        guard let index = waiters[first...].firstIndex(where: { $0 === waiter }) else { return }
        waiters.remove(at: index)
    }
}
