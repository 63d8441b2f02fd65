import HeraldHTTP
import Synchronization

/// The special limit against which a request counts. Every request also counts against the general limit for requests.
package enum ServiceCharge: Sendable, Hashable {
    /// The request counts only against the general limit for requests.
    case request
    /// Requests of any client that make the server write to its database. They count against the limit of opened transactions.
    case write
    /// Requests that open a transaction. They count against the limit of opened transactions.
    case opening
    /// Requests that attest or register a wallet. They count against the limit of wallets.
    case wallet
    /// Requests with a presentation. They count against the limit of presentations.
    case presentation
    /// Requests that begin an enrolment in a transaction. They count against the limit of enrolments.
    case enrolment
    /// Requests that look up a person by a user ID. They count against the limit of such look-ups.
    case person

    var opens: Bool { self == .opening || self == .enrolment }
}

/// A client exceeded a limit. The server answers with status 429 and `Retry-After`.
struct TooManyRequests: Error, Hashable {
    /// The time after which the client may try again: whole seconds, at least 1.
    let wait: Duration
    /// The exceeded limit, without a full stop.
    let reason: String
}

/// Counts the requests of each client, and the transactions that each client has opened and not continued.
///
/// If several processes share a database, the database counts for all of them: ``SharedRates`` and ``SharedOpenings``. The rates are counted
/// in memory too, and apply to each process alone while the database does not answer.
final class ClientLimiter: Sendable {
    /// The limits that all processes count together.
    struct Shared: Sendable {
        let rates: SharedRates
        let openings: SharedOpenings
    }

    private struct Bucket {
        var tokens: Double
        var filled: Duration
    }

    private struct Opened {
        let client: String
        var until: Duration
    }

    private struct State {
        var buckets: [LimitSubject: Bucket] = [:]
        var opened: [String: Opened] = [:]
        /// The open transactions of each client and network.
        var counts: [String: Int] = [:]
        /// The time of the last search for expired transactions. It limits these searches to one per second, even if every request is
        /// refused.
        var looked: Duration?
    }

    private let limits: ServiceLimits
    private let uptime: @Sendable () -> Duration
    private let shared: Shared?
    private let state = Mutex(State())

    /// Creates a limiter.
    /// - Parameters:
    ///   - uptime: returns the time of a monotonic clock.
    ///   - shared: the limits that other processes count too. Defaults to none.
    init(_ limits: ServiceLimits, uptime: @escaping @Sendable () -> Duration, shared: Shared? = nil) {
        self.limits = limits
        self.uptime = uptime
        self.shared = shared
    }

    /// The number of buckets and of open transactions in memory, for tests.
    var counts: (buckets: Int, opened: Int) { state.withLock { ($0.buckets.count, $0.opened.count) } }

    /// Counts a request of a client, in this process and in the database if other processes share it.
    /// - Throws: ``TooManyRequests`` if a limit is exceeded. If the request opens a transaction, also ``ServiceDatabaseError``, and
    ///   ``ServicesError`` `stopped` if the database is closed.
    func admit(_ charge: ServiceCharge, _ client: String) async throws {
        try self.charge(charge, client)
        guard let shared else { return }
        if charge.opens { try await shared.openings.check(client) }
        try await shared.rates.use(charge, client)
    }

    /// Counts a request of a client in this process.
    /// - Throws: ``TooManyRequests`` if a limit is exceeded.
    func charge(_ charge: ServiceCharge, _ client: String) throws(TooManyRequests) {
        let now = uptime()
        let refusal: TooManyRequests? = state.withLock { state in
            // This process does not learn that another one continued a transaction, so it must not count them if there are others.
            if charge.opens, shared == nil, let full = noRoom(client, &state, now: now) { return full }
            // The limit of the client is checked before the limit of its network. A request that exceeds the client's limit therefore does
            // not count against the network.
            let (own, network) = LimitSubject.all(of: client, charge)
            if let wait = use(own, &state, now: now) { return own.refusal(wait: wait) }
            guard let network else { return nil }
            return use(network, &state, now: now).map { network.refusal(wait: $0) }
        }
        if let refusal { throw refusal }
    }

