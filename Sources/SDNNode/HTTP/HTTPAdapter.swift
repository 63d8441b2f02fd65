import HTTPTypes
import HeraldPeer
import Hummingbird
import NIOCore
import SDNWire

/// Carries requests from Hummingbird to the node's pipeline and answers back.
struct HTTPAdapter: HTTPResponder {
    typealias Context = ConnectionContext
    let handler: NodeHandler
    let connections: Connections

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var inside = NodeRequest(
            method: request.method.rawValue, target: request.head.path ?? "/", authorization: request.headers[.authorization],
            remoteAddress: context.remoteAddress)
        inside.contentType = request.headers[.contentType]
        let uploadLimit = handler.uploadLimit(of: inside)
        // Refused by its length alone: a client that asks before it sends must not send what nobody wants.
        if RequestBodies.isTooLong(request.headers, limit: uploadLimit ?? NodeHandler.bodyLimit) {
            return refusal(tooLarge(uploadLimit), of: request, closes: RequestBodies.asksFirst(request.head))
        }
        if uploadLimit == nil {
            do {
                guard let whole = try await RequestBodies.collect(request.body, limit: NodeHandler.bodyLimit) else {
                    return refusal(NodeHandler.tooLarge, of: request, closes: false)
                }
                inside.body = whole
            } catch is BodyDeadline.Passed {
                return refusal(NodeHandler.tooSlow, of: request, closes: true)
            }
        } else {
            inside.stream = RequestBodyStream(request.body)
        }
        let (connections, channel) = (connections, context.channel)
        inside.whileConnected = { work in try await connections.run(on: channel, work) }
        let outside = await handler.respond(to: inside)
        var answer = response(outside)
        // Who closes has to say so (RFC 9112, 9.6): a client that is not told sends its next request into the closing connection.
        let closes = request.headers[.connection]?.lowercased() == "close" || (uploadLimit != nil && outside.status == 408)
        if closes { answer.headers[.connection] = "close" }
        // The answer to HEAD says how long its body would be and has none (RFC 9110).
        return request.method == .head ? answer.createHeadResponse() : answer
    }

    private func tooLarge(_ uploadLimit: Int?) -> NodeResponse {
        guard let uploadLimit else { return NodeHandler.tooLarge }
        return NodeResponse(MatrixError(.tooLarge, "A file has at most \(uploadLimit) bytes."))
    }

    /// - Parameter closes: whether the rest of the body may stay away, so that the next request could not be told from it.
    private func refusal(_ inside: NodeResponse, of request: Request, closes: Bool) -> Response {
        var answer = response(inside)
        if closes { answer.headers[.connection] = "close" }
        return request.method == .head ? answer.createHeadResponse() : answer
    }

    private func response(_ inside: NodeResponse) -> Response {
        var headers = HTTPFields()
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlAllowMethods] = "GET, POST, PUT, DELETE, OPTIONS"
        headers[.accessControlAllowHeaders] = "X-Requested-With, Content-Type, Authorization"
        for (name, value) in inside.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let status = HTTPResponse.Status(code: inside.status)
        if let file = inside.file { return Response(status: status, headers: headers, body: ResponseBody(file: file)) }
        guard !inside.body.isEmpty else { return Response(status: status, headers: headers) }
        headers[.contentType] = "application/json"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: inside.body)))
    }
}
