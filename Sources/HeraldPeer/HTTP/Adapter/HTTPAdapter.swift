import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// Passes the requests of a connection to a server and returns its responses. It is the only place that converts them between the types on the
/// connection and those of this module.
package struct HTTPAdapter<Handler: ListenerHandler>: Sendable {
    private let handler: Handler
    private let ground: ListenerGround
    private let monitoring: Monitoring?

    package init(_ handler: Handler, on ground: ListenerGround, _ monitoring: Monitoring? = nil) {
        self.handler = handler
        self.ground = ground
        self.monitoring = monitoring
    }

    /// Starts the task of a request, in the threads for its client's address.
    func begin(_ head: HTTPRequest, _ input: RequestInput, on context: ConnectionContext, _ output: RequestOutput)
        -> RunningRequest
    {
        begin(head, input, on: context) { outgoing in
            switch outgoing {
            case .streamed(let head, let body): await output.send(head, body)
            case .end(let answer): output.end(answer)
            }
        }
    }

    /// Starts the task of a request.
    /// - Parameter send: sends the response.
    func begin(
        _ head: HTTPRequest, _ input: RequestInput, on context: ConnectionContext,
        send: @escaping @Sendable (Outgoing) async -> Void
    ) -> RunningRequest {
        let incoming = ListenerRequest(head, on: context, of: ground)
        let running = RunningRequest(phase: handler.completesRequests ? BodyPhase() : nil)
        running.begin(
            Task(executorPreference: incoming.executor) {
                let step = await RequestID.$current.withValue(incoming.record.id) {
                    await respond(to: incoming, input, on: context, running.phase)
                }
                switch step {
                case .answered(let outgoing): await end(incoming, outgoing, send)
                case .waits(let respond): wait(incoming.withoutHead(), on: context, running, respond, send)
                }
            })
        return running
    }

    /// Starts the task of a request that waits. A task keeps the memory that it has needed once, so thousands of tasks that wait should have needed
    /// little before.
    private func wait(
        _ incoming: ListenerRequest, on context: ConnectionContext, _ running: RunningRequest,
        _ respond: @escaping @Sendable () async -> ListenerResponse,
        _ send: @escaping @Sendable (Outgoing) async -> Void
    ) {
        running.goOn(
            Task(executorPreference: incoming.executor) {
                let response = await RequestID.$current.withValue(incoming.record.id) {
                    await ground.connections.during(context.id, cancel: running.end, respond)
                }
                await end(incoming, self.response(response, to: incoming), send)
            })
    }

    private func end(
        _ incoming: ListenerRequest, _ outgoing: Outgoing, _ send: @Sendable (Outgoing) async -> Void
    ) async {
        incoming.record.end(method: incoming.method, status: outgoing.status)
        await send(outgoing)
    }

    /// A response as it is sent.
    enum Outgoing: Sendable {
        case end(RequestOutput.Answer)
        case streamed(HTTPResponse, ResponseBody)
    }

    /// The result of a request's first task: the answer, or the work that waits for one.
    private enum Step {
        case answered(Outgoing)
        case waits(@Sendable () async -> ListenerResponse)
    }

    private func respond(
        to incoming: ListenerRequest, _ input: RequestInput, on context: ConnectionContext, _ phase: BodyPhase?
    ) async -> Step {
        if let answer = await monitoring?.answer(incoming, of: ground) {
            return .answered(response(answer, to: incoming))
        }
        let reading: BodyReading, answer: @Sendable (ReceivedBody) async -> ListenerResponse
        switch await handler.admit(incoming) {
        case .answered(let refusal): return .answered(response(refusal, to: incoming))
        case .waits(let respond):
            return phase?.end() == false ? .answered(.end(.none)) : .waits(respond)
        case .admitted(let found, let respond): (reading, answer) = (found, respond)
        }
        let body: ReceivedBody
        do {
            body = try await self.body(of: incoming.head, input, reading, on: context)
        } catch let failure as ListenerFailure {
            return .answered(response(to: failure, of: incoming))
        } catch {
            guard let outgoing = handler.responseToBrokenBody() else {
                return .answered(.end(error is HTTPParserError ? .malformed : .none))
            }
            return .answered(response(outgoing, to: incoming))
        }
        if phase?.end() == false { return .answered(.end(.none)) }
        return .answered(response(await answer(body), to: incoming))
    }

    /// Reads the body of a request, as `reading` says.
    /// - Throws: ``ListenerFailure``, and the errors of a body that ends too early.
    private func body(
        of head: HTTPRequest, _ input: RequestInput, _ reading: BodyReading, on context: ConnectionContext
    ) async throws -> ReceivedBody {
        guard let limit = reading.limit else { return .skipped }
        // A body that is too long is refused by its declared length. A client that waits for `100 Continue` must not send a body that will be
        // refused.
        guard !RequestBodies.isTooLong(head.headerFields, limit: limit) else {
            throw ListenerFailure.bodyTooLong(reading)
        }
        if case .inParts = reading { return .inParts(RequestBodyStream(head, input, on: context)) }
        do {
            guard let whole = try await RequestBodies.collect(head, input, limit: limit, on: context) else {
                throw ListenerFailure.bodyTooLong(reading)
            }
            return .whole(whole)
        } catch is BodyGate.DeadlinePassed {
            throw ListenerFailure.bodyTooSlow
        } catch let refusal as BodyBudget.Refusal {
            throw ListenerFailure.noRoomForBody(refusal)
        }
    }

    private func response(to failure: ListenerFailure, of incoming: ListenerRequest) -> Outgoing {
        incoming.record.count(failure.refusal)
        var outgoing = handler.response(to: failure)
        if failure.closes { outgoing.closes = true }
        return response(outgoing, to: incoming)
    }

    private func response(_ outgoing: ListenerResponse, to incoming: ListenerRequest) -> Outgoing {
        guard outgoing.weight != nil else {
            outgoing.room?.release()
            return whole(outgoing, to: incoming)
        }
        do throws(ResponseBudget.Full) {
            let body = try body(of: outgoing, to: incoming)
            var head = head(of: outgoing, to: incoming)
            // A response to HEAD without a length would have an end in chunks, which the client would take for the next response.
            if let length = body.contentLength ?? (incoming.isHead ? 0 : nil) { head.setLength(length) }
            return incoming.isHead ? .end(.whole(head, nil)) : .streamed(head, body)
        } catch {
            incoming.record.count(.answerMemory)
            return whole(handler.response(to: .noRoomForResponse(retryAfter: error.retryAfter)), to: incoming)
        }
    }

    /// Returns a response that is written at once.
    private func whole(_ outgoing: ListenerResponse, to incoming: ListenerRequest) -> Outgoing {
        let bytes = if case .bytes(let bytes) = outgoing.body { bytes } else { [UInt8]() }
        var head = head(of: outgoing, to: incoming)
        head.setLength(bytes.count)
        // The response to HEAD has the length of the body but no body (RFC 9110).
        let hasBody = !incoming.isHead && !bytes.isEmpty
        return .end(.whole(head, hasBody ? ByteBuffer(bytes: bytes) : nil))
    }

    private func head(of outgoing: ListenerResponse, to incoming: ListenerRequest) -> HTTPResponse {
        var head = HTTPResponse(status: outgoing.status, headerFields: outgoing.headers)
        head.headerFields[.date] = HTTPDate.now
        if let name = RequestID.header { head.headerFields[name] = incoming.record.id.text }
        // A server that closes a connection must announce it (RFC 9112, 9.6). Otherwise the client sends its next request into the closing
        // connection.
        if outgoing.closes || incoming.endsConnection { head.headerFields[.connection] = "close" }
        return head
    }

    /// Returns the body of a large response. Reserves memory for it.
    /// - Throws: ``ResponseBudget/Full`` if there is no memory.
    private func body(of outgoing: ListenerResponse, to incoming: ListenerRequest) throws(ResponseBudget.Full)
        -> ResponseBody
    {
        let room = outgoing.room ?? incoming.room()
        try room.settle(outgoing.weight ?? 0)
        return switch outgoing.body {
        case .bytes(let bytes): ResponseBody(bytes, in: room)
        case .parts(let first, let rest): ResponseBody(first, then: rest, in: room)
        case .file(let file, let length): ResponseBody(file: file, length: length, in: room)
        }
    }
}

extension HTTPAdapter.Outgoing {
    /// The status; `nil` if there is no response.
    var status: Int? {
        switch self {
        case .end(.whole(let head, _)), .streamed(let head, _): head.status.code
        case .end: nil
        }
    }
}

extension HTTPResponse {
    fileprivate mutating func setLength(_ bytes: Int) {
        if !headerFields.contains(.contentLength) { headerFields[.contentLength] = String(bytes) }
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