    /// Returns the names under which the database stores that a client opened a transaction. `nil` if it need not.
    func opener(_ client: String) -> TransactionOpener? { shared?.openings.opener(client) }

    /// Counts a transaction that a client opened.
    /// - Parameter lifetime: the time after which the transaction expires.
    func opened(_ id: String, by client: String, lifetime: Duration) {
        if let shared { return shared.openings.opened(by: client) }
        let until = uptime() + lifetime
        state.withLock { state in
            state.opened[id] = Opened(client: client, until: until)
            for name in Self.names(of: client) { state.counts[name, default: 0] += 1 }
        }
    }

    /// Extends the time for which a transaction counts as open.
    /// - Parameter lifetime: the time from now for which the transaction counts.
    func extended(_ id: String, lifetime: Duration) {
        let until = uptime() + lifetime
        state.withLock { $0.opened[id]?.until = until }
    }

    /// Stops counting a transaction, because it was continued or never created.
    func released(_ id: String) { state.withLock { Self.release(id, &$0) } }

    private static func release(_ id: String, _ state: inout State) {
        guard let client = state.opened.removeValue(forKey: id)?.client else { return }
        for name in names(of: client) {
            guard let count = state.counts[name] else { continue }
            state.counts[name] = count > 1 ? count - 1 : nil
        }
    }

    /// Returns the names of a client and of its network.
    private static func names(of client: String) -> [String] {
        [client, NetworkAddress.network(ofKey: client)].compactMap(\.self)
    }

    private func noRoom(_ client: String, _ state: inout State, now: Duration) -> TooManyRequests? {
        func isFull() -> TooManyRequests? {
            let held = state.counts[client] ?? 0
            if held >= limits.openTransactions {
                return TooManyRequests(wait: .seconds(60), reason: "too many open transactions of one address")
            }
            let ofNetwork = NetworkAddress.network(ofKey: client).flatMap { state.counts[$0] } ?? 0
            if ofNetwork >= limits.networkTransactions {
                return TooManyRequests(wait: .seconds(60), reason: "too many open transactions of one network")
            }
            return state.opened.count >= limits.mostTransactions(ifHeld: max(held, ofNetwork))
                ? TooManyRequests(wait: .seconds(60), reason: "too many open transactions") : nil
        }
        guard let full = isFull(), state.looked.map({ now >= $0 + .seconds(1) }) ?? true else { return isFull() }
        state.looked = now
        let over = state.opened.filter { $0.value.until <= now }.keys
        for id in over { Self.release(id, &state) }
        return over.isEmpty ? full : isFull()
    }

    /// Counts a request against the limit of a client or network.
    /// - Returns: the time to wait if the limit is exceeded, or `nil` if the request was counted.
    private func use(_ subject: LimitSubject, _ state: inout State, now: Duration) -> Duration? {
        guard let rate = limits.rate(of: subject) else { return nil }
        if state.buckets.count >= limits.clients, state.buckets[subject] == nil { forgetRested(&state, now: now) }
        var bucket = state.buckets[subject] ?? Bucket(tokens: rate.burst, filled: now)
        bucket.tokens = min(rate.burst, bucket.tokens + max(now - bucket.filled, .zero) / .seconds(1) * rate.perSecond)
        bucket.filled = now
        defer { state.buckets[subject] = bucket }
        guard bucket.tokens >= 1 else {
            return .seconds(Int(min(max(((1 - bucket.tokens) / rate.perSecond).rounded(.up), 1), 3_600)))
        }
        bucket.tokens -= 1
        return nil
    }

    /// Deletes the buckets that are full again, because a full bucket has the same effect as a new one. If too many buckets remain, all of
    /// them are deleted, because bounded memory matters more than exact counting.
    private func forgetRested(_ state: inout State, now: Duration) {
        state.buckets = state.buckets.filter { subject, bucket in
            guard let rate = limits.rate(of: subject) else { return false }
            return bucket.tokens + (now - bucket.filled) / .seconds(1) * rate.perSecond < rate.burst
        }
        if state.buckets.count >= limits.clients * 3 / 4 { state.buckets.removeAll() }
    }
}
