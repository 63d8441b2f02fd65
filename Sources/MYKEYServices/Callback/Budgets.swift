import MYKEYWire

/// Counters that limit how often each name may do something. Each counter starts full, loses one with each use, and regains some after a
/// time.
struct Budgets {
    private struct Budget {
        var left: Int
        var since: UnixTime
    }

    /// The most names that are stored.
    static let capacity = 20_000

    private let size: Int
    /// The time after which a counter regains uses, in whole seconds.
    private let period: Duration
    private let gain: Int
    private var used: [String: Budget] = [:]

    /// Creates the counters.
    /// - Parameter gain: the number of uses that a counter regains every `time`, which counts in whole seconds. Defaults to 1.
    init(size: Int, every time: Duration, gain: Int = 1) {
        self.size = max(1, size)
        period = .seconds(max(1, time.components.seconds))
        self.gain = max(1, gain)
    }

    /// True if the counter of a name is not used up.
    func isOpen(_ name: String, now: UnixTime) -> Bool { current(name, now).left > 0 }

    mutating func use(_ name: String, now: UnixTime) {
        if used.count >= Self.capacity, used[name] == nil { makeRoom(now) }
        var budget = current(name, now)
        budget.left = max(0, budget.left - 1)
        used[name] = budget
    }

    /// Returns the counter of a name at a time. If the clock was set back, the counter is unchanged.
    private func current(_ name: String, _ now: UnixTime) -> Budget {
        guard var budget = used[name] else { return Budget(left: size, since: now) }
        guard now >= budget.since else { return budget }
        let (passed, isLong) = now.seconds.subtractingReportingOverflow(budget.since.seconds)
        guard !isLong else { return Budget(left: size, since: now) }
        let rounds = passed / period.components.seconds
        let (gained, isMuch) = rounds.multipliedReportingOverflow(by: Int64(gain))
        guard !isMuch, gained < Int64(size - budget.left) else { return Budget(left: size, since: now) }
        budget.left += Int(gained)
        budget.since = budget.since + period * rounds
        return budget
    }

    private mutating func makeRoom(_ now: UnixTime) {
        used = used.filter { current($0.key, now).left < size }
        // If there are this many names, there are many callers, or one caller that invents names. All counters are then reset, so that
        // honest callers are not locked out.
        if used.count >= Self.capacity { used.removeAll(keepingCapacity: true) }
    }
}
