import Foundation
import Synchronization

/// Threads for looking up host names. `getaddrinfo` blocks while a name server is silent, and nothing can stop it. So it must not take threads
/// of Swift's or Dispatch's pools, and the number of look-ups needs a bound.
///
/// Names with the same last two labels count as one site and share few of the threads. A silent name server delays the names of its own site.
package final class NameLookups: Sendable {
    private struct Piece: Sendable {
        let site: String
        /// After this moment nobody waits for it.
        let deadline: ContinuousClock.Instant
        let work: @Sendable () -> Void
    }

    private struct State {
        var running = 0
        var bySite: [String: Int] = [:]
        var waiting: [Piece] = []
    }

    /// The threads of this process.
    package static let shared = NameLookups()
    /// Look-ups that run at once, those of one site, and those that wait.
    static let atOnce = 16, perSite = 2, waitingLimit = 256

    private let state = Mutex(State())

    package init() {}

    /// Runs a look-up on a thread of its own as soon as there is one.
    /// - Parameter patience: how long somebody waits for the look-up. One that has not begun by then never runs.
    /// - Returns: false when too many wait already; the look-up then never runs.
    package func run(_ host: String, within patience: Duration, _ work: @escaping @Sendable () -> Void) -> Bool {
        let piece = Piece(site: Self.site(of: host), deadline: .now + patience, work: work)
        let (isTaken, starts) = state.withLock { state -> (Bool, Bool) in
            if Self.mayRun(piece, state) {
                Self.begin(piece, &state)
                return (true, true)
            }
            Self.forgetLate(&state)
            guard state.waiting.count < Self.waitingLimit else { return (false, false) }
            state.waiting.append(piece)
            return (true, false)
        }
        if starts { start(piece) }
        return isTaken
    }

    private func start(_ first: Piece) {
        let thread = Thread { [self] in
            var piece: Piece? = first
            while let running = piece {
                running.work()
                piece = next(after: running)
            }
        }
        thread.name = "herald.names"
        thread.start()
    }

    /// Takes the next look-up that may run; `nil` when there is none, and the thread ends.
    private func next(after done: Piece) -> Piece? {
        state.withLock { state in
            state.running -= 1
            let left = (state.bySite[done.site] ?? 1) - 1
            state.bySite[done.site] = left == 0 ? nil : left
            Self.forgetLate(&state)
            guard let index = state.waiting.firstIndex(where: { Self.mayRun($0, state) }) else { return nil }
            let piece = state.waiting.remove(at: index)
            Self.begin(piece, &state)
            return piece
        }
    }

    private static func forgetLate(_ state: inout State) {
        let now = ContinuousClock.now
        state.waiting.removeAll { $0.deadline <= now }
    }

    private static func mayRun(_ piece: Piece, _ state: State) -> Bool {
        state.running < atOnce && state.bySite[piece.site, default: 0] < perSite
    }

    private static func begin(_ piece: Piece, _ state: inout State) {
        state.running += 1
        state.bySite[piece.site, default: 0] += 1
    }

    static func site(of host: String) -> String {
        host.lowercased().split(separator: ".").suffix(2).joined(separator: ".")
    }
}
