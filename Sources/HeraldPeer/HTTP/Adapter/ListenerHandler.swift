import Foundation
import HTTPTypes
import Logging

/// A server behind an ``HTTPListener``. ``HTTPAdapter`` passes requests to it and sends its responses.
package protocol ListenerHandler: Sendable {
    /// True if every request is completed once its body has been read, even if the listener gives the request up, for example because the
    /// listener stops. A protocol step then never ends halfway. Defaults to `false`.
    var completesRequests: Bool { get }

    /// Decides about a request before its body is read, so that refusals cost little. It splits the target and finds the route. Each call counts
    /// against the limits.
    func admit(_ request: ListenerRequest) async -> ListenerAdmission

    /// Returns the response, in the server's own format, to a request that the listener had to give up.
    func response(to failure: ListenerFailure) -> ListenerResponse

    /// Returns the response to a request whose body ends too early or is not HTTP. Defaults to `nil`: the connection then ends, and what is not HTTP
    /// gets 400.
    func responseToBrokenBody() -> ListenerResponse?
}

extension ListenerHandler {
    package var completesRequests: Bool { false }
    package func responseToBrokenBody() -> ListenerResponse? { nil }
}

/// The decision about a request before its body is read.
package enum ListenerAdmission: Sendable {
    /// The request is answered without its body.
    case answered(ListenerResponse)
    /// The body is read, and the closure answers the request.
    case admitted(BodyReading, respond: @Sendable (ReceivedBody) async -> ListenerResponse)
    /// The request has no body, and the closure may wait for long, such as for news. Its task is cancelled when the client disconnects.
    case waits(respond: @Sendable () async -> ListenerResponse)
}

/// The reason why a listener gives up a request.
package enum ListenerFailure: Error, Hashable {
    /// The body is longer than the associated value allows.
    case bodyTooLong(BodyReading)
    /// The body has taken too long. The connection ends after the response.
    case bodyTooSlow
    /// There is no memory for the body. The connection ends after the response.
    case noRoomForBody(BodyBudget.Refusal)
    /// There is no memory for the response. The client may try again after this time.
    case noRoomForResponse(retryAfter: Duration)

    /// The reason under which the failure is counted.
    var refusal: HTTPMetrics.Refusal {
        switch self {
        case .bodyTooLong: .bodyTooLong
        case .bodyTooSlow: .bodyTooSlow
        case .noRoomForBody: .bodyMemory
        case .noRoomForResponse: .answerMemory
        }
    }

    /// True if the rest of the request's body may still arrive, so that the connection must be closed.
    var closes: Bool {
        switch self {
        case .bodyTooSlow, .noRoomForBody: true
        case .bodyTooLong, .noRoomForResponse: false
        }
    }
}

