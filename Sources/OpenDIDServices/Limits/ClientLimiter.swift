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
final class ClientLimiter: Sendable {
    private enum Kind: Hashable { case request, opening, wallet, enrolment, presentation, person }

    private struct Subject: Hashable {
        /// The name of a client, or of a network that may have many clients.
        let name: String
        let isNetwork: Bool
        let kind: Kind
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
        var buckets: [Subject: Bucket] = [:]
        var opened: [String: Opened] = [:]
        /// The open transactions of each client and network.
        var counts: [String: Int] = [:]
        /// The time of the last search for expired transactions. It limits these searches to one per second, even if every request is
        /// refused.
        var looked: Duration?
    }

    private let limits: ServiceLimits
    private let uptime: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Creates a limiter.
    /// - Parameter uptime: returns the time of a monotonic clock.
    init(_ limits: ServiceLimits, uptime: @escaping @Sendable () -> Duration) {
        self.limits = limits
        self.uptime = uptime
    }

    /// The number of buckets and of open transactions in memory, for tests.
    var counts: (buckets: Int, opened: Int) { state.withLock { ($0.buckets.count, $0.opened.count) } }

    /// Counts a request of a client.
    /// - Throws: ``TooManyRequests`` if a limit is exceeded.
    func charge(_ charge: ServiceCharge, _ client: String) throws(TooManyRequests) {
        let now = uptime()
        let refusal: TooManyRequests? = state.withLock { state in
            if charge.opens, let full = noRoom(client, &state, now: now) { return full }
            let (kind, what): (Kind, String) =
                switch charge {
                case .request: (.request, "requests")
                case .write, .opening: (.opening, "transactions and offers")
                case .wallet: (.wallet, "wallets")
                case .enrolment: (.enrolment, "enrolments")
                case .presentation: (.presentation, "presentations")
                case .person: (.person, "questions about persons")
                }
            // The limit of the client is checked before the limit of its network. A request that exceeds the client's limit therefore does
            // not count against the network.
            if let wait = use(Subject(name: client, isNetwork: false, kind: kind), &state, now: now) {
                return TooManyRequests(wait: wait, reason: "too many \(what) of one address")
            }
            guard let network = NetworkAddress.network(ofKey: client) else { return nil }
            return use(Subject(name: network, isNetwork: true, kind: kind), &state, now: now)
                .map { TooManyRequests(wait: $0, reason: "too many \(what) of one network") }
        }
        if let refusal { throw refusal }
    }

    /// Counts a transaction that a client opened.
    /// - Parameter lifetime: the time after which the transaction expires.
    func opened(_ id: String, by client: String, lifetime: Duration) {
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
            if state.counts[client] ?? 0 >= limits.openTransactions {
                return TooManyRequests(wait: .seconds(60), reason: "too many open transactions of one address")
            }
            let (most, isMuch) = limits.openTransactions.multipliedReportingOverflow(by: limits.networkFactor)
            if let network = NetworkAddress.network(ofKey: client), !isMuch, state.counts[network] ?? 0 >= most {
                return TooManyRequests(wait: .seconds(60), reason: "too many open transactions of one network")
            }
            return state.opened.count >= limits.allOpenTransactions
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
    private func use(_ subject: Subject, _ state: inout State, now: Duration) -> Duration? {
        guard let rate = rate(of: subject) else { return nil }
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

    private func rate(of subject: Subject) -> ServiceLimits.Rate? {
        let rate: ServiceLimits.Rate? =
            switch subject.kind {
            case .request: limits.requests
            case .opening: limits.openings
            case .wallet: limits.wallets
            case .enrolment: limits.enrolments
            case .presentation: limits.presentations
            case .person: limits.persons
            }
        guard subject.isNetwork, let rate else { return rate }
        let factor = Double(limits.networkFactor)
        return ServiceLimits.Rate(burst: rate.burst * factor, perSecond: rate.perSecond * factor)
    }

    /// Deletes the buckets that are full again, because a full bucket has the same effect as a new one. If too many buckets remain, all of
    /// them are deleted, because bounded memory matters more than exact counting.
    private func forgetRested(_ state: inout State, now: Duration) {
        state.buckets = state.buckets.filter { subject, bucket in
            guard let rate = rate(of: subject) else { return false }
            return bucket.tokens + (now - bucket.filled) / .seconds(1) * rate.perSecond < rate.burst
        }
        if state.buckets.count >= limits.clients * 3 / 4 { state.buckets.removeAll() }
    }
}
