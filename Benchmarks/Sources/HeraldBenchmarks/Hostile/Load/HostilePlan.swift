/// The connections that one kind of attack holds open, and the requests that it sends.
struct HostilePlan: Sendable {
    var held: [HeldPlan] = []
    var floods: [FloodPlan] = []

    static func holding(_ plan: HeldPlan) -> HostilePlan { HostilePlan(held: [plan]) }

    static func flooding(_ connections: Int, _ request: @escaping @Sendable (Int) -> RawRequest) -> HostilePlan {
        HostilePlan(floods: [FloodPlan(connections: connections, request: request)])
    }

    /// 1,000 connections that say nothing.
    static func silence(_ count: Int) -> HostilePlan { holding(HeldPlan(count: count, perSecond: 2_000)) }

    /// Heads that never end.
    static func drip(_ count: Int) -> HostilePlan {
        holding(
            HeldPlan(
                count: count, opening: Array("GET / HTTP/1.1\r\nX-Slow: ".utf8), drip: Array("abcdefghij".utf8),
                perSecond: 2_000))
    }

    /// Bodies of which the end never comes.
    static func halfBodies(_ count: Int, _ request: RawRequest, bytes: Int) -> HostilePlan {
        var whole = request
        whole.body = [UInt8](repeating: 0x20, count: bytes)
        return holding(HeldPlan(count: count, opening: whole.bytes(length: bytes + 1), perSecond: 500))
    }

    /// Requests whose answers are not read.
    static func unread(_ count: Int, _ request: RawRequest) -> HostilePlan {
        holding(HeldPlan(count: count, opening: request.bytes(), reads: false, receiveBuffer: 4_096, perSecond: 50))
    }
}
