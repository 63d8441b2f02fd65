/// The number of failures of many subjects, and the wait before the next attempt. Times are those of the monotonic clock.
struct FailureCounts<Subject: Hashable & Sendable>: Sendable {
    private struct Entry {
        var failures: Int
        var last: ContinuousClock.Instant
    }

    private let free: Int
    private let firstWait: Duration
    private let longestWait: Duration
    private let memory: Duration
    private let capacity: Int
    private var entries: [Subject: Entry] = [:]

    /// - Parameters:
    ///   - free: the number of failures without a wait.
    ///   - memory: the time that failures are stored, counted from the last one.
    ///   - capacity: the most subjects that are stored.
    init(free: Int, firstWait: Duration, longestWait: Duration, memory: Duration, capacity: Int) {
        self.free = free
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.memory = memory
        self.capacity = capacity
    }

    /// The number of stored subjects.
    var count: Int { entries.count }

    /// Returns the time until the next attempt is allowed; `nil` if it is allowed now.
    func wait(_ subject: Subject, now: ContinuousClock.Instant) -> Duration? {
        guard let entry = entries[subject], now - entry.last < memory, entry.failures >= free else { return nil }
        let doublings = min(entry.failures - free, 30)
        let left = entry.last + wait(doublings: doublings) - now
        return left > .zero ? left : nil
    }

    private func wait(doublings: Int) -> Duration {
        // The factor is compared first, because the product of a long wait and a large factor may be too large for a duration.
        let factor = 1 << doublings
        return firstWait < longestWait / factor ? firstWait * factor : longestWait
    }

    /// Counts an attempt as failed. ``takeBack(_:)`` undoes it.
    mutating func count(_ subject: Subject, now: ContinuousClock.Instant) {
        if entries[subject] == nil, entries.count >= capacity { makeRoom(now: now) }
        var entry = entries[subject] ?? Entry(failures: 0, last: now)
        if now - entry.last >= memory { entry.failures = 0 }
        entry.failures += 1
        entry.last = now
        entries[subject] = entry
    }

    /// Takes back the count of an attempt that has not failed.
    mutating func takeBack(_ subject: Subject) {
        guard var entry = entries[subject] else { return }
        entry.failures -= 1
        entries[subject] = entry.failures > 0 ? entry : nil
    }

    mutating func forget(_ subject: Subject) { entries[subject] = nil }

    /// Deletes the subjects with the fewest failures. An attacker who fills the table with new subjects therefore does not delete the count of the
    /// attacked account.
    private mutating func makeRoom(now: ContinuousClock.Instant) {
        entries = entries.filter { now - $0.value.last < memory }
        guard entries.count >= capacity else { return }
        let ordered = entries.sorted { ($0.value.failures, $0.value.last) < ($1.value.failures, $1.value.last) }
        for (subject, _) in ordered.prefix(max(1, capacity / 4)) { entries[subject] = nil }
    }
}
