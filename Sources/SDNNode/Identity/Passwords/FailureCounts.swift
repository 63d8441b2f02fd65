/// The number of failures of many subjects, and the wait before the next attempt. Times are milliseconds of the monotonic clock.
struct FailureCounts<Subject: Hashable & Sendable>: Sendable {
    private struct Entry {
        var failures: Int
        var last: Int64
    }

    private let free: Int
    private let firstWait: Int64
    private let longestWait: Int64
    private let memory: Int64
    private let capacity: Int
    private var entries: [Subject: Entry] = [:]

    /// - Parameters:
    ///   - free: the number of failures without a wait.
    ///   - memory: the time after the last failure at which failures are forgotten.
    ///   - capacity: the most subjects that are stored.
    init(free: Int, firstWait: Int64, longestWait: Int64, memory: Int64, capacity: Int) {
        self.free = free
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.memory = memory
        self.capacity = capacity
    }

    /// The number of stored subjects.
    var count: Int { entries.count }

    /// Returns the time until the next attempt is allowed; `nil` if it is allowed now.
    func wait(_ subject: Subject, now: Int64) -> Int64? {
        guard let entry = entries[subject], now - entry.last < memory, entry.failures >= free else { return nil }
        let doublings = min(entry.failures - free, 30)
        let (wait, overflow) = firstWait.multipliedReportingOverflow(by: 1 << doublings)
        let left = entry.last + (overflow ? longestWait : min(wait, longestWait)) - now
        return left > 0 ? left : nil
    }

    /// Counts an attempt as failed. ``takeBack(_:)`` undoes it.
    mutating func count(_ subject: Subject, now: Int64) {
        if entries[subject] == nil, entries.count >= capacity { makeRoom(now: now) }
        var entry = entries[subject] ?? Entry(failures: 0, last: now)
        if now - entry.last >= memory { entry.failures = 0 }
        entry.failures += 1
        entry.last = now
        entries[subject] = entry
    }

    /// Uncounts an attempt that has not failed.
    mutating func takeBack(_ subject: Subject) {
        guard var entry = entries[subject] else { return }
        entry.failures -= 1
        entries[subject] = entry.failures > 0 ? entry : nil
    }

    mutating func forget(_ subject: Subject) { entries[subject] = nil }

    /// Deletes the subjects with the fewest failures. An attacker who fills the table with new subjects therefore does not delete the count of the
    /// attacked account.
    private mutating func makeRoom(now: Int64) {
        entries = entries.filter { now - $0.value.last < memory }
        guard entries.count >= capacity else { return }
        let ordered = entries.sorted { ($0.value.failures, $0.value.last) < ($1.value.failures, $1.value.last) }
        for (subject, _) in ordered.prefix(max(1, capacity / 4)) { entries[subject] = nil }
    }
}
