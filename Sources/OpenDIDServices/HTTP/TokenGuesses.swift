import HeraldPeer
import Synchronization

/// Slows those who guess at the operator's or the peers' token: the more wrong ones came from an address, the longer the answer to the next
/// one takes.
///
/// A token has 128 bits, so a guess is hopeless at any speed; the waits keep guesses from costing more than that. The right token is compared
/// before any of this and never waits, wherever it comes from and whatever others sent from there.
final class TokenGuesses: Sendable {
    private struct Guesser {
        var wrong: Int
        var last: Double
    }

    private struct State {
        var guessers: [String: Guesser] = [:]
        var waiting = 0
    }

    /// So many wrong tokens are answered at once.
    static let free = 5
    /// The longest wait, in seconds.
    static let longest = 4.0
    /// After so many seconds without a wrong token an address begins anew.
    static let memory = 900.0
    /// So many answers wait at a time, of all addresses; further ones are given at once.
    static let waitingLimit = 256
    private static let guesserLimit = 10_000

    private let uptime: @Sendable () -> Double
    private let pause: @Sendable (Double) async -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - uptime: seconds on a clock that never goes back.
    ///   - pause: waits so many seconds.
    init(
        uptime: @escaping @Sendable () -> Double,
        pause: @escaping @Sendable (Double) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
    ) {
        self.uptime = uptime
        self.pause = pause
    }

    /// Counts a request that was refused for its token, and waits. A request without a token is no guess.
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
            // 125 ms, doubled with each one.
            return min(Self.longest, 0.125 * Double(1 << min(guesser.wrong - Self.free - 1, 10)))
        }
    }
}
