import HeraldPeer
import Synchronization

/// Slows down clients that guess the operator's or the peers' token. After ``free`` wrong tokens from an address, each further one is answered later.
///
/// A token has 128 bits, so guesses are hopeless at any speed. The delays limit their cost. The right token is compared first and is never
/// delayed, regardless of its address.
final class TokenGuesses: Sendable {
    private struct Guesser {
        var wrong: Int
        var last: Double
    }

    private struct State {
        var guessers: [String: Guesser] = [:]
        var waiting = 0
    }

    /// The wrong tokens that are answered without delay.
    static let free = 5
    /// The longest delay, in seconds.
    static let longest = 4.0
    /// The seconds without a wrong token after which the count of an address starts again.
    static let memory = 900.0
    /// The answers that are delayed at once, for all addresses. Further ones are sent immediately.
    static let waitingLimit = 256
    private static let guesserLimit = 10_000

    private let uptime: @Sendable () -> Double
    private let pause: @Sendable (Double) async -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - uptime: returns the seconds of a clock that never goes back.
    ///   - pause: waits for the given seconds.
    init(
        uptime: @escaping @Sendable () -> Double,
        pause: @escaping @Sendable (Double) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
    ) {
        self.uptime = uptime
        self.pause = pause
    }

    /// Counts a request that was refused for its token, and waits. A request without a token does not count.
    func slow(_ request: ServiceRequest) async {
        guard let address = request.origin.address, request.authorization != nil else { return }
        let wait = begin(NetworkAddress.key(of: address))
        guard wait > 0 else { return }
        await pause(wait)
        state.withLock { $0.waiting -= 1 }
    }

    private func begin(_ client: String) -> Double {
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
            guard guesser.wrong > Self.free, state.waiting < Self.waitingLimit else { return 0 }
            state.waiting += 1
            // The first delay is 125 ms. Each further wrong token doubles it.
            return min(Self.longest, 0.125 * Double(1 << min(guesser.wrong - Self.free - 1, 10)))
        }
    }
}
