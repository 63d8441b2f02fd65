import HeraldLocks
import Logging

/// Counts requests against the rate limits that all processes of a database share.
///
/// A process takes tokens from the database in lots, and uses a lot without further statements. It remembers too until when a bucket is
/// empty, so that a client that is above its limit costs no statements. Requests that need a lot at the same time share one statement.
///
/// Tokens of a lot are out of the bucket, so all processes together never give more than the bucket had. A lot lives for ``lotLifetime``, or
/// until it would be refilled if that takes longer. Meanwhile the bucket refills. In a burst after a rest, `n` processes may therefore exceed
/// the limit by the lots that they still have: at most `n` sixteenths of the burst, once. In any longer time, the rate is that of the limit.
///
/// If the database does not answer within ``timeout``, or answers with an error, ``use(_:_:)`` refuses nothing. ``ClientLimiter`` counts
/// each request in memory too, so each process then has the whole limit.
final class SharedRates: Sendable {
    private struct Lot {
        var tokens = 0
        var until = Duration.zero
        /// The time from which the bucket may have tokens again, if it was empty.
        var emptyUntil = Duration.zero
    }

    private struct State {
        var lots: [LimitSubject: Lot] = [:]
        /// The buckets for the next statement, with the number of requests that wait for each.
        var wanted: [LimitSubject: Int] = [:]
        /// The requests that wait for the next statement. They receive false if there is no answer.
        var waiters = WaiterQueue<Bool>()
        var isAsking = false
        /// The number of the statement, from 1. An alarm of an earlier one has no effect.
        var statement = 0
        /// True if the database has not answered the running statement in time.
        var isLate = false
        /// The time of the next statement after an error.
        var mayAsk = Duration.zero
        /// The number of rows that this process has added since it last deleted some.
        var added = 0
    }

    private enum Decision {
        case used
        case refused(TooManyRequests)
        /// The database does not answer.
        case unknown
        case waits(Waiter<Bool>, isFirst: Bool)
    }

    /// The time for which an unused lot stays valid at least.
    private static let lotLifetime: Duration = .seconds(10)
    /// The time for which a request waits for the database.
    static let timeout: Duration = .seconds(1)
    /// The time after an error in which the database is not asked.
    private static let pause: Duration = .seconds(1)
    /// The number of times that a request waits for a lot if others use it up.
    private static let rounds = 8
    /// The number of buckets of one statement.
    private static let batch = 256

    private let limits: ServiceLimits
    private let store: any SharedLimits
    private let names: ClientNames
    private let uptime: @Sendable () -> Duration
    private let logger: Logger
    private let timeout: Duration
    private let state = Mutex(State())

    /// Creates the counter.
    /// - Parameters:
    ///   - uptime: returns the time of a monotonic clock.
    ///   - timeout: the time for which a request waits for the database. Defaults to ``timeout``.
    init(
        _ limits: ServiceLimits, store: any SharedLimits, names: ClientNames,
        uptime: @escaping @Sendable () -> Duration, logger: Logger, timeout: Duration = SharedRates.timeout
    ) {
        self.timeout = timeout
        (self.limits, self.store, self.names) = (limits, store, names)
        (self.uptime, self.logger) = (uptime, logger)
    }

    /// The number of lots in memory, for tests.
    var count: Int { state.withLock(\.lots.count) }

    /// Counts a request of a client, and of its network.
    /// - Throws: ``TooManyRequests`` if a limit is exceeded.
    func use(_ charge: ServiceCharge, _ client: String) async throws(TooManyRequests) {
        let (own, network) = LimitSubject.all(of: client, charge)
        guard limits.rate(of: own) != nil else { return }
        let subjects = [own] + (network.map { [$0] } ?? [])
        for _ in 0..<Self.rounds {
            switch state.withLock({ decide(subjects, &$0, now: uptime()) }) {
            case .used, .unknown: return
            case .refused(let refusal): throw refusal
            case .waits(let waiter, let isFirst):
                // A task of its own, because the statement is also for the requests of others, which must not end with this one.
                if isFirst { Task { await ask() } }
                guard await waiter.wait() else { return }
            }
        }
        throw own.refusal(wait: .seconds(1))
    }

    private func decide(_ subjects: [LimitSubject], _ state: inout State, now: Duration) -> Decision {
        var missing: [LimitSubject] = []
        for subject in subjects {
            let lot = state.lots[subject] ?? Lot()
            if lot.tokens > 0, now < lot.until { continue }
            if now < lot.emptyUntil {
                let seconds = ((lot.emptyUntil - now) / .seconds(1)).rounded(.up)
                return .refused(subject.refusal(wait: .seconds(Int(min(max(seconds, 1), 3_600)))))
            }
            missing.append(subject)
        }
        guard !missing.isEmpty else {
            for subject in subjects { state.lots[subject]?.tokens -= 1 }
            return .used
        }
        guard !state.isLate, now >= state.mayAsk else { return .unknown }
        for subject in missing { state.wanted[subject, default: 0] += 1 }
        defer { state.isAsking = true }
        return .waits(state.waiters.add(), isFirst: !state.isAsking)
    }

