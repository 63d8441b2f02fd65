import HeraldJSON
import OpenDID_DataModel

/// Receives a report of every exchange with a server, without its content, for diagrams and logs.
///
/// ```swift
/// struct PrintingObserver: FlowObserver {
///     func exchanged(_ exchange: FlowExchange) { print(exchange.method.rawValue, exchange.path, exchange.status ?? 0) }
/// }
/// ```
public protocol FlowObserver: Sendable {
    /// Receives the report of one exchange after its end.
    func exchanged(_ exchange: FlowExchange)
}

/// One exchange with a server: the server, the call, and the names of the members in the request and the answer. It contains no values of
/// members.
public struct FlowExchange: Sendable, Hashable {
    /// The server, or `nil` if the path does not show it.
    public let role: ServiceRole?
    /// GET or POST.
    public let method: ServiceMethod
    /// The path without host and query.
    public let path: String
    /// The HTTP status, or `nil` if there was no answer.
    public let status: Int?
    /// The names of the request's members, in their order.
    public let sent: [String]
    /// The names of the answer's members, in their order.
    public let received: [String]

    /// Returns the names of the members of a body, in their order. They are empty if the body is no JSON object.
    package static func memberNames(of body: [UInt8]?) -> [String] {
        guard let body, let root = try? JSONDocument(body, limits: .model).root, root.kind == .object else { return [] }
        return root.members.map(\.key)
    }
}

/// Passes calls to another transport, and reports every exchange to an observer.
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
                role: call.role ?? ServiceRole.allCases.first { path.hasPrefix($0.basePath + "/") },
                method: call.method, path: path,
                status: answer?.status, sent: FlowExchange.memberNames(of: call.body),
                received: FlowExchange.memberNames(of: answer?.body)))
    }
}
