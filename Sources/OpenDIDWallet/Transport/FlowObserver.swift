import HeraldJSON
import OpenDID_DataModel

/// Sees every exchange with a server, without what is in it: for diagrams and logs.
public protocol FlowObserver: Sendable {
    /// Is told after each exchange.
    func exchanged(_ exchange: FlowExchange)
}

/// One exchange: who was asked for what, and the names of the members that went to and fro. It holds no values.
public struct FlowExchange: Sendable, Hashable {
    /// The server; `nil` when its path tells none.
    public let role: ServiceRole?
    /// GET or POST.
    public let method: ServiceMethod
    /// The path without host and query.
    public let path: String
    /// The HTTP status; `nil` when no answer came.
    public let status: Int?
    /// The names of the request's members, in their order.
    public let sent: [String]
    /// The names of the answer's members, in their order.
    public let received: [String]
}

/// Tells an observer of everything that passes.
struct ObservedTransport: ServiceTransport {
    let inner: any ServiceTransport
    let observer: any FlowObserver

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        do {
            let answer = try await inner.send(call)
            tell(call, answer)
            return answer
        } catch {
            tell(call, nil)
            throw error
        }
    }

    private func tell(_ call: ServiceCall, _ answer: ServiceAnswer?) {
        let path = call.path
        observer.exchanged(
            FlowExchange(
                role: call.role ?? ServiceRole.allCases.first { path.hasPrefix($0.basePath + "/") }, method: call.method, path: path,
                status: answer?.status, sent: Self.members(call.body), received: Self.members(answer?.body)))
    }

    private static func members(_ body: [UInt8]?) -> [String] {
        guard let body, let root = try? JSONDocument(body, limits: .model).root, root.kind == .object else { return [] }
        return root.members.map(\.key)
    }
}
