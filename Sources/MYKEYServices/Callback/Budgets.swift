import MYKEYWire

/// Budgets by name. Each starts full, loses one with each use and regains some after a while.
struct Budgets {
    private struct Budget {
        var left: Int
        var since: UnixTime
    }

    /// The largest number of names.
    static let capacity = 20_000

    private let size: Int
    /// The time after which a budget regains, in whole seconds.
    private let period: Duration
    private let gain: Int
    private var used: [String: Budget] = [:]

    /// - Parameter gain: the number of uses that a budget regains every `time`, which counts in whole seconds. Defaults to 1.
    init(size: Int, every time: Duration, gain: Int = 1) {
        self.size = max(1, size)
        period = .seconds(max(1, time.components.seconds))
        self.gain = max(1, gain)
    }

    /// Returns true when the budget is not used up.
    func isOpen(_ name: String, now: UnixTime) -> Bool { current(name, now).left > 0 }

    mutating func use(_ name: String, now: UnixTime) {
        if used.count >= Self.capacity, used[name] == nil { makeRoom(now) }
        var budget = current(name, now)
        budget.left = max(0, budget.left - 1)
        used[name] = budget
    }

    /// Returns the budget at a time. A clock that was set back changes nothing.
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
        // This many names mean many callers, or one that invents names. Those who would be locked out must be let in.
        if used.count >= Self.capacity { used.removeAll(keepingCapacity: true) }
    }
}
