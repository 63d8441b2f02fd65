import HTTPTypes
import Logging

/// The head of a request, with the client that sent it. A server decides by it before the body is read.
package struct ListenerRequest: Sendable {
    /// The head as received.
    package let head: HTTPRequest
    /// The sender.
    package let client: ClientAddress
    /// Runs work in the threads for the client's address; see ``ProcessorShares``.
    package let executor: any TaskExecutor
    private let context: ConnectionContext
    private let ground: ListenerGround

    init(_ head: HTTPRequest, on context: ConnectionContext, of ground: ListenerGround) {
        self.head = head
        self.context = context
        self.ground = ground
        client = ground.client(of: head, on: context)
        executor = ground.shares.executor(for: client.key)
    }

    /// The method as on the wire, such as `GET`.
    package var method: String { head.method.rawValue }
    /// The target as on the wire. A server splits it once, with ``RequestTarget``.
    package var target: String { head.path ?? "/" }
    package var headers: HTTPFields { head.headerFields }
    /// The server framework's logger for the request.
    package var logger: Logger { context.logger }
    /// True if the client expects the connection to end after the response.
    var endsConnection: Bool { headers[.connection]?.lowercased() == "close" }

    /// Returns the memory for a large response, of which nothing is reserved yet.
    package func room() -> ResponseBudget { ground.room(for: client, on: context) }

    /// Runs work that is useless once the client has disconnected. It is then cancelled.
    /// - Throws: the errors of `work`.
    package func whileConnected<Answer: Sendable>(_ work: @escaping @Sendable () async throws -> Answer) async throws
        -> Answer
    {
        try await ground.connections.run(on: context.id, executor: executor, work)
    }
}

/// The way in which the body of a request is read.
package enum BodyReading: Sendable, Hashable {
    /// The body is not read.
    case skipped
    /// The body is collected. It has at most this size, in bytes.
    case whole(upTo: Int)
    /// The server reads the body in parts. Its announced length is at most this, in bytes.
    case inParts(upTo: Int)

    /// The limit, in bytes; `nil` if the body is not read.
    var limit: Int? {
        switch self {
        case .skipped: nil
        case .whole(let limit), .inParts(let limit): limit
        }
    }
}

/// The body of a request, as ``BodyReading`` names it.
package enum ReceivedBody: Sendable {
    case skipped
    case whole([UInt8])
    case inParts(RequestBodyStream)

    /// The bytes of a collected body; none for any other.
    package var bytes: [UInt8] { if case .whole(let bytes) = self { bytes } else { [] } }
}
