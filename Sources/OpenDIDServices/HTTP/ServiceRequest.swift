import OpenDID_DataModel

/// A request as the services see it, whatever carried it.
public struct ServiceRequest: Sendable {
    /// Where a request comes from.
    public enum Origin: Sendable, Hashable {
        /// Over a connection, from this IP address: that of the other side, or whom a trusted proxy names. A loopback address is this
        /// machine.
        case network(String)
        /// Passed on, for this IP address as far as is known; it is never this machine.
        case forwarded(String)
        /// From another server of the same process: what a peer may do, it may.
        case process

        /// The client's IP address; `nil` for a server of the same process.
        public var address: String? {
            switch self {
            case .network(let address), .forwarded(let address): address
            case .process: nil
            }
        }
    }

    /// As on the wire, such as `POST`.
    public var method: String
    /// The path, decoded, without the query.
    public var path: String
    /// What stands behind the question mark, decoded.
    public var query: ServiceQuery
    /// The value of the `Authorization` header.
    public var authorization: String?
    /// The bytes as they came.
    public var body: [UInt8]
    /// Where it comes from.
    public var origin: Origin
    /// True when a browser sends it for a page (an `Origin` header, RFC 6454). Such a request is never trusted for where it comes from.
    public var isOfBrowser = false
    /// Whom it asks, as the `Host` header names it, with the port; `nil` when it names nobody.
    public var host: String?

    /// A request from its parts.
    public init(
        method: String, path: String, query: ServiceQuery = ServiceQuery(), authorization: String? = nil, body: [UInt8] = [],
        origin: Origin = .network("127.0.0.1")
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.authorization = authorization
        self.body = body
        self.origin = origin
    }

    /// A request with its target as it is on the wire: path and query, percent-encoded.
    /// - Returns: `nil` when the target cannot be read.
    public init?(
        method: String, target: String, authorization: String? = nil, body: [UInt8] = [], origin: Origin = .network("127.0.0.1")
    ) {
        guard let target = RequestTarget(target) else { return nil }
        self.init(
            method: method, path: target.path, query: target.query, authorization: authorization, body: body, origin: origin)
    }
}

/// An answer: JSON, whatever the status.
public struct ServiceResponse: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// JSON.
    public var body: [UInt8]
    /// The methods that the path knows; only beside status 405.
    public var allowed: [String] = []
    /// After how many seconds to ask again; only beside status 429.
    public var retryAfter: Int?

    /// An answer from its parts.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// What comes of a request before its body is read.
public enum ServiceAdmittance: Sendable {
    /// The answer: the body is not wanted.
    case refused(ServiceResponse)
    /// The body may be so long, in bytes; then the whole request is answered.
    case admitted(bodyLimit: Int, respond: @Sendable (ServiceRequest) async -> ServiceResponse)
}

/// Answers requests. Never throws: every failure has an answer.
public protocol ServiceHandler: Sendable {
    func respond(to request: ServiceRequest) async -> ServiceResponse
    /// Looks at a request without its body: who asks for what, and how often. What it counts is counted once for each request: whoever
    /// asks here goes on with what is returned, and not with ``respond(to:)``.
    func admit(_ head: ServiceRequest) async -> ServiceAdmittance
}

extension ServiceHandler {
    public func respond(to request: ServiceRequest) async -> ServiceResponse {
        switch await admit(request) {
        case .refused(let response): return response
        case .admitted(let limit, let respond):
            guard request.body.count <= limit else { return ServiceResponse(ServiceError(FrontError.bodyTooLarge)) }
            return await respond(request)
        }
    }
}
