import HeraldHTTP
import HeraldPeer
import SDNWire
import Synchronization

/// Counts the requests of each user, wallet and remote network. Requests above the limit receive `M_LIMIT_EXCEEDED`.
final class RateLimiter: Sendable {
    /// The subject of a limit.
    enum Subject: Hashable, Sendable {
        case loginRemote(String)
        /// Requests for one wallet from one address. Requests from elsewhere must not keep the wallet's owner out.
        case loginChallenge(remote: String, account: String)
        case loginAccount(String)
        case send(user: String)
        case read(user: String)
        /// Reads without a token.
        case readRemote(String)
        /// Reads of data that is the same for all callers, and preflight requests.
        case constantRemote(String)
        /// New accounts.
        case account(remote: String)
        /// Invitations that a user receives from strangers.
        case invitation(of: String)
        /// Invitations that a user receives from one user who shares a room with them. One companion must not use up the invitations of the others.
        case companionInvitation(of: String, by: String)
        /// Wake-ups of a waiting sync.
        case wake(user: String)
        /// Changes of a user's presence.
        case presence(user: String)
    }

    /// The factor by which data that is the same for all callers may be read more often, because such reads cost little.
    static let constants = 5.0
    /// The factor by which one companion may send more invitations than all strangers together.
    static let companions = 4.0

    private struct Bucket {
        var tokens: Double
        var filledAt: ContinuousClock.Instant
    }

    private let limits: RateLimits
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let capacity: Int
    private let buckets = Mutex<[Subject: Bucket]>([:])

    /// - Parameters:
    ///   - capacity: the most users, wallets and networks whose use is stored. Above this limit, those whose bucket is full are deleted first.
    ///   - clock: a monotonic clock. With a wall clock that is set back, a bucket would not refill for a while.
    init(limits: RateLimits, capacity: Int = 50_000, clock: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.limits = limits
        self.clock = clock
        self.capacity = capacity
    }

    /// The number of subjects that are stored; for tests.
    var count: Int { buckets.withLock(\.count) }

    /// Counts one use. A write that runs a second time is not counted again.
    /// - Parameter cost: the tokens that the use costs. It may overdraw the bucket by up to one burst, and later uses then wait longer.
    /// - Throws: `M_LIMIT_EXCEEDED` with the time to wait.
    func use(_ subject: Subject, cost: Int = 1) throws(MatrixError) {
        guard let limit = limit(of: subject), limit.perSecond > 0, !GroupCommitWriter.isRepetition else { return }
        let wait = withBucket(subject, limit) { bucket -> Duration? in
            guard bucket.tokens >= 1 else { return Self.wait(bucket, limit) }
            bucket.tokens = max(bucket.tokens - Double(cost), -limit.burst)
            return nil
        }
        if let wait { throw Self.tooMany(wait) }
    }

    /// Charges for work that an admitted use has caused. The charge may overdraw the bucket without bound. Later uses wait until the bucket has
    /// refilled.
    func charge(_ subject: Subject, _ cost: Int) {
        guard cost > 0, let limit = limit(of: subject), limit.perSecond > 0, !GroupCommitWriter.isRepetition else {
            return
        }
        withBucket(subject, limit) { $0.tokens -= Double(cost) }
    }

    /// Checks that one use is allowed, and does not count it. A write that runs a second time is not checked again, because its use was counted.
    /// - Throws: `M_LIMIT_EXCEEDED` with the time to wait.
    func requireUse(_ subject: Subject) throws(MatrixError) {
        guard let limit = limit(of: subject), limit.perSecond > 0, !GroupCommitWriter.isRepetition else { return }
        let wait = withBucket(subject, limit) { $0.tokens < 1 ? Self.wait($0, limit) : nil }
        if let wait { throw Self.tooMany(wait) }
    }

