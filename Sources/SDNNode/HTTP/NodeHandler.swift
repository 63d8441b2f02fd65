import HeraldJSON
import Logging
import SDNWire

/// The pipeline that every request goes through: route, authenticate, decode, handle, encode. It knows nothing of sockets.
struct NodeHandler: Sendable {
    /// The largest request body, in bytes (SDN sheet 7.1).
    static let bodyLimit = 1 << 20
    static let tooLarge = NodeResponse(MatrixError(.tooLarge, "A request has at most \(bodyLimit) bytes."))
    static let tooSlow = NodeResponse(MatrixError(.unknown, "The request's body took too long."), status: 408)

    let routes: RouteTable
    /// Who bears a token. - Throws: `M_UNKNOWN_TOKEN`.
    let authenticate: @Sendable (_ token: String, _ remoteAddress: String) async throws -> Caller
    let limits: RateLimiter
    let logger: Logger

    /// Answers a request. Never throws: every failure has an answer, and bad input never one above 499.
    func respond(to request: NodeRequest) async -> NodeResponse {
        if request.method == "OPTIONS" { return NodeResponse(status: 204, body: []) }
        do {
            guard request.body.count <= Self.bodyLimit else { return Self.tooLarge }
            let target = try RequestTarget(request.target)
            // Who carries the answer leaves the body away (RFC 9110, 9.3.2).
            let method = request.method == "HEAD" ? "GET" : request.method
            switch routes.match(method: HTTPMethod(rawValue: method), segments: target.segments) {
            case .nothing:
                return NodeResponse(MatrixError(.unrecognized, "Unknown path."))
            case .otherMethods(let methods):
                var response = NodeResponse(MatrixError(.unrecognized, "This path does not know the method."), status: 405)
                response.headers.append((name: "Allow", value: methods.map(\.rawValue).joined(separator: ", ")))
                return response
            case .route(let route, let values):
                let caller = try await caller(for: route.access, request, target)
                let call = Call(caller: caller, remoteAddress: RemoteNetwork.key(of: request.remoteAddress), limit: route.limit)
                try charge(call)
                let parts = RequestParts(path: values, query: target.query, lists: target.lists)
                return try await respond(route, parts, call, to: request)
            }
        } catch {
            return response(to: error, method: request.method)
        }
    }

    private func respond(_ route: Route, _ parts: RequestParts, _ call: Call, to request: NodeRequest) async throws -> NodeResponse {
        var parts = parts
        switch route.handling {
        case .json(let respond):
            parts.body = route.method == .get ? nil : try body(of: request)
            guard route.waits, let whileConnected = request.whileConnected else {
                return NodeResponse(status: 200, body: try await respond(parts, call))
            }
            return NodeResponse(status: 200, body: try await whileConnected { [parts] in try await respond(parts, call) })
        case .file(let respond):
            return try await respond(parts, call)
        case .upload(_, let respond):
            parts.payload = Payload(contentType: request.contentType ?? "application/octet-stream")
            return NodeResponse(status: 200, body: try await respond(parts, request.stream ?? RequestBodyStream(request.body), call))
        }
    }

    /// The longest body of an upload; `nil` when the request is none.
    func uploadLimit(of request: NodeRequest) -> Int? {
        guard let target = try? RequestTarget(request.target),
            case .route(let route, _) = routes.match(method: HTTPMethod(rawValue: request.method), segments: target.segments),
            case .upload(let limit, _) = route.handling
        else { return nil }
        return limit
    }

    private func caller(for access: EndpointAccess, _ request: NodeRequest, _ target: RequestTarget) async throws -> Caller? {
        if access == .open { return nil }
        guard let token = bearer(request.authorization) ?? target.query["access_token"], !token.isEmpty else {
            if access == .optional { return nil }
            throw MatrixError(.missingToken, "Missing access token.")
        }
        return try await authenticate(token, request.remoteAddress)
    }

    /// Before the body is looked at: what is refused must cost little. - Throws: `M_LIMIT_EXCEEDED`.
    private func charge(_ call: Call) throws {
        switch call.limit {
        case .unlimited, .byHandler: return
        case .reads: try limits.use(call.caller.map { .read(user: $0.userID) } ?? .readRemote(call.remoteAddress))
        case .writes: try limits.use(.send(user: call.authenticated().userID))
        case .logins: try limits.use(.loginRemote(call.remoteAddress))
        }
    }

    private func bearer(_ authorization: String?) -> String? {
        guard let parts = authorization?.split(separator: " ", maxSplits: 1), parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1].drop(while: { $0 == " " }))
    }

    /// A JSON object whatever the content type says; nothing when there is no body. A bare truth value goes through as well: that is how
    /// some clients switch push rules, and whoever expects members refuses it.
    private func body(of request: NodeRequest) throws -> JSONValue? {
        guard !request.body.isEmpty else { return nil }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: request.body, limits: JSONLimits(maxBytes: Self.bodyLimit))
        } catch {
            throw MatrixError(.notJSON, "The body is not JSON: \(error.reason).")
        }
        guard value.kind == .object || value.kind == .bool else { throw MatrixError(.badJSON, "The body must be a JSON object, this is \(value.kind).") }
        return value
    }

    private func response(to error: any Error, method: String) -> NodeResponse {
        switch error {
        case let error as MatrixError:
            return NodeResponse(error)
        case let error as StatusedError:
            return NodeResponse(error.error, status: error.status)
        case let error as InteractiveAuthRequired:
            return NodeResponse(status: 401, body: error.json.serialized())
        case let error as JSONError:
            let code: MatrixError.Code = error.code == .missingMember ? .missingParam : .badJSON
            return NodeResponse(MatrixError(code, "\(error.path.isEmpty ? "body" : error.path): \(error.reason)."))
        case let error as WireError:
            let code: MatrixError.Code = error.code == .missing ? .missingParam : .invalidParam
            return NodeResponse(MatrixError(code, "\(error.field): \(error.reason)."))
        case is RequestBodyStream.TooSlow:
            return Self.tooSlow
        case is CancellationError:
            return NodeResponse(MatrixError(.unknown, "The request was given up."))
        default:
            // The type alone: an error's text may quote what a client sent.
            logger.error("request failed", metadata: ["method": "\(method)", "error": "\(type(of: error))"])
            return NodeResponse(MatrixError(.unknown, "Internal error."), status: 500)
        }
    }
}