/// The head of a request, with the client that sent it. A server uses it to decide about the request before the body is read.
package struct ListenerRequest: Sendable {
    /// A head that copies of a request share. Each copy of its own would take hundreds of bytes.
    private final class Head: Sendable {
        let request: HTTPRequest

        init(_ request: HTTPRequest) { self.request = request }
    }

    /// The head of every request without one.
    private static let noHead = Head(HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil))

    private var shared: Head
    /// The head as received.
    package var head: HTTPRequest { shared.request }
    private let verb: HTTPRequest.Method
    /// True if the connection ends after the response: if the client expects that, or asks for another protocol, in which what follows may be.
    let endsConnection: Bool
    /// The sender.
    package let client: ClientAddress
    /// Runs work in the threads for the client's address; see ``ProcessorShares``.
    package let executor: any TaskExecutor
    /// The request's id, and what is counted about it.
    package let record: RequestRecord
    private let context: ConnectionContext
    private let ground: ListenerGround

    init(_ head: HTTPRequest, on context: ConnectionContext, of ground: ListenerGround) {
        shared = Head(head)
        verb = head.method
        endsConnection =
            head.headerFields.value(of: .connection)?.lowercased() == "close" || head.headerFields.contains(.upgrade)
            || verb == .connect
        self.context = context
        self.ground = ground
        record = RequestRecord(ground.id(of: head, peer: context.remoteAddress), in: ground.metrics)
        client = ground.client(of: head, on: context)
        executor = ground.shares.executor(for: client.key)
    }

    /// The method as on the wire, such as `GET`.
    package var method: String { verb.rawValue }
    /// True if the response has no body (RFC 9110, 9.3.2).
    var isHead: Bool { verb == .head }
    /// The target as on the wire. A server splits it once, with ``RequestTarget``.
    package var target: String { head.path ?? "/" }
    package var headers: HTTPFields { head.headerFields }
    /// True if no header says that a proxy has forwarded the request. The address of ``client`` is then that of the connection, also if it is a
    /// trusted proxy's.
    package var isWithoutForwarding: Bool { !TrustedProxies.isPassedOn(headers) }
    /// The listener's logger.
    package var logger: Logger { context.logger }

    /// Returns the request without its target and its headers. They are most of the memory of a request that waits, which may take minutes.
    package func withoutHead() -> ListenerRequest {
        var copy = self
        copy.shared = Self.noHead
        return copy
    }

    /// Returns the memory budget for a large response. No memory is reserved yet.
    package func room() -> ResponseBudget { ground.room(for: client, on: context) }

    /// Runs work whose result only the client needs. The work is cancelled when the client disconnects.
    /// - Throws: the errors of `work`.
    package func whileConnected<Answer: Sendable>(_ work: @escaping @Sendable () async throws -> Answer) async throws
        -> Answer
    {
        try await ground.connections.run(on: context.id, executor: executor, work)
    }
}

/// The way to read the body of a request.
package enum BodyReading: Sendable, Hashable {
    /// The body is not read.
    case skipped
    /// The body is collected. It has at most this size, in bytes.
    case whole(upTo: Int)
    /// The server reads the body in parts. The announced length of the body is at most this limit, in bytes.
    case inParts(upTo: Int)

    /// The limit, in bytes; `nil` if the body is not read.
    var limit: Int? {
        switch self {
        case .skipped: nil
        case .whole(let limit), .inParts(let limit): limit
        }
    }
}

/// The body of a request, in the form that ``BodyReading`` asks for.
package enum ReceivedBody: Sendable {
    case skipped
    case whole([UInt8])
    case inParts(RequestBodyStream)

    /// The bytes of a body that was collected. Empty for every other body.
    package var bytes: [UInt8] { if case .whole(let bytes) = self { bytes } else { [] } }
}

/// A response of a server, independent of the server framework.
package struct ListenerResponse: Sendable {
    /// The body of a response.
    package enum Body: Sendable {
        /// The whole body.
        case bytes([UInt8])
        /// The first part of a body that is too large to hold in memory, and the parts after it.
        case parts([UInt8], then: any AnswerParts)
        /// A file of this length, in bytes.
        case file(URL, length: Int)
    }

    package var status: HTTPResponse.Status
    /// The headers in the order in which they are sent, without those that state the length of the body and the end of the connection.
    package var headers: HTTPFields
    package var body: Body
    /// The memory that was reserved for the body while it was built; `nil` if none was.
    package var room: ResponseBudget?
    /// True if the server may not have read the whole request. The rest of its body could then not be distinguished from the next request, so the
    /// connection ends.
    package var closes = false

    package init(
        _ status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: Body = .bytes([]),
        room: ResponseBudget? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.room = room
    }

    /// The memory that the body takes while it is written, in bytes; `nil` for a small body, which needs no room.
    var weight: Int? {
        switch body {
        case .bytes(let bytes): bytes.count >= ResponseBudget.large ? bytes.count : nil
        // Only one part is in memory at a time. The response is refused if there is no memory for the first one.
        case .parts(let first, _): max(first.count, ResponseBudget.streamed)
        case .file(_, let length): min(length, ResponseBudget.streamed)
        }
    }
}