    /// Checks that the bucket is not overdrawn. Many uses may be admitted before the first one is charged.
    /// - Throws: `M_LIMIT_EXCEEDED` if the bucket is overdrawn.
    func requireNoDebt(_ subject: Subject) throws(MatrixError) {
        guard let limit = limit(of: subject), limit.perSecond > 0 else { return }
        let wait = withBucket(subject, limit) { $0.tokens < 0 ? Self.wait($0, limit) : nil }
        if let wait { throw Self.tooMany(wait) }
    }

    @discardableResult
    private func withBucket<T: Sendable>(_ subject: Subject, _ limit: RateLimit, _ body: (inout Bucket) -> T) -> T {
        let now = clock()
        return buckets.withLock { buckets in
            if buckets.count >= capacity && buckets[subject] == nil { forgetRested(&buckets, now: now) }
            var bucket = buckets[subject] ?? Bucket(tokens: limit.burst, filledAt: now)
            let elapsed = max(now - bucket.filledAt, .zero) / .seconds(1)
            bucket.tokens = min(limit.burst, bucket.tokens + elapsed * limit.perSecond)
            bucket.filledAt = now
            defer { buckets[subject] = bucket }
            return body(&bucket)
        }
    }

    /// Returns the time until the next use, in whole milliseconds.
    private static func wait(_ bucket: Bucket, _ limit: RateLimit) -> Duration {
        .milliseconds(Int64(min(((1 - bucket.tokens) / limit.perSecond * 1000).rounded(.up), 3_600_000)))
    }

    private static func tooMany(_ wait: Duration) -> MatrixError {
        MatrixError(.limitExceeded, "Too Many Requests", retryAfter: max(wait, .milliseconds(1)))
    }

    /// Waits until one use is allowed and counts it, or returns at the deadline.
    func wait(for subject: Subject, until deadline: ContinuousClock.Instant) async {
        while !Task.isCancelled, ContinuousClock.now < deadline {
            do throws(MatrixError) {
                return try use(subject)
            } catch {
                let pause = ContinuousClock.now + (error.retryAfter ?? .milliseconds(1))
                try? await Task.sleep(until: min(pause, deadline), clock: .continuous)
            }
        }
    }

    private func limit(of subject: Subject) -> RateLimit? {
        switch subject {
        case .loginRemote: limits.loginPerRemote
        case .loginChallenge, .loginAccount: limits.loginPerAccount
        case .send: limits.sendsPerUser
        case .read, .readRemote: limits.readsPerUser
        case .constantRemote: Self.looser(limits.readsPerUser, by: Self.constants)
        case .account: limits.accountsPerRemote
        case .invitation: limits.invitationsPerUser
        case .companionInvitation: Self.looser(limits.invitationsPerUser, by: Self.companions)
        case .wake: limits.wakesPerUser
        case .presence: limits.presencePerUser
        }
    }

    private static func looser(_ limit: RateLimit?, by factor: Double) -> RateLimit? {
        limit.map { RateLimit(perSecond: $0.perSecond * factor, burst: $0.burst * factor) }
    }

    private func forgetRested(_ buckets: inout [Subject: Bucket], now: ContinuousClock.Instant) {
        buckets = buckets.filter { subject, bucket in
            guard let limit = limit(of: subject) else { return false }
            return bucket.tokens + max(now - bucket.filledAt, .zero) / .seconds(1) * limit.perSecond < limit.burst
        }
        // No bucket is full, so the deletion of any bucket resets a limit. Deleting all of them is better than storing more and more.
        if buckets.count >= capacity { buckets.removeAll() }
    }
}

/// The network that a remote address counts for. Limits therefore count clients and not addresses.
///
/// A client with IPv6 can use a whole /64, so all addresses of a /64 count as one. An IPv4 address counts by itself, even if it is written as IPv6.
enum RemoteNetwork {
    /// Returns the key to count for. For a text that is no IP address, the key is the text itself.
    static func key(of address: String) -> String { NetworkAddress.key(of: address) }
}
