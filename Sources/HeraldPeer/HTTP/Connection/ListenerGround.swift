import HTTPTypes
import HeraldHTTP
import NIOCore

/// The state that all connections of a listener share: the budgets, and the trusted proxies.
package final class ListenerGround: Sendable {
    package let connections: Connections
    package let bodies: BodyBudget
    package let answers: AnswerBudget
    /// Divides the processors among the addresses that send requests.
    package let shares = ProcessorShares.shared
    let turns: BuildTurns
    let refusals: RefusalPace
    let underWay: RequestCounts
    /// The rate limit for new connections.
    let arrivals: RefusalPace
    let limits: HTTPListener.Limits
    /// The counters of requests and refusals.
    package let metrics: HTTPMetrics

    init(limits: HTTPListener.Limits, metrics: HTTPMetrics = HTTPMetrics()) {
        self.limits = limits
        self.metrics = metrics
        connections = Connections(limits: limits.connections)
        bodies = BodyBudget(limits: limits.bodies)
        answers = AnswerBudget(limits: limits.answers)
        turns = BuildTurns(limits: limits.answers)
        refusals = RefusalPace(limits: limits.refusals)
        underWay = RequestCounts(limits: limits.connections)
        arrivals = RefusalPace(
            limits: RefusalLimits(
                perSecond: limits.connections.arrivalsPerSecond, atOnce: limits.connections.arrivalsAtOnce))
    }

    /// Returns the sender of a request: the socket's peer, or the client that a trusted proxy names.
    package func client(of head: HTTPRequest, on context: ConnectionContext) -> ClientAddress {
        limits.proxies.client(peer: context.remoteAddress, headers: head.headerFields)
    }

    /// The metrics of the listener: those of its requests, and what it holds now.
    var families: [MetricFamily] {
        metrics.families + [
            MetricFamily("herald_http_connections_open", .gauge, "Open connections.", connections.count),
            MetricFamily(
                "herald_http_turns_waiting", .gauge, "Requests that wait for their turn to build a large answer.",
                turns.waiting),
            MetricFamily(
                "herald_processor_waiting", .gauge,
                "Steps of requests that wait for a thread, in all servers of the process.", shares.waiting),
        ]
    }

    /// Returns the id of a request: that of a trusted proxy, or a new one.
    package func id(of head: HTTPRequest, peer: String) -> RequestID {
        guard !limits.proxies.isEmpty, let name = RequestID.header, let text = head.headerFields[name],
            limits.proxies.contains(NetworkAddress(sender: peer)), let id = RequestID(text)
        else { return RequestID() }
        return id
    }

    /// Returns the memory budget for the response to a request.
    package func room(for client: ClientAddress, on context: ConnectionContext) -> ResponseBudget {
        ResponseBudget(key: client.key, channel: context.channel, budget: answers, turns: turns, shares: shares)
    }
}
