import NIOCore
import NIOHTTP1

/// Refuses heads that two programs could read in different ways (request smuggling). It sees a head before the types of HTTP replace those of
/// SwiftNIO, because these drop second hosts, the scheme of a target and the version.
///
/// A client of HTTP/1.0 does not know chunks. Its response ends with the connection (RFC 9112, 9.3).
final class HeadGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var hasRefused = false
    /// True after a request of HTTP/1.0. It is the last one of its connection.
    private var isOld = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The rest of the input cannot be trusted after a refused head.
        guard !hasRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if let refusal = Self.refusal(of: head) {
            hasRefused = true
            return context.fireErrorCaught(refusal)
        }
        guard Self.isOld(head) else { return context.fireChannelRead(data) }
        isOld = true
        // The handlers behind this one do not see the version. They end the connection after such a request.
        let isBare = head.headers[canonicalForm: "connection"].allSatisfy { $0.lowercased() == "keep-alive" }
        if isBare { head.headers.remove(name: "connection") }
        head.headers.add(name: "Connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOld, case .head(var head) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        // The encoder writes no chunks with this version.
        head.version = .http1_0
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version.major == 1 && head.version.minor == 0 }

    static func refusal(of head: HTTPRequestHead) -> ProxyRefusal? {
        guard head.method != .CONNECT, head.method != .TRACE else { return .method }
        guard head.uri.utf8.first == UInt8(ascii: "/") else { return .target }
        var hosts = 0, lengths = 0, codings = 0
        for (name, value) in head.headers {
            // A sender cannot write these bytes, and a program that does not check them could see two lines.
            guard value.utf8.allSatisfy({ $0 != 0x0D && $0 != 0x0A && $0 != 0 }) else { return .malformed }
            switch name.utf8.count {
            case 4 where name.lowercased() == "host": hosts += 1
            case 14 where name.lowercased() == "content-length":
                lengths += 1
                guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .framing }
            case 17 where name.lowercased() == "transfer-encoding":
                codings += 1
                guard value.lowercased() == "chunked" else { return .framing }
            default: break
            }
        }
        guard hosts <= 1, hosts == 1 || isOld(head), lengths + codings <= 1 else { return .framing }
        // HTTP/1.0 has no chunks, so its programs ignore the header field.
        return codings == 1 && isOld(head) ? .framing : nil
    }
}
