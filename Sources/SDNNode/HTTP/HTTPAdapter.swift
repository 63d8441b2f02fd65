import HTTPTypes
import HeraldPeer
import Hummingbird
import NIOCore
import SDNWire

/// Passes requests from Hummingbird to the node's pipeline, and answers back.
struct HTTPAdapter: HTTPResponder {
    typealias Context = ConnectionContext
    let handler: NodeHandler
    let ground: ListenerGround

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let client = ground.client(of: request.head, on: context)
        return try await ground.shares.run(for: client.key) { try await respond(to: request, of: client, on: context) }
    }

    private func respond(to request: Request, of client: ClientAddress, on context: ConnectionContext) async throws
        -> Response
    {
        let room = ground.room(for: client, on: context)
        var inside = NodeRequest(
            method: request.method.rawValue, target: request.head.path ?? "/",
            authorization: request.headers[.authorization],
            remoteAddress: client.text)
        inside.isForwarded = client.isForwarded
        inside.contentType = request.headers[.contentType]
        inside.room = room
        let admitted: NodeHandler.Admitted
        switch await handler.admit(inside) {
        case .answered(let refusal): return answer(refusal, to: request, room)
        case .admitted(let found): admitted = found
        }
        if let limit = admitted.bodyLimit {
            // A body that is too long is refused by its declared length. A client that waits for `100 Continue` must not send a body that will be
            // refused.
            if RequestBodies.isTooLong(request.headers, limit: limit) {
                return answer(tooLarge(admitted, limit), to: request, room)
            }
            if admitted.isUpload {
                inside.stream = RequestBodyStream(request, on: context)
            } else {
                do {
                    guard let whole = try await RequestBodies.collect(request, limit: limit, on: context) else {
                        return answer(NodeHandler.tooLarge, to: request, room)
                    }
                    inside.body = whole
                } catch is BodyDeadline.Passed {
                    return answer(NodeHandler.tooSlow, to: request, room, closes: true)
                } catch let refusal as BodyBudget.Refusal {
                    return answer(NodeHandler.noRoom(refusal), to: request, room, closes: true)
                }
            }
        }
        let (connections, channel, executor) = (ground.connections, context.id, ground.shares.executor(for: client.key))
        inside.whileConnected = { work in try await connections.run(on: channel, executor: executor, work) }
        let outside = await handler.respond(admitted, to: inside)
        inside.body = []
        return answer(
            outside, to: request, room, closes: admitted.isUpload && [408, 429, 503].contains(outside.status))
    }

    private func tooLarge(_ admitted: NodeHandler.Admitted, _ limit: Int) -> NodeResponse {
        guard admitted.isUpload else { return NodeHandler.tooLarge }
        return NodeResponse(MatrixError(.tooLarge, "A file has at most \(limit) bytes."))
    }

    /// - Parameter closes: true if the node may not have read the whole body. The rest of the body could then not be distinguished from the next
    ///   request.
    private func answer(_ inside: NodeResponse, to request: Request, _ room: AnswerRoom, closes: Bool = false)
        -> Response
    {
        var answer = response(inside, room)
        // A server that closes a connection must announce it (RFC 9112, 9.6). Otherwise the client sends its next request into the closing
        // connection.
        if closes || request.headers[.connection]?.lowercased() == "close" { answer.headers[.connection] = "close" }
        // The answer to HEAD has the length of the body but no body (RFC 9110).
        return request.method == .head ? answer.createHeadResponse() : answer
    }

    private func response(_ inside: NodeResponse, _ room: AnswerRoom) -> Response {
        do {
            if inside.rest != nil {
                // Only one part is in memory at a time. The answer is refused if there is no memory for the first one.
                try room.settle(max(inside.body.count, AnswerRoom.streamed))
            } else if let file = inside.file {
                try room.settle(min(file.length, AnswerRoom.streamed))
            } else if inside.body.count >= AnswerRoom.large {
                try room.settle(inside.body.count)
            } else {
                room.release()
            }
        } catch {
            return response(NodeHandler.noRoom(error), room)
        }
        var headers = HTTPFields()
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlAllowMethods] = "GET, POST, PUT, DELETE, OPTIONS"
        headers[.accessControlAllowHeaders] = "X-Requested-With, Content-Type, Authorization"
        for (name, value) in inside.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let status = HTTPResponse.Status(code: inside.status)
        if let file = inside.file {
            return Response(status: status, headers: headers, body: ResponseBody(file: file, in: room))
        }
        guard !inside.body.isEmpty || inside.rest != nil else { return Response(status: status, headers: headers) }
        headers[.contentType] = "application/json"
        if let rest = inside.rest {
            return Response(status: status, headers: headers, body: ResponseBody(inside.body, then: rest, in: room))
        }
        let body =
            inside.body.count >= AnswerRoom.large
            ? ResponseBody(inside.body, in: room) : ResponseBody(byteBuffer: ByteBuffer(bytes: inside.body))
        return Response(status: status, headers: headers, body: body)
    }
}