    /// Takes lots from the database as long as requests wait for them.
    private func ask() async {
        while let (number, wanted, waiters) = next() {
            let alarm = Task {
                try await Task.sleep(for: timeout)
                giveUp(number, waiters)
            }
            let answered = await take(wanted)
            alarm.cancel()
            for waiter in waiters { waiter.resume(returning: answered) }
            deleteIfMany()
        }
    }

    private func next() -> (Int, wanted: [(subject: LimitSubject, count: Int)], waiters: [Waiter<Bool>])? {
        state.withLock { state in
            state.statement += 1
            state.isLate = false
            guard !state.waiters.isEmpty else {
                state.isAsking = false
                return nil
            }
            defer { state.wanted = [:] }
            return (state.statement, state.wanted.map { ($0.key, $0.value) }, state.waiters.popAll())
        }
    }

    /// Lets the waiting requests continue without the database if the statement still runs.
    private func giveUp(_ statement: Int, _ waiters: [Waiter<Bool>]) {
        let later = state.withLock { state -> [Waiter<Bool>] in
            guard state.statement == statement else { return [] }
            state.isLate = true
            state.wanted = [:]
            return state.waiters.popAll()
        }
        for waiter in waiters + later { waiter.resume(returning: false) }
    }

    /// Takes a lot from each bucket.
    /// - Returns: false if the database did not answer.
    private func take(_ wanted: [(subject: LimitSubject, count: Int)]) async -> Bool {
        do {
            for start in stride(from: 0, to: wanted.count, by: Self.batch) {
                let part = wanted[start..<min(start + Self.batch, wanted.count)]
                let named = part.compactMap { subject, count in
                    limits.rate(of: subject).map { (subject, $0, count, name(of: subject)) }
                }
                let grants = try await store.takeTokens(
                    named.map { SharedBucket(name: $0.3, rate: $0.1, wanted: $0.2) })
                let now = uptime()
                state.withLock { state in
                    for (subject, rate, _, name) in named {
                        guard let grant = grants[name] else { continue }
                        add(grant, of: subject, rate, &state, now: now)
                    }
                }
            }
            return true
        } catch {
            state.withLock { $0.mayAsk = uptime() + Self.pause }
            logger.warning(
                "rate limits count in this process alone, because the database does not answer",
                metadata: ["reason": "\((error as? ServiceDatabaseError)?.description ?? "\(type(of: error))")"])
            return false
        }
    }

    private func add(
        _ grant: TokenGrant, of subject: LimitSubject, _ rate: ServiceLimits.Rate, _ state: inout State, now: Duration
    ) {
        if grant.isNew { state.added += 1 }
        if state.lots.count >= limits.clients, state.lots[subject] == nil { forgetOld(&state, now: now) }
        var lot = state.lots[subject] ?? Lot()
        if now >= lot.until { lot.tokens = 0 }
        if grant.tokens > 0 {
            lot.tokens += grant.tokens
            // A lot of a slow limit lives until it is refilled, so that a client loses no more with it than it gets meanwhile.
            lot.until = now + max(Self.lotLifetime, .seconds(min(Double(lot.tokens) / rate.perSecond, 86_400)))
        } else if lot.tokens == 0 {
            lot.emptyUntil = now + grant.wait
        }
        state.lots[subject] = lot
    }

    /// Deletes what is outdated. If too much remains, everything is deleted, because bounded memory matters more than the tokens of a lot.
    private func forgetOld(_ state: inout State, now: Duration) {
        state.lots = state.lots.filter { now < $0.value.emptyUntil || ($0.value.tokens > 0 && now < $0.value.until) }
        if state.lots.count >= limits.clients * 3 / 4 { state.lots.removeAll() }
    }

    private func name(of subject: LimitSubject) -> String {
        names.name(of: subject.name, for: "\(subject.kind.rawValue)/\(subject.isNetwork ? "network" : "client")")
    }

    /// Deletes rows as soon as this process has added many, because a stranger with many addresses adds them faster than the sweeper comes.
    private func deleteIfMany() {
        let isDue = state.withLock { state in
            guard state.added >= max(limits.clients / 4, 1) else { return false }
            state.added = 0
            return true
        }
        guard isDue else { return }
        // A task of its own, because requests wait for the next statement. An error is ignored, because the sweeper deletes the rows later.
        Task { try? await store.deleteUnneeded(most: limits.clients, limit: max(limits.clients / 2, 1)) }
    }
}
