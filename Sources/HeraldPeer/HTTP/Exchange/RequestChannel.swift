import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// A connection whose requests a ``RequestDriver`` passes on.
struct RequestChannel: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let running: CurrentRequest
    }

    /// The size of a connection's first read, in bytes. It grows with the requests. Most requests fit, and each idle connection keeps so much.
    private static let firstRead = 1_024
    private static let largestRead = 64 << 10
    /// The most header fields of a request.
    private static let fields = 1_000

    let begin: RequestDriver.Begin
    /// Returns the channel handlers between the HTTP decoder and the requests.
    let handlers: @Sendable () -> [any ChannelHandler]
    /// The time for which a connection may be idle; `nil` if another handler limits it.
    let idleTimeout: Duration?
    /// The largest size of a request's target and header together, in bytes.
    let headBytes: Int

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: Self.firstRead, initial: Self.firstRead, maximum: Self.largestRead))
            var limits = NIOHTTPDecoderLimitConfiguration()
            (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (headBytes, headBytes)
            limits.maxHeaderFieldCount = Self.fields
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(HTTPResponseEncoder())
            // After a request to change the protocol, the decoder only stores what arrives.
            try pipeline.addHandler(
                ByteToMessageHandler(
                    HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits),
                    maximumBufferSize: headBytes + Self.largestRead))
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandlers(handlers())
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: idleTimeout, logger: logger))
            let running = CurrentRequest()
            try pipeline.addHandler(RequestDriver(begin, running, logger: logger))
            return Value(channel: channel, running: running)
        }
    }

    /// Returns when the connection is closed and its request has ended. If the calling task is cancelled, so is the request.
    func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            // The future of a channel's end never fails.
            try? await value.channel.closeFuture.get()
            await value.running.hasEnded()
        } onCancel: {
            // The pipeline of a closed channel passes no events on.
            value.running.cancel()
            value.channel.pipeline.fireUserInboundEventTriggered(RequestDriver.Stop())
        }
    }
}
