import HeraldPeer
import Synchronization

/// What a request counts as, beside being a request.
package enum ServiceCharge: Sendable, Hashable {
    /// Nothing more.
    case request
    /// It writes something that strangers can have written.
    case write
    /// It opens a transaction.
    case opening
    /// It has a wallet attested or registered.
    case wallet
    /// It holds a presentation.
    case presentation
    /// It begins the enrolment of a provider, in a transaction.
    case enrolment
    /// It names a user id.
    case person

    var opens: Bool { self == .opening || self == .enrolment }
}

/// A client did too much. The front answers with status 429 and `Retry-After`.
struct TooManyRequests: Error, Hashable {
    /// When to come back, in seconds; at least 1.
    let wait: Int
    /// What is too much, without full stop.
    let reason: String
}

/// Counts what each client does, and which transactions it has opened without going on in them.
final class ClientLimiter: Sendable {
    private enum Kind: Hashable { case request, opening, wallet, enrolment, presentation, person }

    private struct Subject: Hashable {
        /// A client, or a network of many.
        let name: String
        let isNetwork: Bool
        let kind: Kind
    }

    private struct Bucket {
        var tokens: Double
        var filled: Double
    }

    private struct Opened {
        let client: String
        var until: Double
    }

    private struct State {
        var buckets: [Subject: Bucket] = [:]
        var opened: [String: Opened] = [:]
        /// Of clients and of networks.
        var counts: [String: Int] = [:]
        /// When expired transactions were last looked for: a full table must not cost every refused request a look at all of it.
        var looked = -Double.infinity
    }

    private let limits: ServiceLimits
    private let uptime: @Sendable () -> Double
    private let state = Mutex(State())

    /// - Parameter uptime: seconds on a clock that never goes back.
    init(_ limits: ServiceLimits, uptime: @escaping @Sendable () -> Double) {
        self.limits = limits
        self.uptime = uptime
    }

    /// How many buckets and how many open transactions are remembered; for tests.
    var counts: (buckets: Int, opened: Int) { state.withLock { ($0.buckets.count, $0.opened.count) } }

    /// Counts a request of a client.
    /// - Throws: ``TooManyRequests``.
    func charge(_ charge: ServiceCharge, _ client: String) throws(TooManyRequests) {
        let now = uptime()
        let refusal: TooManyRequests? = state.withLock { state in
            if charge.opens, let full = noRoom(client, &state, now: now) { return full }
            let (kind, what): (Kind, String) = switch charge {
            case .request: (.request, "requests")
            case .write, .opening: (.opening, "transactions and offers")
            case .wallet: (.wallet, "wallets")
            case .enrolment: (.enrolment, "enrolments")
            case .presentation: (.presentation, "presentations")
            case .person: (.person, "questions about persons")
            }
            // The client first: one that is refused uses up nothing of its neighbours.
            if let wait = use(Subject(name: client, isNetwork: false, kind: kind), &state, now: now) {
                return TooManyRequests(wait: wait, reason: "too many \(what) of one address")
            }
            guard let network = NetworkAddress.network(ofKey: client) else { return nil }
            return use(Subject(name: network, isNetwork: true, kind: kind), &state, now: now)
                .map { TooManyRequests(wait: $0, reason: "too many \(what) of one network") }
        }
        if let refusal { throw refusal }
    }

    /// Remembers a transaction that a client opened.
    /// - Parameter lifetime: after which it is gone by itself, in seconds.
    func opened(_ id: String, by client: String, lifetime: Int64) {
        let until = uptime() + Double(lifetime)
        state.withLock { state in
            state.opened[id] = Opened(client: client, until: until)
            for name in Self.names(of: client) { state.counts[name, default: 0] += 1 }
        }
    }

    /// A transaction lives longer, and counts as long.
    /// - Parameter lifetime: from now on, in seconds.
    func extended(_ id: String, lifetime: Int64) {
        let until = uptime() + Double(lifetime)
        state.withLock { $0.opened[id]?.until = until }
    }

    /// Somebody went on in a transaction, or it never came to be.
    func released(_ id: String) { state.withLock { Self.release(id, &$0) } }

    private static func release(_ id: String, _ state: inout State) {
        guard let client = state.opened.removeValue(forKey: id)?.client else { return }
        for name in names(of: client) {
            guard let count = state.counts[name] else { continue }
            state.counts[name] = count > 1 ? count - 1 : nil
        }
    }

    /// A client, and the network that it is in.
    private static func names(of client: String) -> [String] { [client, NetworkAddress.network(ofKey: client)].compactMap(\.self) }

    private func noRoom(_ client: String, _ state: inout State, now: Double) -> TooManyRequests? {
        func isFull() -> TooManyRequests? {
            if state.counts[client] ?? 0 >= limits.openTransactions {
                return TooManyRequests(wait: 60, reason: "too many open transactions of one address")
            }
            let (most, isMuch) = limits.openTransactions.multipliedReportingOverflow(by: limits.networkShare)
            if let network = NetworkAddress.network(ofKey: client), !isMuch, state.counts[network] ?? 0 >= most {
                return TooManyRequests(wait: 60, reason: "too many open transactions of one network")
            }
            return state.opened.count >= limits.allOpenTransactions
                ? TooManyRequests(wait: 60, reason: "too many open transactions") : nil
        }
        guard let full = isFull(), now >= state.looked + 1 else { return isFull() }
        state.looked = now
        let over = state.opened.filter { $0.value.until <= now }.keys
        for id in over { Self.release(id, &state) }
        return over.isEmpty ? full : isFull()
    }

    /// - Returns: the seconds to wait, or `nil` when the use is counted.
    private func use(_ subject: Subject, _ state: inout State, now: Double) -> Int? {
        guard let rate = rate(of: subject) else { return nil }
        if state.buckets.count >= limits.clients, state.buckets[subject] == nil { forgetRested(&state, now: now) }
        var bucket = state.buckets[subject] ?? Bucket(tokens: rate.burst, filled: now)
        bucket.tokens = min(rate.burst, bucket.tokens + max(now - bucket.filled, 0) * rate.perSecond)
        bucket.filled = now
        defer { state.buckets[subject] = bucket }
        guard bucket.tokens >= 1 else { return Int(min(max(((1 - bucket.tokens) / rate.perSecond).rounded(.up), 1), 3_600)) }
        bucket.tokens -= 1
        return nil
    }

    private func rate(of subject: Subject) -> ServiceLimits.Rate? {
        let rate: ServiceLimits.Rate? = switch subject.kind {
        case .request: limits.requests
        case .opening: limits.openings
        case .wallet: limits.wallets
        case .enrolment: limits.enrolments
        case .presentation: limits.presentations
        case .person: limits.persons
        }
        guard subject.isNetwork, let rate else { return rate }
        let share = Double(limits.networkShare)
        return ServiceLimits.Rate(burst: rate.burst * share, perSecond: rate.perSecond * share)
    }

    /// Buckets that would be full again say nothing. Where all are busy, all are forgotten: that is kinder to others than a list without end.
    private func forgetRested(_ state: inout State, now: Double) {
        state.buckets = state.buckets.filter { subject, bucket in
            guard let rate = rate(of: subject) else { return false }
            return bucket.tokens + (now - bucket.filled) * rate.perSecond < rate.burst
        }
        if state.buckets.count >= limits.clients * 3 / 4 { state.buckets.removeAll() }
    }
}
