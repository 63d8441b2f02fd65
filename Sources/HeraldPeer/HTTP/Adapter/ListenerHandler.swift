/// A server behind an ``HTTPListener``. ``HTTPAdapter`` passes requests to it and sends its responses.
package protocol ListenerHandler: Sendable {
    /// True if a request whose body has been read is completed even if the listener gives it up, for example because it stops. A protocol step
    /// then never ends halfway. Defaults to `false`.
    var completesRequests: Bool { get }

    /// Decides about a request before its body is read, so that refusals cost little. It splits the target and finds the route. Each call counts
    /// against the limits.
    func admit(_ request: ListenerRequest) async -> ListenerAdmission

    /// Returns the response, in the server's own format, to a request that the listener had to give up.
    func response(to failure: ListenerFailure) -> ListenerResponse

    /// Returns the response to a request whose body ends too early or is not HTTP. Defaults to `nil`: the server framework then ends the
    /// connection.
    func responseToBrokenBody() -> ListenerResponse?
}

extension ListenerHandler {
    package var completesRequests: Bool { false }
    package func responseToBrokenBody() -> ListenerResponse? { nil }
}

/// The decision about a request before its body is read.
package enum ListenerAdmission: Sendable {
    /// The request is answered without its body.
    case answered(ListenerResponse)
    /// The body is read, and the closure answers the request.
    case admitted(BodyReading, respond: @Sendable (ReceivedBody) async -> ListenerResponse)
}

/// The reason why a listener gives up a request.
package enum ListenerFailure: Error, Hashable {
    /// The body is longer than this allows.
    case bodyTooLong(BodyReading)
    /// The body has taken too long. The connection ends after the response.
    case bodyTooSlow
    /// There is no memory for the body. The connection ends after the response.
    case noRoomForBody(BodyBudget.Refusal)
    /// There is no memory for the response. The client may try again after this time.
    case noRoomForResponse(retryAfter: Duration)

    /// True if the rest of the request's body may still arrive.
    var closes: Bool {
        switch self {
        case .bodyTooSlow, .noRoomForBody: true
        case .bodyTooLong, .noRoomForResponse: false
        }
    }
}
