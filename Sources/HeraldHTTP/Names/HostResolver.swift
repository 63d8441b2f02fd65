import Dispatch
import HeraldLocks

/// Looks up host names on the threads of ``NameLookups``.
package struct HostResolver: Sendable {
    /// The result of a look-up.
    package struct Answer: Sendable, Hashable {
        /// The addresses. The list is empty when the name is unknown. It is `nil` when the look-up took too long or was refused.
        package let addresses: [NetworkAddress]?
        /// The time that the look-up waited for a thread.
        package let timeInQueue: Duration
    }

    private let lookups: NameLookups
    private let ask: @Sendable (_ host: String) -> [NetworkAddress]

    /// Creates a resolver.
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
    /// - Parameter client: the user against whose limits the look-up counts. Defaults to none: the process itself looks the name up.
    package func addresses(of host: String, for client: LookupClient? = nil, within limit: Duration) async -> Answer {
        let lookup = Lookup()
        let isTaken = lookups.run(host, for: client, within: limit) { [ask] in
            lookup.begin()
            lookup.end(ask(host))
        }
        guard isTaken else { return lookup.answer(nil) }
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + limit / .seconds(1)) {
            lookup.end(nil)
        }
        return await lookup.waiter.wait()
    }

    /// A look-up that runs or waits. Only the first result counts: that of the name service or the end of the wait.
    private final class Lookup: Sendable {
        let waiter = Waiter<Answer>()
        private let asked = ContinuousClock.now
        /// The time that the look-up waited for a thread; `nil` while it still waits.
        private let timeInQueue = Mutex<Duration?>(nil)

        func begin() { timeInQueue.withLock { $0 = asked.duration(to: .now) } }

        func end(_ addresses: [NetworkAddress]?) { waiter.resume(returning: answer(addresses)) }

        func answer(_ addresses: [NetworkAddress]?) -> Answer {
            Answer(addresses: addresses, timeInQueue: timeInQueue.withLock(\.self) ?? asked.duration(to: .now))
        }
    }
}
