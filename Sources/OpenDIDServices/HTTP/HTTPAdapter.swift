import HTTPTypes
import HeraldPeer
import Hummingbird
import NIOCore

/// Carries requests from Hummingbird to the services and answers back.
struct HTTPAdapter: HTTPResponder {
    typealias Context = ConnectionContext
    let handler: any ServiceHandler

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let read = ServiceRequest(
            method: request.method.rawValue, target: request.head.path ?? "/", authorization: request.headers[.authorization],
            origin: .network(context.remoteAddress))
        guard var inside = read else {
            return response(to: request, ServiceResponse(ServiceError(FrontError.malformedTarget)), closes: false)
        }
        // Whoever is refused is so before the body is read.
        let handler = handler
        let limit: Int, answer: @Sendable (ServiceRequest) async -> ServiceResponse
        switch await handler.admit(inside) {
        case .refused(let refusal): return response(to: request, refusal, closes: RequestBodies.hasBody(request.headers))
        case .admitted(let bodyLimit, let respond):
            limit = bodyLimit
            answer = respond
        }
        // Refused by its length alone, before anything of it is read.
        if RequestBodies.isTooLong(request.headers, limit: limit) {
            return response(to: request, ServiceResponse(ServiceError(FrontError.bodyTooLarge)), closes: true)
        }
        do {
            guard let whole = try await RequestBodies.collect(request.body, limit: limit) else {
                return response(to: request, ServiceResponse(ServiceError(FrontError.bodyTooLarge)), closes: true)
            }
            inside.body = whole
        } catch is BodyDeadline.Passed {
            return response(to: request, ServiceResponse(ServiceError(FrontError.bodyTooSlow)), closes: true)
        }
        let whole = inside
        // In a task of its own: a client that hangs up must not cancel a step half way.
        return response(to: request, await Task { await answer(whole) }.value, closes: false)
    }

    /// - Parameter closes: whether the rest of the request may stay away, so that the next one could not be told from it.
    private func response(to request: Request, _ inside: ServiceResponse, closes: Bool) -> Response {
        var headers: HTTPFields = [.contentType: "application/json;charset=utf-8"]
        if !inside.allowed.isEmpty { headers[.allow] = inside.allowed.joined(separator: ", ") }
        if let seconds = inside.retryAfter { headers[.retryAfter] = "\(seconds)" }
        // Who closes has to say so (RFC 9112, 9.6).
        if closes || request.headers[.connection]?.lowercased() == "close" { headers[.connection] = "close" }
        let answer = Response(
            status: HTTPResponse.Status(code: inside.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: inside.body)))
        // The answer to HEAD says how long its body would be and has none (RFC 9110).
        return request.method == .head ? answer.createHeadResponse() : answer
    }
}
