import SDNWire
import Synchronization

/// Counts what each user, wallet and remote network does, and refuses what is too much with `M_LIMIT_EXCEEDED`.
final class RateLimiter: Sendable {
    /// What is limited.
    enum Subject: Hashable, Sendable {
        case loginRemote(String)
        /// One wallet as asked for from one place: what others ask for must not keep its owner out.
        case loginChallenge(remote: String, account: String)
        case loginAccount(String)
        case send(user: String)
        case read(user: String)
        /// Reading without a token.
        case readRemote(String)
        /// Reading what is the same for everybody, and preflight requests.
        case constantRemote(String)
        /// Making an account.
        case account(remote: String)
        /// Being invited by strangers.
        case invitation(of: String)
        /// A waiting sync that looks once more.
        case wake(user: String)
        /// A change of where somebody is.
        case presence(user: String)
    }

    /// What is the same for everybody costs little: it may be read so many times as often as other things.
    static let constants = 5.0

    private struct Bucket {
        var tokens: Double
        var filledAt: Int64
    }

    private let limits: RateLimits
    private let clock: @Sendable () -> Int64
    private let capacity: Int
    private let buckets = Mutex<[Subject: Bucket]>([:])

    /// - Parameters:
    ///   - capacity: how many subjects are remembered; beyond it those that are rested are forgotten first.
    ///   - clock: one that is never set, or a bucket would not fill for as long as it was set back.
    init(limits: RateLimits, capacity: Int = 50_000, clock: @escaping @Sendable () -> Int64) {
        self.limits = limits
        self.clock = clock
        self.capacity = capacity
    }

    /// How many subjects are remembered; for tests.
    var count: Int { buckets.withLock(\.count) }

    /// Counts one use. - Throws: `M_LIMIT_EXCEEDED` with the milliseconds to wait.
    /// - Parameter cost: how much the use is worth. It may overdraw the bucket by one burst; what follows then waits longer.
    func use(_ subject: Subject, cost: Int = 1) throws(MatrixError) {
        guard let limit = limit(of: subject), limit.perSecond > 0 else { return }
        let wait = withBucket(subject, limit) { bucket -> Int64? in
            guard bucket.tokens >= 1 else { return Self.wait(bucket, limit) }
            bucket.tokens = max(bucket.tokens - Double(cost), -limit.burst)
            return nil
        }
        if let wait { throw Self.tooMany(wait) }
    }

    /// Counts what a use that was let in has brought about. The bucket is overdrawn by whatever that is: the next uses wait until it is paid
    /// off.
    func charge(_ subject: Subject, _ cost: Int) {
        guard cost > 0, let limit = limit(of: subject), limit.perSecond > 0 else { return }
        withBucket(subject, limit) { $0.tokens -= Double(cost) }
    }

    /// - Throws: `M_LIMIT_EXCEEDED` while the bucket is overdrawn: many uses are let in before the first one is charged for.
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
            let elapsed = Double(max(now - bucket.filledAt, 0)) / 1000
            bucket.tokens = min(limit.burst, bucket.tokens + elapsed * limit.perSecond)
            bucket.filledAt = now
            defer { buckets[subject] = bucket }
            return body(&bucket)
        }
    }

    /// How long it takes until the next use, in milliseconds.
    private static func wait(_ bucket: Bucket, _ limit: RateLimit) -> Int64 {
        Int64(min(((1 - bucket.tokens) / limit.perSecond * 1000).rounded(.up), 3_600_000))
    }

    private static func tooMany(_ wait: Int64) -> MatrixError {
        MatrixError(.limitExceeded, "Too Many Requests", retryAfterMilliseconds: max(wait, 1))
    }

    /// Counts one use as soon as it is free, or gives up.
    func wait(for subject: Subject, until deadline: ContinuousClock.Instant) async {
        while !Task.isCancelled, ContinuousClock.now < deadline {
            do throws(MatrixError) {
                return try use(subject)
            } catch {
                let pause = ContinuousClock.now + .milliseconds(error.retryAfterMilliseconds ?? 1)
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
        case .constantRemote: limits.readsPerUser.map { RateLimit(perSecond: $0.perSecond * Self.constants, burst: $0.burst * Self.constants) }
        case .account: limits.accountsPerRemote
        case .invitation: limits.invitationsPerUser
        case .wake: limits.wakesPerUser
        case .presence: limits.presencePerUser
        }
    }

    private func forgetRested(_ buckets: inout [Subject: Bucket], now: Int64) {
        buckets = buckets.filter { subject, bucket in
            guard let limit = limit(of: subject) else { return false }
            return bucket.tokens + Double(max(now - bucket.filledAt, 0)) / 1000 * limit.perSecond < limit.burst
        }
        // Still full of busy subjects: forgetting them all is kinder than growing without bound.
        if buckets.count >= capacity { buckets.removeAll() }
    }
}
