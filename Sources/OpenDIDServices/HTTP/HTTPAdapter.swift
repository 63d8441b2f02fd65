import HTTPTypes
import HeraldPeer
import Hummingbird
import NIOCore

/// Passes requests from Hummingbird to the services, and their answers back.
struct HTTPAdapter: HTTPResponder {
    typealias Context = ConnectionContext
    let handler: any ServiceHandler
    let ground: ListenerGround

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let client = ground.client(of: request.head, on: context)
        return try await ground.shares.run(for: client.key) { try await respond(to: request, of: client, on: context) }
    }

    private func respond(to request: Request, of client: ClientAddress, on context: ConnectionContext) async throws
        -> Response
    {
        // A proxy on this machine that is not configured as trusted forwards requests of unknown clients.
        let origin: ServiceRequest.Origin =
            client.isForwarded && !client.isLocal ? .forwarded(client.text) : .network(client.text)
        let read = ServiceRequest(
            method: request.method.rawValue, target: request.head.path ?? "/",
            authorization: request.headers[.authorization], origin: origin)
        guard var inside = read else {
            return response(to: request, ServiceResponse(ServiceError(FrontError.malformedTarget)))
        }
        inside.isOfBrowser = request.headers[.origin] != nil
        inside.host = request.head.authority
        // Access and rate limits are checked before the body is read.
        let limit: Int, answer: @Sendable (ServiceRequest) async -> ServiceResponse
        switch await handler.admit(inside) {
        case .refused(let refusal): return response(to: request, refusal)
        case .admitted(let bodyLimit, let respond): (limit, answer) = (bodyLimit, respond)
        }
        // A body whose stated length is too large is refused before any of it is read.
        guard !RequestBodies.isTooLong(request.headers, limit: limit) else {
            return refuse(request, FrontError.bodyTooLarge)
        }
        do {
            guard let whole = try await RequestBodies.collect(request, limit: limit, on: context) else {
                return refuse(request, FrontError.bodyTooLarge)
            }
            inside.body = whole
        } catch is BodyDeadline.Passed {
            return refuse(request, FrontError.bodyTooSlow)
        } catch let refusal as BodyBudget.Refusal {
            return refuse(request, refusal)
        }
        let whole = inside
        inside.body = []
        // The step runs in a task of its own, so that a client that disconnects does not cancel it halfway.
        let outside = await Task(executorPreference: ground.shares.executor(for: client.key)) { await answer(whole) }
            .value
        guard outside.body.count >= AnswerRoom.large else { return response(to: request, outside) }
        let room = ground.room(for: client, on: context)
        do {
            try room.settle(outside.body.count)
        } catch {
            var full = ServiceResponse(ServiceError(FrontError.tooManyUnread))
            full.retryAfter = error.retryAfter
            return response(to: request, full)
        }
        return response(to: request, outside, in: room)
    }

    private func refuse(_ request: Request, _ code: ServiceErrorCode) -> Response {
        response(to: request, ServiceResponse(ServiceError(code)), closes: true)
    }

    private func refuse(_ request: Request, _ refusal: BodyBudget.Refusal) -> Response {
        let code =
            switch refusal {
            case .address: FrontError.tooManyHalfSent
            case .everybody: FrontError.tooManyHalfSentByAll
            }
        var answer = refuse(request, code)
        answer.headers[.retryAfter] = "5"
        return answer
    }

    /// - Parameters:
    ///   - closes: true if the rest of the request may never be read. The connection cannot carry another request then.
    ///   - room: holds the memory of a large body.
    private func response(
        to request: Request, _ inside: ServiceResponse, closes: Bool = false, in room: AnswerRoom? = nil
    ) -> Response {
        var headers: HTTPFields = [.contentType: "application/json;charset=utf-8"]
        if !inside.allowed.isEmpty { headers[.allow] = inside.allowed.joined(separator: ", ") }
        if let seconds = inside.retryAfter { headers[.retryAfter] = "\(seconds)" }
        // The server announces that it closes the connection (RFC 9112, 9.6).
        if closes || request.headers[.connection]?.lowercased() == "close" { headers[.connection] = "close" }
        let answer = Response(
            status: HTTPResponse.Status(code: inside.status), headers: headers,
            body: room.map { ResponseBody(inside.body, in: $0) }
                ?? ResponseBody(byteBuffer: ByteBuffer(bytes: inside.body)))
        // The answer to HEAD states the length of the body and has none (RFC 9110).
        return request.method == .head ? answer.createHeadResponse() : answer
    }
}
