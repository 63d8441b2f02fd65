import HTTPTypes
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

    init(limits: HTTPListener.Limits) {
        self.limits = limits
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

    /// Returns the memory budget for the response to a request.
    package func room(for client: ClientAddress, on context: ConnectionContext) -> ResponseBudget {
        ResponseBudget(key: client.key, channel: context.channel, budget: answers, turns: turns, shares: shares)
    }
}
