import HeraldHTTP
import HeraldLocks

/// Slows down clients that guess the token of the operator or of the servers. After ``free`` wrong tokens from an address, the answer to
/// each further wrong token is delayed.
///
/// A token has 128 bits, so guessing it is hopeless at any speed. The delays only limit the load that guessing causes. A request with the
/// right token is never delayed, even from an address that has sent wrong tokens.
///
/// If several processes share a database, they count together. Only wrong tokens need a statement: each one until the delay has its full
/// length, and then every sixteenth. While the database does not answer, each process counts alone.
final class TokenGuesses: Sendable {
    /// The counts of all processes.
    struct Shared: Sendable {
        let store: any SharedLimits
        let names: ClientNames
        /// The time for which an answer waits for the database.
        var timeout = SharedRates.timeout
    }

    private struct Guesser {
        var wrong: Int
        var last: Duration
    }

    private struct State {
        var guessers: [String: Guesser] = [:]
        var waiting = 0
    }

    /// The number of wrong tokens from one address that are answered without delay.
    static let free = 5
    /// The longest delay of an answer.
    static let longest: Duration = .seconds(4)
    /// The time without a wrong token after which the count of an address starts again from 0.
    static let memory: Duration = .seconds(900)
    /// The number of answers that may be delayed at the same time, for all addresses together. Further answers are sent immediately.
    static let waitingLimit = 256
    private static let guesserLimit = 10_000
    /// The number of wrong tokens after which the delay has its full length.
    private static let slowest = 11
    /// The number of wrong tokens that are stored with one statement if the delay has its full length.
    private static let lot = 16
    /// The largest count of an address.
    private static let most = 1_024

    private let uptime: @Sendable () -> Duration
    private let pause: @Sendable (Duration) async -> Void
    private let shared: Shared?
    private let state = Mutex(State())

    /// Creates the counter of wrong tokens.
    /// - Parameters:
    ///   - uptime: returns the time of a monotonic clock.
    ///   - shared: the counts of all processes. Defaults to none.
    ///   - pause: waits for the given time.
    init(
        uptime: @escaping @Sendable () -> Duration, shared: Shared? = nil,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.uptime = uptime
        self.shared = shared
        self.pause = pause
    }

    /// Counts a request that was refused because of its token, and waits before the answer. A request without a token does not count.
    func slow(_ request: ServiceRequest) async {
        guard let address = request.origin.address, request.authorization != nil else { return }
        let client = NetworkAddress.key(of: address)
        let wrong = await countTogether(client, count(client))
        let wait = begin(wrong)
        guard wait > .zero else { return }
        await pause(wait)
        state.withLock { $0.waiting -= 1 }
    }

    /// Counts a wrong token in the database too.
    /// - Parameter wrong: the number of wrong tokens that this process knows.
    /// - Returns: the number of all processes, or that of this process if the database does not answer or need not be asked.
    private func countTogether(_ client: String, _ wrong: Int) async -> Int {
        guard let shared else { return wrong }
        let isSlowest = wrong > Self.slowest
        guard !isSlowest || wrong.isMultiple(of: Self.lot) else { return wrong }
        let answer = Waiter<Int?>()
        let question = Task {
            answer.resume(
                returning: try? await shared.store.countWrongTokens(
                    isSlowest ? Self.lot : 1, of: shared.names.name(of: client, for: "token"), memory: Self.memory))
        }
        let alarm = Task {
            try await Task.sleep(for: shared.timeout)
            question.cancel()
            answer.resume(returning: nil)
        }
        defer { alarm.cancel() }
        guard let all = await answer.wait(), all > wrong else { return wrong }
        state.withLock { $0.guessers[client]?.wrong = min(all, Self.most) }
        return all
    }

    /// Counts a wrong token in this process.
    /// - Returns: the number of wrong tokens of the client.
    private func count(_ client: String) -> Int {
        let now = uptime()
        return state.withLock { state in
            if state.guessers.count >= Self.guesserLimit, state.guessers[client] == nil {
                state.guessers = state.guessers.filter { now - $0.value.last < Self.memory }
                if state.guessers.count >= Self.guesserLimit { state.guessers.removeAll() }
            }
            var guesser = state.guessers[client] ?? Guesser(wrong: 0, last: now)
            if now - guesser.last >= Self.memory { guesser.wrong = 0 }
            // The number is bounded, and every sixteenth further token is still stored.
            guesser.wrong = guesser.wrong < Self.most ? guesser.wrong + 1 : Self.most - Self.lot + 1
            guesser.last = now
            state.guessers[client] = guesser
            return guesser.wrong
        }
    }

    /// Begins the delay of an answer.
    private func begin(_ wrong: Int) -> Duration {
        state.withLock { state in
            guard wrong > Self.free, state.waiting < Self.waitingLimit else { return .zero }
            state.waiting += 1
            // The first delay is 125 ms, and each further wrong token doubles it.
            return min(Self.longest, .milliseconds(125) * (1 << min(wrong - Self.free - 1, 10)))
        }
    }
}
