import HeraldHTTP
import OpenDID_DataModel
import Synchronization

/// Limits the open transactions of the clients of all processes that share a database. The database counts its own rows.
///
/// A process asks for the counts of a client when the client opens a transaction, and again after ``lifetime`` or after a sixteenth of the
/// limit. Therefore `n` processes may exceed a limit by `n` sixteenths and by their requests in flight. If the database does not answer, the request
/// fails with 503, because it needs the database anyway.
final class SharedOpenings: Sendable {
    private struct Known {
        var count: Int
        var asked: Duration
        /// The transactions that this process has opened since.
        var since = 0

        var sum: Int { count.addingReportingOverflow(since).partialValue }
    }

    private struct State {
        /// By the names of clients and networks.
        var known: [String: Known] = [:]
        var all: Known?
    }

    /// The time after which a count is outdated.
    private static let lifetime: Duration = .seconds(10)
    /// The time after which a count that would refuse a request is outdated.
    private static let refusalLifetime: Duration = .seconds(1)

    private let limits: ServiceLimits
    private let store: any SharedLimits
    private let names: ClientNames
    private let now: @Sendable () -> UTCInstant
    private let uptime: @Sendable () -> Duration
    private let state = Mutex(State())

    init(
        _ limits: ServiceLimits, store: any SharedLimits, names: ClientNames, now: @escaping @Sendable () -> UTCInstant,
        uptime: @escaping @Sendable () -> Duration
    ) {
        (self.limits, self.store, self.names) = (limits, store, names)
        (self.now, self.uptime) = (now, uptime)
    }

    /// Returns the names under which the transactions of a client are stored.
    func opener(_ client: String) -> TransactionOpener {
        TransactionOpener(
            client: names.name(of: client, for: "open/client"),
            network: NetworkAddress.network(ofKey: client).map { names.name(of: $0, for: "open/network") })
    }

    /// Checks that a client may open a transaction.
    /// - Throws: ``TooManyRequests``, and the errors of ``SharedLimits/openTransactions(_:)``.
    func check(_ client: String) async throws {
        guard limits.openTransactions != .max || limits.allOpenTransactions != .max else { return }
        let network = NetworkAddress.network(ofKey: client)
        let asked = uptime()
        let (isOld, countsAll) = state.withLock { state in
            (
                isDue(state.known[client], limits.openTransactions, now: asked)
                    || network.map { isDue(state.known[$0], limits.networkTransactions, now: asked) } ?? false,
                isDue(state.all, limits.allOpenTransactions, now: asked)
            )
        }
        if isOld || countsAll {
            let counts = try await store.openTransactions(
                OpenTransactionQuery(
                    opener: opener(client), countsAll: countsAll, now: now(),
                    most: OpenTransactionCounts(
                        client: limits.openTransactions, network: limits.networkTransactions,
                        all: limits.mostTransactions(ifHeld: 0))))
            state.withLock { state in
                if state.known.count + 2 > limits.clients { forgetOld(&state, now: asked) }
                state.known[client] = Known(count: counts.client, asked: asked)
                if let network { state.known[network] = Known(count: counts.network, asked: asked) }
                if countsAll { state.all = Known(count: counts.all, asked: asked) }
            }
        }
        let full = state.withLock { state -> String? in
            let held = state.known[client]?.sum ?? 0
            if held >= limits.openTransactions { return " of one address" }
            let ofNetwork = network.flatMap { state.known[$0]?.sum } ?? 0
            if ofNetwork >= limits.networkTransactions { return " of one network" }
            return state.all?.sum ?? 0 >= limits.mostTransactions(ifHeld: max(held, ofNetwork)) ? "" : nil
        }
        if let full { throw TooManyRequests(wait: .seconds(60), reason: "too many open transactions\(full)") }
    }

    /// Counts a transaction that a client opened.
    func opened(by client: String) {
        state.withLock { state in
            state.known[client]?.since += 1
            if let network = NetworkAddress.network(ofKey: client) { state.known[network]?.since += 1 }
            state.all?.since += 1
        }
    }

    private func isDue(_ known: Known?, _ most: Int, now: Duration) -> Bool {
        guard let known else { return true }
        return now - known.asked >= Self.lifetime || known.since >= max(most / 16, 1)
            || (known.sum >= most && now - known.asked >= Self.refusalLifetime)
    }

    /// Deletes outdated counts. If too many remain, all are deleted, because bounded memory matters more than a statement.
    private func forgetOld(_ state: inout State, now: Duration) {
        state.known = state.known.filter { now - $0.value.asked < Self.lifetime }
        if state.known.count + 2 > limits.clients * 3 / 4 { state.known.removeAll() }
    }
}
