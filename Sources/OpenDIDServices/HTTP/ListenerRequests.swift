import HTTPTypes
import HeraldPeer

/// Passes the requests of a listener to the services, and their answers back.
struct ListenerRequests: ListenerHandler {
    let handler: any ServiceHandler

    /// A client that disconnects must not end a protocol step halfway.
    var completesRequests: Bool { true }

    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        let client = request.client
        // A proxy on this machine that is not configured as trusted forwards requests of unknown clients.
        let origin: ServiceRequest.Origin =
            client.isForwarded && !client.isLocal ? .forwarded(client.text) : .network(client.text)
        let read = ServiceRequest(
            method: request.method, target: request.target, authorization: request.headers[.authorization],
            origin: origin)
        guard var inside = read else { return .answered(response(FrontError.malformedTarget)) }
        inside.isOfBrowser = request.headers.contains(.origin)
        inside.host = request.head.authority
        // Access and rate limits are checked before the body is read.
        switch await handler.admit(inside) {
        case .refused(let refusal): return .answered(ListenerResponse(refusal))
        case .admitted(let limit, let respond):
            return .admitted(.whole(upTo: limit)) { [inside] body in
                var whole = inside
                whole.body = body.bytes
                return ListenerResponse(await respond(whole))
            }
        }
    }

    func response(to failure: ListenerFailure) -> ListenerResponse {
        switch failure {
        case .bodyTooLong:
            var refusal = response(FrontError.bodyTooLarge)
            refusal.closes = true
            return refusal
        case .bodyTooSlow: return response(FrontError.bodyTooSlow)
        case .noRoomForBody(.address): return response(FrontError.tooManyHalfSent, retryAfter: .seconds(5))
        case .noRoomForBody(.everybody): return response(FrontError.tooManyHalfSentByAll, retryAfter: .seconds(5))
        case .noRoomForResponse(let wait): return response(FrontError.tooManyUnread, retryAfter: wait)
        }
    }

    private func response(_ code: ServiceErrorCode, retryAfter: Duration? = nil) -> ListenerResponse {
        var answer = ServiceResponse(ServiceError(code))
        answer.retryAfter = retryAfter
        return ListenerResponse(answer)
    }
}

extension ListenerResponse {
    private static let json: HTTPFields = [.contentType: "application/json;charset=utf-8"]

    /// Creates the response of an answer.
    init(_ answer: ServiceResponse) {
        self.init(HTTPResponse.Status(code: answer.status), headers: Self.json, body: .bytes(answer.body))
        if !answer.allowed.isEmpty { headers[.allow] = answer.allowed.joined(separator: ", ") }
        if let wait = answer.retryAfter { headers[.retryAfter] = "\(wait.components.seconds)" }
    }
}
