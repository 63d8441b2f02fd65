import HTTPTypes
import HeraldPeer
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

extension ProxyHandler: ExchangeClient {
    func respond(_ head: HTTPResponseHead, of exchange: Exchange) {
        // Without a length, SwiftNIO would write the end of a body that a response to HEAD does not have.
        if isHead, !head.headers.contains(name: "content-length") { endsAfterResponse = true }
        write(.head(rules.heads.response(head, closes: endsAfterResponse)))
    }

    func respond(_ part: ByteBuffer, of exchange: Exchange) {
        guard let context else { return }
        let bytes = part.readableBytes
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { [weak exchange] _ in exchange?.clientTook(bytes) }
        context.write(wrapOutboundOut(.body(part)), promise: taken)
    }

    func flushResponse() { context?.flush() }

    func finish(_ exchange: Exchange) {
        guard exchange === self.exchange else { return }
        release()
        write(.end(nil))
        context?.flush()
        isHead = false
        if endsAfterResponse { endInput() }
        next()
    }

    func fail(_ exchange: Exchange, _ refusal: ProxyRefusal) {
        guard exchange === self.exchange else { return }
        release()
        // The client must not mistake a part of a response for the whole.
        if exchange.hasBegunResponse { return context?.close(promise: nil) ?? () }
        answer(refusal)
        next()
    }

    /// Ends the exchange. The rest of its request is dropped.
    private func release() {
        exchange = nil
        if arriving == .homeserver { arriving = .nowhere }
    }

    func wantsBody() { if let context { ground.wantsBody(context) } }

    func tookBodyBytes(_ bytes: Int) { if let context { ground.hasGivenOn(bytes, context) } }

    func expect(within time: Duration?) { if let time { timer?.set(after: time) } else { timer?.clear() } }

    /// Answers the current request with an error of Matrix.
    func answer(_ refusal: ProxyRefusal) {
        let body = ByteBuffer(string: refusal.body)
        var fields = refusal.fields()
        fields[.contentLength] = String(body.readableBytes)
        let closes = refusal.closes || endsAfterResponse
        if closes { fields[.connection] = "close" }
        write(.head(HTTPResponse(status: refusal.status, headerFields: fields)))
        if !isHead { write(.body(body)) }
        write(.end(nil))
        context?.flush()
        isHead = false
        if closes { endInput() }
    }

    private func write(_ part: HTTPResponsePart) { context?.write(wrapOutboundOut(part), promise: nil) }
}
