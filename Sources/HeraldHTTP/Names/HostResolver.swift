import Dispatch
import Synchronization

/// Looks up host names on the threads of ``NameLookups``.
package struct HostResolver: Sendable {
    /// The result of a look-up.
    package struct Answer: Sendable, Hashable {
        /// The addresses, none when the name is unknown. `nil` when the look-up took too long or was refused.
        package let addresses: [NetworkAddress]?
        /// The time that the look-up waited for a thread.
        package let inLine: Duration
    }

    private let lookups: NameLookups
    private let ask: @Sendable (_ host: String) -> [NetworkAddress]

    /// - Parameters:
    ///   - lookups: the threads. Defaults to those of the process.
    ///   - ask: queries the name service, and blocks its thread meanwhile. Defaults to the system's name service.
    package init(
        lookups: NameLookups = .shared,
        ask: @escaping @Sendable (_ host: String) -> [NetworkAddress] = { NetworkAddress.lookUp($0) }
    ) {
        self.lookups = lookups
        self.ask = ask
    }

    /// Looks up a host name. The caller waits no longer than the limit, even if the look-up itself takes longer.
    /// - Parameter asker: the asker, for whom the look-up counts. Defaults to the process itself.
    package func addresses(of host: String, for asker: NameAsker? = nil, within limit: Duration) async -> Answer {
        let asked = ContinuousClock.now
        return await withCheckedContinuation { continuation in
            let result = FirstResult(continuation, asked: asked)
            let isTaken = lookups.run(host, for: asker, within: limit) { [ask] in
                result.begin()
                result.give(ask(host))
            }
            guard isTaken else { return result.give(nil) }
            DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + limit / .seconds(1)) {
                result.give(nil)
            }
        }
    }

    /// Passes on the first result and ignores later ones.
    private final class FirstResult: Sendable {
        private struct State {
            var waiting: CheckedContinuation<Answer, Never>?
            /// The time that the look-up waited for a thread; `nil` while it still waits.
            var inLine: Duration?
        }

        private let asked: ContinuousClock.Instant
        private let state: Mutex<State>

        init(_ continuation: CheckedContinuation<Answer, Never>, asked: ContinuousClock.Instant) {
            self.asked = asked
            state = Mutex(State(waiting: continuation))
        }

        func begin() { state.withLock { $0.inLine = asked.duration(to: .now) } }

        func give(_ addresses: [NetworkAddress]?) {
            let (continuation, inLine) = state.withLock { state in
                defer { state.waiting = nil }
                return (state.waiting, state.inLine ?? asked.duration(to: .now))
            }
            continuation?.resume(returning: Answer(addresses: addresses, inLine: inLine))
        }
    }
}
