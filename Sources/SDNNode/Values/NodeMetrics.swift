import HeraldPeer
import SDNWire

/// The node's counters, in addition to its listener's. No label contains text from a client.
struct NodeMetrics: Sendable {
    /// The ways to get a session.
    enum Login: String, CaseIterable, Sendable {
        case did, password, tourist, registration, refresh
    }

    /// The results of requests to push gateways.
    enum Push: String, CaseIterable, Sendable {
        /// The gateway took the notification.
        case taken
        /// The gateway says that the push key is no longer valid. The node deletes the pusher.
        case rejected
        /// The gateway did not answer, or answered with an error. The node tries again later.
        case failed
    }

    private static let loginHelp = "Logins, by kind and outcome."
    let http = HTTPMetrics()
    let pushes = CounterSet<Push>()
    private let accepted = CounterSet<Login>(), refused = CounterSet<Login>()

    /// Counts a login. An answer that asks for a further step of interactive authentication is neither accepted nor refused.
    /// - Throws: the errors of `work`.
    func counting<Answer>(
        _ login: Login, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Answer
    ) async throws -> Answer {
        do {
            let answer = try await work()
            accepted.add(login)
            return answer
        } catch {
            if error is MatrixError || error is StatusedError { refused.add(login) }
            throw error
        }
    }

    /// The families of the node.
    /// - Parameters:
    ///   - writer: the counts of the database writer.
    ///   - polls: the number of long polls that wait.
    func families(_ writer: GroupCommitWriter.Counters, polls: Int) -> [MetricFamily] {
        var logins = accepted.family(
            "herald_node_logins_total", Self.loginHelp, label: "kind", and: [("outcome", "accepted")])
        logins.samples +=
            refused.family("herald_node_logins_total", Self.loginHelp, label: "kind", and: [("outcome", "refused")])
            .samples
        return writer.families + [
            logins,
            MetricFamily("herald_node_polls_waiting", .gauge, "Long polls that wait for news.", polls),
            pushes.family(
                "herald_node_push_requests_total", "Requests to push gateways, by outcome.", label: "outcome"),
        ]
    }
}
