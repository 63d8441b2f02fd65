import NIOCore
import Synchronization

/// Limits on the rate at which one address gets refusals. A refusal that would exceed the rate is delayed. A refusal is a response with a
/// status of 400 or more, or a connection that is not accepted.
///
/// A refusal is cheap but not free. A client that retries at once would take processor time from clients that are served.
package struct RefusalLimits: Sendable, Hashable {
    /// The number of refusals per second for one address. An IPv6 /64 counts as one address.
    package var perSecond: Int
    /// The number of refusals that one address gets at once before ``perSecond`` applies.
    package var atOnce: Int
    /// The longest delay of a refusal.
    package var longest: Duration
    /// The number of delayed refusals for one address. Beyond it, the connection is closed instead.
    package var heldPerAddress: Int
    /// The number of delayed refusals for all addresses together. Beyond it, the connection is closed instead.
    package var held: Int

    package init(
        perSecond: Int = 200, atOnce: Int = 500, longest: Duration = .seconds(5), heldPerAddress: Int = 512,
        held: Int = 4_096
    ) {
        self.perSecond = perSecond
        self.atOnce = atOnce
        self.longest = longest
        self.heldPerAddress = heldPerAddress
        self.held = held
    }
}

/// Decides how long the refusals of each address are delayed. See ``RefusalLimits``.
final class RefusalPace: Sendable {
    enum Answer: Equatable {
        /// Send the refusal now.
        case now
        /// Send the refusal after this time, and then call ``RefusalPace/release(_:)``.
        case after(TimeAmount)
        /// Close the connection instead, because too many refusals are delayed already.
        case never
    }

    private struct Debtor {
        /// The time from which the address may again get the full number of refusals at once. Each refusal moves this time by one interval.
        var paid: NIODeadline
        var held = 0
    }

    private struct State {
        var debtors: [String: Debtor] = [:]
        /// The number of refusals that are delayed now.
        var held = 0
    }

    /// An upper bound for ``RefusalLimits/atOnce``, so that no configuration makes the calculation of a time overflow.
    private static let most = 1_000_000

    /// The largest number of stored addresses. Beyond it, addresses are deleted: first those that have their full number of refusals again,
    /// and then all that have no delayed refusal.
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

    /// Counts a refusal and returns when to send it.
    /// - Parameter key: the refused address.
    func count(_ key: String, now: NIODeadline = .now()) -> Answer {
        state.withLock { state in
            if state.debtors.count >= Self.remembered, state.debtors[key] == nil { Self.forget(&state.debtors, now) }
            var debtor = state.debtors[key] ?? Debtor(paid: now)
            defer { state.debtors[key] = debtor }
            let longest = TimeAmount(limits.longest)
            debtor.paid = min(max(debtor.paid, now) + interval, now + free + longest)
            let wait = debtor.paid - now - free
            guard wait > .zero else { return .now }
            guard debtor.held < limits.heldPerAddress, state.held < limits.held else { return .never }
            debtor.held += 1
            state.held += 1
            return .after(wait)
        }
    }

    /// Records that a delayed refusal has been sent or dropped.
    func release(_ key: String) {
        state.withLock { state in
            state.debtors[key]?.held -= 1
            state.held -= 1
        }
    }

    /// Counts one event of an address, such as a new connection.
    /// - Returns: false when the event comes too soon. This function delays nothing.
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
