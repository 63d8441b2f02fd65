import NIOCore
import Synchronization

/// Says how long the refusals of each address are held back, see ``RefusalLimits``.
final class RefusalPace: Sendable {
    enum Answer: Equatable {
        /// It goes out.
        case now
        /// It goes out after this time, and ``RefusalPace/release(_:)`` follows.
        case after(TimeAmount)
        /// So many are held back already that the connection is closed instead.
        case never
    }

    private struct Debtor {
        /// The moment at which all refusals so far are paid for, were one paid for in each interval.
        var paid: NIODeadline
        var held = 0
    }

    private struct State {
        var debtors: [String: Debtor] = [:]
        /// The refusals that are held back now.
        var held = 0
    }

    /// No more than this go out at once, so that no configuration makes a time that cannot be counted.
    private static let most = 1_000_000

    /// So many addresses are remembered. With more, those that owe nothing are forgotten, and then all of whom nothing is held back.
    private static let remembered = 10_000

    private let limits: RefusalLimits
    private let interval: TimeAmount
    private let free: TimeAmount
    private let state = Mutex(State())

    init(limits: RefusalLimits) {
        self.limits = limits
        interval = .nanoseconds(1_000_000_000 / Int64(max(limits.perSecond, 1)))
        free = interval * min(max(limits.atOnce, 1), Self.most)
    }

    /// Counts a refusal.
    /// - Parameter key: the address that is refused.
    func count(_ key: String, now: NIODeadline = .now()) -> Answer {
        state.withLock { state in
            if state.debtors.count >= Self.remembered, state.debtors[key] == nil { Self.forget(&state.debtors, now) }
            var debtor = state.debtors[key] ?? Debtor(paid: now)
            defer { state.debtors[key] = debtor }
            let longest = TimeAmount.milliseconds(limits.longest)
            debtor.paid = min(max(debtor.paid, now) + interval, now + free + longest)
            let wait = debtor.paid - now - free
            guard wait > .zero else { return .now }
            guard debtor.held < limits.heldPerAddress, state.held < limits.held else { return .never }
            debtor.held += 1
            state.held += 1
            return .after(wait)
        }
    }

    /// A refusal is no longer held back.
    func release(_ key: String) {
        state.withLock { state in
            state.debtors[key]?.held -= 1
            state.held -= 1
        }
    }

    /// Counts one thing more of an address, such as a connection.
    /// - Returns: false when it comes too soon. Nothing is held back.
    func isInTime(_ key: String) -> Bool {
        switch count(key) {
        case .now: return true
        case .after:
            release(key)
            return false
        case .never: return false
        }
    }

    private static func forget(_ debtors: inout [String: Debtor], _ now: NIODeadline) {
        debtors = debtors.filter { $0.value.held > 0 || $0.value.paid > now }
        if debtors.count >= remembered { debtors = debtors.filter { $0.value.held > 0 } }
    }
}
