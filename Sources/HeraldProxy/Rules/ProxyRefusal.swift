import HTTPTypes

/// The reason why a proxy answers a request itself, with an error in the form of Matrix.
package enum ProxyRefusal: Error, Hashable, CaseIterable {
    /// The target is not a path in origin form (RFC 9112, 3.2.1).
    case target
    /// The path could be read in two ways.
    case spelling
    /// No route covers the path.
    case path
    /// The head states the length of the body in two ways, or is otherwise ambiguous.
    case framing
    /// The bytes are not HTTP.
    case malformed
    /// The method is `CONNECT` or `TRACE`.
    case method
    /// The body has taken too long.
    case slowBody
    /// The bodies of the client's address take too much memory.
    case bodiesOfAddress
    /// The bodies of all addresses take too much memory.
    case bodies
    /// Too many requests wait for a connection to the homeserver.
    case busy
    /// The homeserver accepts no connection.
    case unreachable
    /// The homeserver ended the connection before it answered.
    case closed
    /// The homeserver's answer is not HTTP, or its header is too large.
    case garbage
    /// The homeserver has not answered in time.
    case late

    /// The status of the response.
    package var status: HTTPResponse.Status {
        switch self {
        case .target, .spelling, .framing, .malformed: .badRequest
        case .path: .notFound
        case .method: .methodNotAllowed
        case .slowBody: .requestTimeout
        case .bodiesOfAddress: .tooManyRequests
        case .bodies, .busy: .serviceUnavailable
        case .unreachable, .closed, .garbage: .badGateway
        case .late: .gatewayTimeout
        }
    }

    /// The `errcode` of Matrix.
    package var code: String {
        switch self {
        case .path, .method: "M_UNRECOGNIZED"
        case .bodiesOfAddress: "M_LIMIT_EXCEEDED"
        default: "M_UNKNOWN"
        }
    }

    /// A sentence for a person. It has no character that JSON escapes.
    package var sentence: String {
        switch self {
        case .target: "The request target must be a path that begins with a slash"
        case .spelling: "The path must be written without empty segments, dot segments and needless escapes"
        case .path: "The gateway does not serve this path"
        case .framing: "The request states its host or the length of its body in more than one way"
        case .malformed: "The request is not valid HTTP"
        case .method: "The gateway does not pass on this method"
        case .slowBody: "The body of the request took too long to arrive"
        case .bodiesOfAddress: "Too many request bodies of your address are on their way; try again later"
        case .bodies: "Too many request bodies are on their way; try again later"
        case .busy: "Too many requests wait for the homeserver; try again later"
        case .unreachable: "The homeserver cannot be reached; try again later"
        case .closed: "The homeserver ended the connection before it answered"
        case .garbage: "The answer of the homeserver is not valid HTTP"
        case .late: "The homeserver did not answer in time"
        }
    }

    /// True if the connection must end after the answer, because the end of the request is not known.
    var closes: Bool {
        switch self {
        case .framing, .malformed, .method, .target, .slowBody, .bodies, .bodiesOfAddress: true
        default: false
        }
    }

    var body: String { #"{"errcode":"\#(code)","error":"\#(sentence)"}"# }
}
