import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Passes the requests of a listener to a server and sends its responses. It is the only place that converts requests and responses between the types
/// of the server framework and those of this module.
package struct HTTPAdapter<Handler: ListenerHandler>: HTTPResponder {
    package typealias Context = ConnectionContext
    private let handler: Handler
    private let ground: ListenerGround
    private let monitoring: Monitoring?

    package init(_ handler: Handler, on ground: ListenerGround, _ monitoring: Monitoring? = nil) {
        self.handler = handler
        self.ground = ground
        self.monitoring = monitoring
    }

    package func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let incoming = ListenerRequest(request.head, on: context, of: ground)
        var status: Int?
        defer { incoming.record.end(method: incoming.method, status: status) }
        let response = try await RequestID.$current.withValue(incoming.record.id) {
            try await respond(to: request, incoming, on: context)
        }
        status = response.status.code
        return response
    }

    private func respond(to request: Request, _ incoming: ListenerRequest, on context: ConnectionContext) async throws
        -> Response
    {
        guard handler.completesRequests else {
            return try await withTaskExecutorPreference(incoming.executor) {
                try await respond(to: request, incoming, on: context, nil)
            }
        }
        // The whole request runs in one task. A second task for the work after the body would cost two more changes of threads.
        let phase = BodyPhase()
        let answer = Task(executorPreference: incoming.executor) {
            try await respond(to: request, incoming, on: context, phase)
        }
        return try await withTaskCancellationHandler {
            try await answer.value
        } onCancel: {
            if phase.end() { answer.cancel() }
        }
    }

    private func respond(
        to request: Request, _ incoming: ListenerRequest, on context: ConnectionContext, _ phase: BodyPhase?
    ) async throws -> Response {
        if let answer = await monitoring?.answer(incoming, of: ground) { return response(answer, to: incoming) }
        let reading: BodyReading, answer: @Sendable (ReceivedBody) async -> ListenerResponse
        switch await handler.admit(incoming) {
        case .answered(let refusal): return response(refusal, to: incoming)
        case .admitted(let found, let respond): (reading, answer) = (found, respond)
        }
        do {
            let body = try await body(of: request, reading, on: context)
            if let phase, !phase.end() { throw CancellationError() }
            return response(await answer(body), to: incoming)
        } catch let failure as ListenerFailure {
            return response(to: failure, of: incoming)
        } catch {
            guard let outgoing = handler.responseToBrokenBody() else { throw error }
            return response(outgoing, to: incoming)
        }
    }

    /// Reads the body of a request, as `reading` says.
    /// - Throws: ``ListenerFailure``, and the errors of a body that ends too early.
    private func body(of request: Request, _ reading: BodyReading, on context: ConnectionContext) async throws
        -> ReceivedBody
    {
        guard let limit = reading.limit else { return .skipped }
        // A body that is too long is refused by its declared length. A client that waits for `100 Continue` must not send a body that will be
        // refused.
        guard !RequestBodies.isTooLong(request.headers, limit: limit) else {
            throw ListenerFailure.bodyTooLong(reading)
        }
        if case .inParts = reading { return .inParts(RequestBodyStream(request, on: context)) }
        do {
            guard let whole = try await RequestBodies.collect(request, limit: limit, on: context) else {
                throw ListenerFailure.bodyTooLong(reading)
            }
            return .whole(whole)
        } catch is BodyDeadline.Passed {
            throw ListenerFailure.bodyTooSlow
        } catch let refusal as BodyBudget.Refusal {
            throw ListenerFailure.noRoomForBody(refusal)
        }
    }

    private func response(to failure: ListenerFailure, of incoming: ListenerRequest) -> Response {
        incoming.record.count(failure.refusal)
        var outgoing = handler.response(to: failure)
        if failure.closes { outgoing.closes = true }
        return response(outgoing, to: incoming)
    }

    private func response(_ outgoing: ListenerResponse, to incoming: ListenerRequest) -> Response {
        var response: Response
        do throws(ResponseBudget.Full) {
            response = Response(
                status: outgoing.status, headers: outgoing.headers, body: try body(of: outgoing, to: incoming))
        } catch {
            incoming.record.count(.answerMemory)
            let refusal = handler.response(to: .noRoomForResponse(retryAfter: error.retryAfter))
            response = Response(small: refusal)
        }
        if let name = RequestID.header { response.headers[name] = incoming.record.id.text }
        // A server that closes a connection must announce it (RFC 9112, 9.6). Otherwise the client sends its next request into the closing
        // connection.
        if outgoing.closes || incoming.endsConnection { response.headers[.connection] = "close" }
        // The response to HEAD has the length of the body but no body (RFC 9110).
        return incoming.head.method == .head ? response.createHeadResponse() : response
    }

    /// Returns the body to send. Reserves memory for it if it is large.
    /// - Throws: ``ResponseBudget/Full`` if there is no memory for a large body.
    private func body(of outgoing: ListenerResponse, to incoming: ListenerRequest) throws(ResponseBudget.Full)
        -> ResponseBody
    {
        guard let weight = outgoing.weight else {
            outgoing.room?.release()
            return ResponseBody(small: outgoing.body)
        }
        let room = outgoing.room ?? incoming.room()
        try room.settle(weight)
        return switch outgoing.body {
        case .bytes(let bytes): ResponseBody(bytes, in: room)
        case .parts(let first, let rest): ResponseBody(first, then: rest, in: room)
        case .file(let file, let length): ResponseBody(file: file, length: length, in: room)
        }
    }
}

