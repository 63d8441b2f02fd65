import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// A connection whose requests a ``RequestDriver`` passes on.
struct RequestChannel: ServerChildChannel {
    struct Value: ServerChildChannelValue { let channel: any Channel }

    /// The size of a connection's first read, in bytes. It grows with the requests. Most requests fit, and each idle connection keeps so much.
    private static let firstRead = 1_024
    private static let largestRead = 64 << 10
    /// The most header fields of a request.
    private static let fields = 1_000

    let begin: RequestDriver.Begin
    let served: ServedConnections
    /// Returns the channel handlers between the HTTP decoder and the requests.
    let handlers: @Sendable () -> [any ChannelHandler]
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
            let running = CurrentRequest()
            try pipeline.addHandler(RequestDriver(begin, running, logger: logger))
            served.add(channel, running)
            return Value(channel: channel)
        }
    }

    /// Does nothing, because ``ServedConnections`` waits for the connection's end.
    func handle(value: Value, logger: Logger) async {}
}
