/// Budgets by name: each begins full, loses one by each use and gets one back after a while.
struct Budgets {
    private struct Budget {
        var left: Int
        var since: Int64
    }

    /// How many names are kept.
    static let capacity = 20_000

    private let size: Int
    private let seconds: Int64
    private let gain: Int
    private var used: [String: Budget] = [:]

    /// - Parameter gain: how many come back after so many seconds. Defaults to 1.
    init(size: Int, seconds: Int64, gain: Int = 1) {
        self.size = max(1, size)
        self.seconds = max(1, seconds)
        self.gain = max(1, gain)
    }

    /// Whether there is one left.
    func isOpen(_ name: String, now: Int64) -> Bool { current(name, now).left > 0 }

    mutating func use(_ name: String, now: Int64) {
        if used.count >= Self.capacity, used[name] == nil { makeRoom(now) }
        var budget = current(name, now)
        budget.left = max(0, budget.left - 1)
        used[name] = budget
    }

    /// A clock that was set back gives nothing and takes nothing.
    private func current(_ name: String, _ now: Int64) -> Budget {
        guard var budget = used[name] else { return Budget(left: size, since: now) }
        let passed = now.subtractingReportingOverflow(budget.since)
        guard !passed.overflow, passed.partialValue >= 0 else { return budget }
        let rounds = passed.partialValue / seconds
        let (gained, isMuch) = rounds.multipliedReportingOverflow(by: Int64(gain))
        guard !isMuch, gained < Int64(size - budget.left) else { return Budget(left: size, since: now) }
        budget.left += Int(gained)
        budget.since += rounds * seconds
        return budget
    }

    private mutating func makeRoom(_ now: Int64) {
        used = used.filter { current($0.key, now).left < size }
        // So many names at once are many callers, or one who makes up names: those who are kept out have to be let in.
        if used.count >= Self.capacity { used.removeAll(keepingCapacity: true) }
    }
}
