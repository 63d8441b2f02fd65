import HTTPTypes

/// The reason why a proxy answers a request itself, with an error in the form of Matrix.
package enum ProxyRefusal: String, Error, Hashable, CaseIterable, Sendable {
    /// The time after which a client may repeat a request for which there was no room.
    private static let retryTime = Duration.seconds(5)

    /// The target is not a path in origin form (RFC 9112, 3.2.1).
    case target
    /// The path could be read in two ways.
    case ambiguousPath = "ambiguous_path"
    /// No route covers the path.
    case path
    /// The head states the length of the body in two ways, or is otherwise ambiguous.
    case framing
    /// The bytes are not HTTP.
    case malformed
    /// The method is `CONNECT` or `TRACE`.
    case method
    /// The client has sent too many requests that the homeserver answers without a token.
    case rateLimit = "rate_limit"
    /// The body is longer than one of the server's own routes allows.
    case bodyTooLong = "body_too_long"
    /// The body has taken too long.
    case slowBody = "slow_body"
    /// The bodies of the client's address take too much memory.
    case bodiesOfAddress = "bodies_of_address"
    /// The bodies of all addresses take too much memory.
    case bodies
    /// The responses of the server's own routes take too much memory.
    case responses
    /// Too many requests wait for a connection to the homeserver.
    case busy
    /// The homeserver accepts no connection.
    case unreachable
    /// The homeserver ended the connection before it answered.
    case closed
    /// The homeserver's answer is not HTTP, or its header is too large.
    case invalidResponse = "invalid_response"
    /// The homeserver redirects the request to another server.
    case redirect
    /// The homeserver has not answered in time.
    case timeout

    /// The status of the response.
    package var status: HTTPResponse.Status {
        switch self {
        case .target, .ambiguousPath, .framing, .malformed: .badRequest
        case .path: .notFound
        case .method: .methodNotAllowed
        case .bodyTooLong: .contentTooLarge
        case .slowBody: .requestTimeout
        case .bodiesOfAddress, .rateLimit: .tooManyRequests
        case .bodies, .responses, .busy: .serviceUnavailable
        case .unreachable, .closed, .invalidResponse, .redirect: .badGateway
        case .timeout: .gatewayTimeout
        }
    }

    /// The `errcode` of Matrix.
    package var code: String {
        switch self {
        case .path, .method: "M_UNRECOGNIZED"
        case .bodyTooLong: "M_TOO_LARGE"
        case .bodiesOfAddress, .rateLimit: "M_LIMIT_EXCEEDED"
        default: "M_UNKNOWN"
        }
    }

    /// A sentence for a person. It has no character that JSON escapes.
    package var sentence: String {
        switch self {
        case .target: "The request target must be a path that begins with a slash"
        case .ambiguousPath: "The path must be written without empty segments, dot segments and needless escapes"
        case .path: "This server does not serve this path"
        case .framing: "The request states its host or the length of its body in more than one way"
        case .malformed: "The request is not valid HTTP"
        case .method: "This server does not pass on this method"
        case .rateLimit: "Your address sent too many requests without a token; try again later"
        case .bodyTooLong: "The body of the request is too long"
        case .slowBody: "The body of the request took too long to arrive"
        case .bodiesOfAddress: "Too many request bodies of your address are being received; try again later"
        case .bodies: "Too many request bodies are being received; try again later"
        case .responses: "Too many responses are being sent; try again later"
        case .busy: "Too many requests wait for the homeserver; try again later"
        case .unreachable: "The homeserver cannot be reached; try again later"
        case .closed: "The homeserver ended the connection before it answered"
        case .invalidResponse: "The answer of the homeserver is not valid HTTP"
        case .redirect: "The homeserver redirects this request to another server"
        case .timeout: "The homeserver did not answer in time"
        }
    }

    /// True if the homeserver did not do its part.
    var isOfHomeserver: Bool { status == .badGateway || status == .gatewayTimeout }

    /// True if the connection must end after the answer, because the end of the request is not known.
    var closes: Bool {
        switch self {
        case .framing, .malformed, .method, .target, .slowBody, .bodies, .bodiesOfAddress: true
        default: false
        }
    }

    /// The header fields of the response, without those for the length of its body and for the end of the connection.
    /// - Parameter wait: the time after which the client may repeat a request for which there was no room.
    func fields(retryAfter wait: Duration = Self.retryTime) -> HTTPFields {
        // Clients in browsers may read the error, as they may read those of a homeserver.
        var fields: HTTPFields = [.contentType: "application/json", .accessControlAllowOrigin: "*"]
        if status == .serviceUnavailable || status == .tooManyRequests {
            fields[.retryAfter] = String(wait.components.seconds)
        }
        return fields
    }

    var body: String { #"{"errcode":"\#(code)","error":"\#(sentence)"}"# }
}
