import Synchronization

/// The room in a table whose rows have growing numbers, and which has a capacity. Many new rows need only one count of all of them.
final class StoreRoom: Sendable {
    /// A count of the rows.
    struct Count: Sendable {
        let rows: Int
        /// The largest number of a row at that time.
        let last: Int64
    }

    /// The operations on a table that ``make(in:lock:)`` needs.
    struct Table {
        /// Returns the smallest and the largest number of a row, at little cost; `nil` if there is none. Later rows have larger numbers.
        let numbers: () throws -> ClosedRange<Int64>?
        let count: () throws -> Int
        let evict: (Int) throws -> Void
    }

    /// The part of the capacity that a full table evicts at once, so that it reads all rows for only one of many new ones.
    private static let evictedParts = 200

    private let capacity: Int
    private let counted = Mutex<Count?>(nil)

    /// - Parameter capacity: the most rows. Simultaneous requests to several instances may exceed it by a few.
    init(capacity: Int) { self.capacity = capacity }

    /// Evicts rows if the table is full. It counts only if a count from before does not show that there is room.
    /// - Parameter lock: waits until no other transaction counts and evicts. The others then see what it did.
    /// - Returns: a new count for ``note(_:)``; `nil` if none was needed.
    /// - Throws: errors of the table.
    func make(in table: Table, lock: () throws -> Void) throws -> Count? {
        if hasRoom(try table.numbers()) { return nil }
        try lock()
        if hasRoom(try table.numbers()) { return nil }
        let evicted = max(capacity / Self.evictedParts, 1)
        var rows = try table.count()
        // After a count there is room for as many rows as are evicted at once, or more.
        if rows > capacity - evicted {
            try table.evict(evicted)
            rows = max(rows - evicted, 0)
        }
        return Count(rows: rows, last: try table.numbers()?.upperBound ?? 0)
    }

    /// Remembers a count, after its transaction has been committed.
    func note(_ count: Count?) {
        if let count { counted.withLock { $0 = count } }
    }

    private func hasRoom(_ numbers: ClosedRange<Int64>?) -> Bool {
        guard let numbers else { return true }
        let most = numbers.upperBound - numbers.lowerBound + 1
        if most < Int64(capacity) { return true }
        guard let counted = counted.withLock({ $0 }) else { return false }
        // Rows that were added since the count have larger numbers.
        return Int64(counted.rows) + max(numbers.upperBound - counted.last, 0) < Int64(capacity)
    }
}
