import NIOCore
import NIOHTTP1

/// Refuses heads that two programs could read in different ways (request smuggling). It sees a head before the types of HTTP replace those of
/// SwiftNIO, because these drop second hosts and the scheme of a target.
final class HeadGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The rest of the input cannot be trusted after a refused head.
        guard !hasRefused else { return }
        if case .head(let head) = unwrapInboundIn(data), let refusal = Self.refusal(of: head) {
            hasRefused = true
            return context.fireErrorCaught(refusal)
        }
        context.fireChannelRead(data)
    }

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
        let isOld = head.version.major == 1 && head.version.minor == 0
        guard hosts <= 1, hosts == 1 || isOld, lengths + codings <= 1 else { return .framing }
        // HTTP/1.0 has no chunks, so its programs ignore the header field.
        return codings == 1 && isOld ? .framing : nil
    }
}
