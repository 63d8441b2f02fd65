import HTTPTypes
import HeraldJSON
import HeraldPeer
import OpenDID_DataModel
import Synchronization

/// A request to the servers, independent of how it was transported.
public struct ServiceRequest: Sendable {
    /// The place from which a request came.
    public enum Origin: Sendable, Hashable {
        /// A request from a client at this IP address. It is the address of the connection's peer, or a loopback address that a trusted
        /// proxy names. A loopback address stands for this machine.
        case network(String)
        /// A forwarded request. The address is that of the client, or that of the proxy if the client is unknown. Such a request never
        /// counts as one from this machine.
        case forwarded(String)
        /// Another server of the same process. It has the rights of a request with the servers' token.
        case process

        /// The client's IP address, or `nil` for a server of the same process.
        public var address: String? {
            switch self {
            case .network(let address), .forwarded(let address): address
            case .process: nil
            }
        }
    }

    /// The method, such as `POST`.
    public var method: String
    /// The path, decoded, without the query.
    public var path: String
    /// The query, decoded.
    public var query: ServiceQuery
    /// The value of the `Authorization` header.
    public var authorization: String?
    /// The body as it was received.
    public var body: [UInt8]
    /// The place from which the request came.
    public var origin: Origin
    /// True if a browser sends the request on behalf of a page (it has an `Origin` header, RFC 6454). Such a request is never trusted
    /// because of its address.
    public var isOfBrowser = false
    /// The value of the `Host` header, with the port, or `nil` if there is none.
    public var host: String?
    /// The record of the request at the listener; `nil` for a request that did not come through it.
    package var record: RequestRecord?

    /// Creates a request.
    public init(
        method: String, path: String, query: ServiceQuery = ServiceQuery(), authorization: String? = nil,
        body: [UInt8] = [],
        origin: Origin = .network("127.0.0.1")
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.authorization = authorization
        self.body = body
        self.origin = origin
    }

    /// Creates a request from its target, which consists of the path and the query, percent-encoded. The path and the query are separated
    /// first, and each is then decoded once.
    /// - Returns: `nil` if an escape is broken, if a text is not UTF-8 or contains U+0000, or if a proxy could interpret the path
    /// differently.
    public init?(
        method: String, target: String, authorization: String? = nil, body: [UInt8] = [],
        origin: Origin = .network("127.0.0.1")
    ) {
        do throws(RequestTarget.Fault) {
            let target = try RequestTarget(target)
            let items = try target.items()
            guard !items.contains(where: { $0.name.utf8.contains(0) }) else { return nil }
            self.init(
                method: method, path: try target.plainPath(),
                query: ServiceQuery(items.map { ServiceQuery.Item($0.name, $0.value) }),
                authorization: authorization, body: body, origin: origin)
        } catch {
            return nil
        }
    }
}

/// An answer in JSON.
public struct ServiceResponse: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The JSON text of the answer.
    public var body: [UInt8]
    /// The methods that the path supports. It is set only with status 405.
    public var allowed: [String] = []
    /// The time after which the client may try again, in whole seconds. It is set only with status 429 or 503.
    public var retryAfter: Duration?

    /// Creates an answer.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// The decision about a request that is made before its body is read.
public enum ServiceAdmittance: Sendable {
    /// The request is refused with this answer, and its body is not read.
    case refused(ServiceResponse)
    /// The request is admitted. Its body may have at most `bodyLimit` bytes. The closure answers the request when it has been received with
    /// its body.
    case admitted(bodyLimit: Int, respond: @Sendable (ServiceRequest) async -> ServiceResponse)
}

/// Answers requests. It never throws, because every error has an answer.
public protocol ServiceHandler: Sendable {
    func respond(to request: ServiceRequest) async -> ServiceResponse
    /// Checks the access rights and the limits of a request before its body is read. Each call counts against the limits. The caller must
    /// therefore continue with the result, and must not call ``respond(to:)`` as well.
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

extension ServiceResponse {
    /// Creates the answer for an error.
    init(_ error: ServiceError) {
        let body: JSONValue = ["code": .string(error.code.text), "description": .string(error.description)]
        self.init(status: error.code.status, body: body.serialized())
    }

    /// The time after which a client may repeat a request that met a server which starts or stops.
    private static let restartTime = Duration.seconds(5)

    /// The answer of a server that starts or stops.
    static var notReady: ServiceResponse { unavailable(FrontError.notReady, retryAfter: restartTime) }

    /// Returns the answer to a request that may succeed later.
    static func unavailable(_ code: ServiceErrorCode, retryAfter: Duration) -> ServiceResponse {
        var response = ServiceResponse(ServiceError(code))
        response.retryAfter = retryAfter
        return response
    }

    /// Creates the answer to a client that exceeded a limit.
    init(_ error: TooManyRequests) {
        self.init(FrontError.tooMany(error.reason))
        retryAfter = error.wait
    }
}

/// A handler that the listener can use before the servers exist. It refuses requests until then, and passes later ones to the servers. The
/// servers are created later, because they need the listener's address.
final class LateHandler: ServiceHandler {
    private let handler: Mutex<(any ServiceHandler)?> = Mutex(nil)

    func set(_ new: any ServiceHandler) { handler.withLock { $0 = new } }

    /// Refuses all further requests.
    func close() { handler.withLock { $0 = nil } }

    /// Checks that the servers exist.
    /// - Throws: ``ServiceError`` ``FrontError/notReady``.
    func requireStarted() throws(ServiceError) {
        guard handler.withLock({ $0 != nil }) else { throw ServiceError(FrontError.notReady) }
    }

    func admit(_ head: ServiceRequest) async -> ServiceAdmittance {
        guard let handler = handler.withLock({ $0 }) else {
            return .refused(.notReady)
        }
        return await handler.admit(head)
    }
}

/// Passes the requests of a listener to the servers, and their answers back to the listener.
struct ListenerRequests: ListenerHandler {
    let handler: any ServiceHandler

    /// True, because a client that disconnects must not end a protocol step halfway.
    var completesRequests: Bool { true }

    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        guard let inside = ServiceRequest(request) else { return .answered(response(FrontError.malformedTarget)) }
        // Access and limits are checked before the body is read.
        switch await handler.admit(inside) {
        case .refused(let refusal): return .answered(ListenerResponse(refusal))
        case .admitted(let limit, let respond):
            return .admitted(.whole(upTo: limit)) { body in
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

extension ServiceRequest {
    /// Creates the request, without its body, from that of the listener.
    /// - Returns: `nil` if the target cannot be read.
    init?(_ request: ListenerRequest) {
        let client = request.client
        // If a proxy on this machine is not configured as trusted, its requests count as forwarded, because their clients are unknown.
        self.init(
            method: request.method, target: request.target, authorization: request.headers[.authorization],
            origin: client.isForwarded && !client.isLocal ? .forwarded(client.text) : .network(client.text))
        isOfBrowser = request.headers.contains(.origin)
        host = request.head.authority
        record = request.record
    }
}

extension ListenerResponse {
    private static let json: HTTPFields = [.contentType: "application/json;charset=utf-8"]

    /// Creates the HTTP response for an answer.
    init(_ answer: ServiceResponse) {
        self.init(HTTPResponse.Status(code: answer.status), headers: Self.json, body: .bytes(answer.body))
        if !answer.allowed.isEmpty { headers[.allow] = answer.allowed.joined(separator: ", ") }
        if let wait = answer.retryAfter { headers[.retryAfter] = "\(wait.components.seconds)" }
    }
}
