import HTTPTypes
import NIOCore

/// What all connections of a listener share: the budgets that they draw on, and whom they believe.
package final class ListenerGround: Sendable {
    package let connections: Connections
    package let bodies: BodyBudget
    package let answers: AnswerBudget
    /// The processors, among the addresses that send requests.
    package let shares = ProcessorShares.shared
    let turns: BuildTurns
    let refusals: RefusalPace
    let underWay: RequestCounts
    /// New connections.
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
        arrivals = RefusalPace(limits: RefusalLimits(perSecond: limits.connections.arrivalsPerSecond, atOnce: limits.connections.arrivalsAtOnce))
    }

    /// Who sends a request: the other side of the socket, or whom a trusted proxy names.
    package func client(of head: HTTPRequest, on context: ConnectionContext) -> ClientAddress {
        limits.proxies.client(peer: context.remoteAddress, headers: head.headerFields)
    }

    /// The room for the answer to a request.
    package func room(for client: ClientAddress, on context: ConnectionContext) -> AnswerRoom {
        AnswerRoom(key: client.key, channel: context.channel, budget: answers, turns: turns, shares: shares)
    }
}