extension Response {
    /// Creates a response whose body is written at once. Routes of an application's router use it too.
    package init(small outgoing: ListenerResponse) {
        self.init(status: outgoing.status, headers: outgoing.headers, body: ResponseBody(small: outgoing.body))
        if outgoing.closes { headers[.connection] = "close" }
    }
}

extension ResponseBody {
    fileprivate init(small body: ListenerResponse.Body) {
        if case .bytes(let bytes) = body, !bytes.isEmpty {
            self.init(byteBuffer: ByteBuffer(bytes: bytes))
        } else {
            self.init()
        }
    }
}

/// The phase of a request until its body has been read. Only in this phase may the request be cancelled.
private final class BodyPhase: Sendable {
    private let hasEnded = Atomic(false)

    /// Ends the phase.
    /// - Returns: true for the first call. The cancellation and the end of the body both call this function, and only the first of them
    ///   counts.
    func end() -> Bool { !hasEnded.exchange(true, ordering: .acquiringAndReleasing) }
}

/// Rules for request bodies that all peers share.
package enum RequestBodies {
    /// Returns the body, or `nil` when it is too long. The listener then drops the rest of it.
    /// - Throws: ``BodyDeadline/Passed`` or ``BodyBudget/Refusal``.
    package static func collect(_ request: Request, limit: Int, on connection: ConnectionContext) async throws
        -> [UInt8]?
    {
        // A request without a body ends with its head (RFC 9112, 6.3).
        guard hasBody(request.headers) else { return [] }
        if asksFirst(request.head) { connection.wantsBody() }
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            guard bytes.count + buffer.readableBytes <= limit else { return nil }
            // The memory grows with the bytes that have arrived. It does not depend on the length that the head announces.
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }

    /// Returns true when the request's `Content-Length` exceeds the limit.
    package static func isTooLong(_ headers: HTTPFields, limit: Int) -> Bool {
        headers[.contentLength].flatMap { Int($0) }.map { $0 > limit } ?? false
    }

    /// Returns true when the request announces a body.
    package static func hasBody(_ headers: HTTPFields) -> Bool {
        headers.contains(.transferEncoding) || headers[.contentLength].map { $0 != "0" } ?? false
    }

    /// Returns true when the client waits for `100 Continue` before it sends its body (RFC 9110, 10.1.1).
    package static func asksFirst(_ head: HTTPRequest) -> Bool {
        guard let expect = head.headerFields[.expect] else { return false }
        return expect.lowercased() == "100-continue" && hasBody(head.headerFields)
    }
}

/// A request body that is read in parts, such as a file.
package struct RequestBodyStream: Sendable {
    /// The body has taken too long. The server closes the connection.
    package struct TooSlow: Error {}
    /// The body is incomplete. The client that sent it receives no response, because its connection has ended.
    package struct Incomplete: Error {}

    /// Passes on every part, in order.
    /// - Throws: errors of `each`; ``TooSlow``, ``Incomplete``, or ``BodyBudget/Refusal`` if the body cannot be read.
    package let forEachPart: @Sendable (_ each: @Sendable ([UInt8]) async throws -> Void) async throws -> Void

    /// Creates a stream of a body that is already complete.
    package init(_ bytes: [UInt8]) {
        forEachPart = { each in if !bytes.isEmpty { try await each(bytes) } }
    }

    package init(
        _ forEachPart: @escaping @Sendable (_ each: @Sendable ([UInt8]) async throws -> Void) async throws -> Void
    ) {
        self.forEachPart = forEachPart
    }

    /// Creates a stream of a request's body.
    init(_ request: Request, on connection: ConnectionContext) {
        self.init { each in
            if RequestBodies.asksFirst(request.head) { connection.wantsBody() }
            var parts = request.body.makeAsyncIterator()
            while true {
                let part: ByteBuffer?
                do {
                    part = try await parts.next()
                } catch is BodyDeadline.Passed {
                    throw TooSlow()
                } catch let refusal as BodyBudget.Refusal {
                    throw refusal
                } catch {
                    throw Incomplete()
                }
                guard let part else { return }
                try await each(Array(part.readableBytesView))
                connection.hasGivenOn(part.readableBytes)
            }
        }
    }
}
