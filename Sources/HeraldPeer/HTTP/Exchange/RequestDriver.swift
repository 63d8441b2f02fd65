import DequeModule
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Starts a task for each request of a connection, one at a time, and writes the responses.
///
/// It is written by hand, because the server framework's handler keeps a task for each connection and passes each part of a message through
/// asynchronous sequences. That costs an idle connection more than 10 KB, and a small request about a tenth of its time.
final class RequestDriver: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Starts the task of a request. The task must send exactly one answer.
    typealias Begin = @Sendable (HTTPRequest, RequestInput, ConnectionContext, RequestOutput) -> RunningRequest

    /// The event of a server that waits no longer for requests. The connection's request is cancelled, and the connection ends after its answer.
    struct Stop: Sendable {}

    private struct Current {
        /// The head, until the request is started. Its task has it then, and a request that waits does not need it.
        var head: HTTPRequest?
        let input: RequestInput
        /// True when no more of its body arrives.
        var isComplete = false
        /// True when a part of its response was written.
        var isBegun = false
        var isAnswered = false
    }

    /// The number of parts of later requests from which the connection is not read.
    private static let most = 10

    private let begin: Begin
    private let running: CurrentRequest
    private let logger: Logger
    private var context: ChannelHandlerContext?
    private var connection: ConnectionContext?
    private var current: Current?
    /// The parts of later requests.
    private var waiting = Deque<HTTPRequestPart>()
    /// The reason why no further part arrives.
    private var end: (any Error)?
    /// True when no further request begins.
    private var isEnding = false
    private var isStopped = false
    /// True when the connection ends as soon as all that has arrived is answered.
    private var isQuiescing = false
    /// True when a response has announced the end of the connection for that reason.
    private var hasAnnouncedEnd = false
    /// True when the channel wanted to read but too much waits.
    private var isHeld = false
    /// True while the client has not taken all of an answer.
    private var isSending = false

    init(_ begin: @escaping Begin, _ running: CurrentRequest, logger: Logger) {
        (self.begin, self.running, self.logger) = (begin, running, logger)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        isEnding = true
        waiting = []
        current?.input.fail(ChannelError.ioOnClosedChannel)
        current = nil
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isEnding { return }
        let part = unwrapInboundIn(data)
        if waiting.isEmpty, isReady(context) { return take(part, context) }
        waiting.append(part)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { close(for: error, context) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as ChannelEvent where event == .inputClosed:
            close(for: RequestBodyStream.Incomplete(), context)
        case is ChannelShouldQuiesceEvent:
            isQuiescing = true
            advance(context)
        case is Stop:
            isStopped = true
            running.cancel()
            // A client that takes its response slowly would keep the server.
            if current.map({ $0.isBegun || $0.isAnswered }) ?? true { context.close(promise: nil) }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// True if the driver can take a part: one of the current request, or the first one of the next request.
    private func isReady(_ context: ChannelHandlerContext) -> Bool {
        if let current { return !current.isComplete }
        // The next answer must not add to the memory of those that the client has not taken.
        return !isSending && context.channel.isActive
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            let driver = NIOLoopBound(self, eventLoop: context.eventLoop)
            let input = RequestInput { driver.eventLoop.execute { driver.value.readOn() } }
            current = Current(head: head, input: input)
        case .body(let bytes): current?.input.add(bytes)
        case .end:
            current?.isComplete = true
            current?.input.finish()
            start(context)
            if current?.isAnswered == true { current = nil }
        }
    }

    /// Starts the current request. That happens when its body is complete, or when all that has arrived is read. Most bodies are then complete, so
    /// their tasks do not wait.
    private func start(_ context: ChannelHandlerContext) {
        guard let request = current, let head = request.head else { return }
        current?.head = nil
        let connection = connection ?? ConnectionContext(context.channel, logger: logger)
        self.connection = connection
        let output = RequestOutput(NIOLoopBound(self, eventLoop: context.eventLoop))
        let started = begin(head, request.input, connection, output)
        running.set(started)
        if isStopped { started.cancel() }
    }

    /// Goes on with what waits.
    private func advance(_ context: ChannelHandlerContext) {
        while !isEnding, let part = waiting.first, isReady(context) {
            waiting.removeFirst()
            take(part, context)
        }
        if isQuiescing, current == nil, waiting.isEmpty, !isSending { return context.close(promise: nil) }
        guard !isEnding else { return }
        start(context)
        if let end, waiting.isEmpty { finish(for: end, context) }
        readOn()
    }

    /// Records that no further part arrives.
    private func close(for error: any Error, _ context: ChannelHandlerContext) {
        guard end == nil, !isEnding else { return }
        end = error
        advance(context)
    }

    private func finish(for error: any Error, _ context: ChannelHandlerContext) {
        if let current {
            guard !current.isComplete else { return }
            // The request's own answer tells the client of the error.
            end = RequestBodyStream.Incomplete()
            self.current?.isComplete = true
            current.input.fail(error)
            guard current.isAnswered else { return }
            self.current = nil
        }
        // A channel that is closed in both directions loses what the client has not taken.
        guard !isSending, context.channel.isActive else { return }
        isEnding = true
        switch error {
        // The refusal ends the connection.
        case is HTTPParserError: write(.malformed, context)
        case is RequestBodyStream.Incomplete: context.close(mode: .output, promise: nil)
        default: context.close(promise: nil)
        }
    }

    // MARK: Reading

    func read(context: ChannelHandlerContext) {
        isHeld = waiting.count >= Self.most || current?.input.isFull() == true
        if !isHeld { context.read() }
    }

    private func readOn() {
        if isHeld, let context { read(context: context) }
    }

    // MARK: Answers

    /// Writes a part of a response.
    /// - Parameter promise: succeeds when the client has taken the part.
    func write(_ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>) {
        guard let context, current?.isAnswered == false, !isStopped else {
            return promise.fail(isStopped ? CancellationError() : ChannelError.ioOnClosedChannel)
        }
        current?.isBegun = true
        context.writeAndFlush(wrapOutboundOut(announcing(part)), promise: promise)
    }

    /// Returns a part of a response. Its head announces that the connection ends, if it does.
    private func announcing(_ part: HTTPResponsePart) -> HTTPResponsePart {
        guard isQuiescing, waiting.isEmpty, case .head(var head) = part else { return part }
        head.headerFields[.connection] = "close"
        hasAnnouncedEnd = true
        return .head(head)
    }

    /// Writes the end of the current request's response, or all of it.
    func end(_ answer: RequestOutput.Answer) {
        guard let context, current?.isAnswered == false else { return }
        let closes = write(answer, context) || hasAnnouncedEnd || isStopped
        // The write may have closed the channel.
        guard current != nil else { return }
        current?.isAnswered = true
        current?.input.drop()
        // A task that has ended keeps its memory as long as it is known, and a connection may be idle for long.
        running.set(nil)
        if current?.isComplete == true { current = nil }
        if closes {
            (isEnding, waiting) = (true, [])
            if isStopped { context.close(promise: nil) }
        } else {
            advance(context)
        }
    }

    /// Returns a promise that succeeds when the client has taken all of an answer.
    private func taken(_ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        isSending = true
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { _ in
            self.isSending = false
            if let context = self.context { self.advance(context) }
        }
        return taken
    }

    /// - Returns: true if no further request may begin.
    @discardableResult private func write(_ answer: RequestOutput.Answer, _ context: ChannelHandlerContext) -> Bool {
        switch answer {
        case .whole(let head, let body):
            // Not for the end, which is no bytes, and would be a write of its own.
            let taken = taken(context)
            context.write(wrapOutboundOut(announcing(.head(head))), promise: body == nil ? taken : nil)
            if let body { context.write(wrapOutboundOut(.body(body)), promise: taken) }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            return head.headerFields[.connection] == "close"
        case .rest(let closes):
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: taken(context))
            return closes
        case .malformed:
            let head = HTTPResponse(status: .badRequest, headerFields: [.connection: "close", .contentLength: "0"])
            return write(.whole(head, nil), context)
        case .none:
            context.close(promise: nil)
            return true
        }
    }
}
