import HTTPTypes
import HeraldPeer
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

extension ProxyHandler: ExchangeClient {
    func respond(_ head: HTTPResponseHead, of exchange: Exchange) {
        var head = head
        do throws(ProxyRefusal) {
            if let origin, (300..<400).contains(head.status.code),
                let location = try rules.redirects.location(head.headers["location"], of: origin)
            {
                head.headers.replaceOrAdd(name: "Location", value: location)
            }
        } catch {
            exchange.cancel()
            release()
            answer(error)
            return next()
        }
        // Without a length, SwiftNIO would write the end of a body that a response to HEAD does not have.
        if isHead, !head.headers.contains(name: "content-length") { endsAfterResponse = true }
        passedOn?.count(status: Int(head.status.code))
        write(.head(rules.heads.response(head, closes: endsAfterResponse, id: id)))
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
        endRecord()
        if endsAfterResponse { endInput() }
        next()
    }

    /// Forgets the request that is answered.
    private func endRecord() { (isHead, id, passedOn, origin) = (false, nil, nil, nil) }

    func fail(_ exchange: Exchange, _ refusal: ProxyRefusal) {
        guard exchange === self.exchange else { return }
        release()
        // The client must not mistake a part of a response for the whole.
        if exchange.hasBegunResponse {
            note(refusal)
            return context?.close(promise: nil) ?? ()
        }
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
        note(refusal)
        passedOn?.count(status: refusal.status.code)
        let body = ByteBuffer(string: refusal.body)
        var fields = refusal.fields()
        if let id, let name = RequestID.header { fields[name] = id.text }
        fields[.contentLength] = String(body.readableBytes)
        let closes = refusal.closes || endsAfterResponse
        if closes { fields[.connection] = "close" }
        write(.head(HTTPResponse(status: refusal.status, headerFields: fields)))
        if !isHead { write(.body(body)) }
        write(.end(nil))
        context?.flush()
        endRecord()
        if closes { endInput() }
    }

    private func note(_ refusal: ProxyRefusal) {
        rules.counts.refusals.add(refusal)
        rules.log.failed(refusal, of: id)
    }

    private func write(_ part: HTTPResponsePart) { context?.write(wrapOutboundOut(part), promise: nil) }
}
