import HeraldHTTP
import Synchronization

/// Slows down clients that guess the token of the operator or of the servers. After ``free`` wrong tokens from an address, the answer to
/// each further wrong token is delayed.
///
/// A token has 128 bits, so that guessing it is hopeless at any speed. The delays only limit the load that guessing causes. A request with
/// the right token is never delayed, even from an address that sent wrong ones.
final class TokenGuesses: Sendable {
    private struct Guesser {
        var wrong: Int
        var last: Duration
    }

    private struct State {
        var guessers: [String: Guesser] = [:]
        var waiting = 0
    }

    /// The wrong tokens that are answered without delay.
    static let free = 5
    /// The longest delay of an answer.
    static let longest: Duration = .seconds(4)
    /// The time without a wrong token after which the count of an address starts again.
    static let memory: Duration = .seconds(900)
    /// The answers that may be delayed at the same time, for all addresses. Further answers are sent immediately.
    static let waitingLimit = 256
    private static let guesserLimit = 10_000

    private let uptime: @Sendable () -> Duration
    private let pause: @Sendable (Duration) async -> Void
    private let state = Mutex(State())

    /// Creates the counter of wrong tokens.
    /// - Parameters:
    ///   - uptime: returns the time of a clock that never goes back.
    ///   - pause: waits for the given time.
    init(
        uptime: @escaping @Sendable () -> Duration,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.uptime = uptime
        self.pause = pause
    }

    /// Counts a request that was refused because of its token, and waits before the answer. A request without a token does not count.
    func slow(_ request: ServiceRequest) async {
        guard let address = request.origin.address, request.authorization != nil else { return }
        let wait = begin(NetworkAddress.key(of: address))
        guard wait > .zero else { return }
        await pause(wait)
        state.withLock { $0.waiting -= 1 }
    }

    private func begin(_ client: String) -> Duration {
        let now = uptime()
        return state.withLock { state in
            if state.guessers.count >= Self.guesserLimit, state.guessers[client] == nil {
                state.guessers = state.guessers.filter { now - $0.value.last < Self.memory }
                if state.guessers.count >= Self.guesserLimit { state.guessers.removeAll() }
            }
            var guesser = state.guessers[client] ?? Guesser(wrong: 0, last: now)
            if now - guesser.last >= Self.memory { guesser.wrong = 0 }
            guesser.wrong = min(guesser.wrong + 1, 1_000)
            guesser.last = now
            state.guessers[client] = guesser
            guard guesser.wrong > Self.free, state.waiting < Self.waitingLimit else { return .zero }
            state.waiting += 1
            // The first delay is 125 ms, and each further wrong token doubles it.
            return min(Self.longest, .milliseconds(125) * (1 << min(guesser.wrong - Self.free - 1, 10)))
        }
    }
}
