import HTTPTypes
import HeraldPeer

/// Requests that a server answers itself, by closures. A server with a route table of its own uses ``ListenerHandler`` instead.
package struct OwnRoutes: ListenerHandler {
    /// The request that a closure answers.
    package struct Route: Sendable {
        package typealias Answer = @Sendable (ListenerRequest, ReceivedBody) async -> ListenerResponse

        let method: HTTPRequest.Method
        /// The whole path, as on the wire and without its query.
        let path: String
        let reading: BodyReading
        let answer: Answer

        /// - Parameter reading: the way to read the body. Defaults to not at all.
        package init(
            _ method: HTTPRequest.Method, _ path: String, reading: BodyReading = .skipped, answer: @escaping Answer
        ) {
            self.method = method
            self.path = path
            self.reading = reading
            self.answer = answer
        }
    }

    private struct Key: Hashable {
        let method: HTTPRequest.Method
        let path: String
    }

    private let routes: [Key: Route]

    /// - Parameter routes: if two have the same method and path, the first one counts.
    package init(_ routes: [Route]) {
        self.routes = Dictionary(routes.map { (Key(method: $0.method, path: $0.path), $0) }) { first, _ in first }
    }

    /// Returns true if one of the routes answers the request.
    package func contains(_ head: HTTPRequest) -> Bool { route(of: head) != nil }

    package func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        // The server framework between the proxy's handler and this call passes on only the head, so the route is looked up again.
        guard let route = route(of: request.head) else { return .answered(Self.response(.path)) }
        return .admitted(route.reading) { body in await route.answer(request, body) }
    }

    package func response(to failure: ListenerFailure) -> ListenerResponse {
        switch failure {
        case .bodyTooLong: Self.response(.bodyTooLong)
        case .bodyTooSlow: Self.response(.slowBody)
        case .noRoomForBody(.address): Self.response(.bodiesOfAddress)
        case .noRoomForBody(.everybody): Self.response(.bodies)
        case .noRoomForResponse(let wait):
            Self.response(.responses, ProxyRefusal.responses.fields(retryAfter: wait))
        }
    }

    private func route(of head: HTTPRequest) -> Route? {
        guard let text = head.path, let target = try? RequestTarget(text) else { return nil }
        return routes[Key(method: head.method, path: String(target.path))]
    }

    private static func response(_ refusal: ProxyRefusal, _ fields: HTTPFields? = nil) -> ListenerResponse {
        ListenerResponse(refusal.status, headers: fields ?? refusal.fields(), body: .bytes(Array(refusal.body.utf8)))
    }
}
