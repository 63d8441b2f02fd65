import GRDB
import HeraldJSON
import HeraldPeer
import Logging
import SDNIdentity
import SDNWire

/// The pipeline for every request: find the route, authenticate, decode, handle, encode. It does not depend on sockets.
struct NodeHandler: Sendable {
    /// The largest request body, in bytes (SDN sheet 7.1).
    static let bodyLimit = 1 << 20
    static let tooLarge = NodeResponse(MatrixError(.tooLarge, "A request has at most \(bodyLimit) bytes."))
    /// The longest request target in bytes, path and query together.
    static let targetLimit = 16 << 10
    private static let targetTooLong = NodeResponse(
        MatrixError(.tooLarge, "Path and query have at most \(targetLimit) bytes."), status: 414)
    static let tooSlow = NodeResponse(MatrixError(.unknown, "The request's body took too long to arrive."), status: 408)

    /// The refusal of a request because too many bytes of unread answers wait, either for the client or in all.
    static func noRoom(retryAfter wait: Duration) -> NodeResponse {
        NodeResponse(
            MatrixError(
                .limitExceeded, "The node is sending too many large answers, so try again later.",
                retryAfter: wait), status: 503)
    }

    /// The refusal of a request because too many bytes of incomplete requests wait, either from the client or in all.
    static func noRoom(_ refusal: BodyBudget.Refusal) -> NodeResponse {
        let isOwn = if case .address = refusal { true } else { false }
        let error = MatrixError(
            .limitExceeded, "Too many requests are incomplete\(isOwn ? " from your address" : "").",
            retryAfter: .seconds(5))
        return NodeResponse(error, status: isOwn ? 429 : 503)
    }

    let routes: RouteTable
    /// Returns the caller for a token.
    /// - Throws: `M_UNKNOWN_TOKEN` if the token is not valid.
    let authenticate: @Sendable (_ token: String, _ remoteAddress: String) async throws -> Caller
    /// Returns the caller for a token, also if the account is locked; `nil` if such accounts may not even log out.
    var authenticateLocked: (@Sendable (_ token: String, _ remoteAddress: String) async throws -> Caller)?
    let limits: RateLimiter
    let logger: Logger
    /// The disk of the node's data; `nil` if the handler stores nothing.
    var disk: DiskSpace?
    /// The operator's token; `nil` if there is none.
    var operatorToken: OperatorToken?
    /// Limits how many large bodies are processed at once, because a parsed body takes up to forty times its bytes.
    private let largeBodies = BuildTurns(
        limits: AnswerLimits(buildsAtOnce: Self.largeAtOnce, buildsPerAddress: Self.largePerAddress))
    /// The size in bytes from which a body counts as large.
    static let largeBody = 16 << 10
    /// The bytes of a JSON body that count as one more write, because the disk has to store them.
    static let bytesPerWrite = 64 << 10
    /// The most large bodies that are processed at once in all, and the most for one address.
    static let largeAtOnce = 8, largePerAddress = 1

    init(
        routes: RouteTable,
        authenticate: @escaping @Sendable (_ token: String, _ remoteAddress: String) async throws -> Caller,
        limits: RateLimiter, logger: Logger
    ) {
        self.routes = routes
        self.authenticate = authenticate
        self.limits = limits
        self.logger = logger
    }

    /// Answers a complete request with a complete body. It never throws: every error has an answer. Bad input never results in a status above 499.
    func respond(to request: NodeRequest) async -> NodeResponse {
        switch await admit(request) {
        case .answered(let response): return response
        case .admitted(let admitted):
            var answer = await respond(admitted, to: request)
            guard let rest = answer.rest else { return answer }
            do {
                answer.body += try await rest.collected()
                answer.rest = nil
                return answer
            } catch {
                return response(to: error, of: request)
            }
        }
    }

    /// Answers an admitted request with its body. The answer may have a ``NodeResponse/rest``.
    func respond(_ admitted: Admitted, to request: NodeRequest) async -> NodeResponse {
        guard request.body.count <= Self.bodyLimit else { return Self.tooLarge }
        do {
            let network = admitted.call.remoteAddress
            let requester = Requester(client: admitted.call.caller?.userID ?? network, network: network)
            return try await Requester.$current.withValue(requester) {
                try await respond(admitted.route, admitted.parts, admitted.call, to: request)
            }
        } catch {
            return response(to: error, of: request)
        }
    }

    private func respond(_ route: Route, _ parts: RequestParts, _ call: Call, to request: NodeRequest) async throws
        -> NodeResponse
    {
        if case .json(let respond) = route.handling, route.method == .get {
            return NodeResponse(try await respond(parts, call))
        }
        return try await respondToBody(route, parts, call, to: request)
    }

    /// Answers a request with a body or of a file. It is a function of its own, because a long poll would otherwise hold the space that it needs.
    @inline(never)
    private func respondToBody(
        _ route: Route, _ parts: RequestParts, _ call: Call, to request: NodeRequest
    ) async throws -> NodeResponse {
        var parts = parts
        if call.limit == .writes, let caller = call.caller {
            limits.charge(.send(user: caller.userID), request.body.count / Self.bytesPerWrite)
        }
        switch route.handling {
        case .json(let respond):
            guard request.body.count >= Self.largeBody else {
                return try await answer(respond, parts, call, to: request)
            }
            return try await largeBodies.take(call.remoteAddress, isBegun: true) {
                try await answer(respond, parts, call, to: request)
            }
        case .file(let respond):
            var call = call
            call.waitWhileConnected = request.waitWhileConnected
            return try await respond(parts, call)
        case .upload(_, let respond):
            parts.payload = Payload(contentType: request.contentType ?? "application/octet-stream")
            return NodeResponse(
                status: 200, body: try await respond(parts, request.stream ?? RequestBodyStream(request.body), call))
        }
    }

    private func answer(
        _ respond: @Sendable (RequestParts, Call) async throws -> LongAnswer, _ parts: RequestParts, _ call: Call,
        to request: NodeRequest
    ) async throws -> NodeResponse {
        var parts = parts
        parts.body = try body(of: request)
        return NodeResponse(try await respond(parts, call))
    }

    /// Parses a JSON object, whatever the content type is. Returns `nil` if there is no body. A bare Boolean is accepted as well, because some
    /// clients send one to enable or disable a push rule. Handlers that expect members refuse it.
    private func body(of request: NodeRequest) throws -> JSONValue? {
        guard !request.body.isEmpty else { return nil }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: request.body, limits: JSONLimits(maxBytes: Self.bodyLimit))
        } catch {
            throw MatrixError(.notJSON, "The body is not JSON: \(error.reason).")
        }
        guard value.kind == .object || value.kind == .bool else {
            throw MatrixError(.badJSON, "The body must be a JSON object, but it is \(value.kind).")
        }
        return value
    }

    /// Returns the answer to a request that failed.
    func response(to error: any Error, of request: NodeRequest) -> NodeResponse {
        if let refusal = HTTPMetrics.Refusal(error) { request.record?.count(refusal) }
        switch error {
        case let error as MatrixError:
            return NodeResponse(error)
        case let error as StatusedError:
            return NodeResponse(error.error, status: error.status, members: error.members)
        case let error as InteractiveAuthRequired:
            return NodeResponse(status: 401, body: error.json.serialized())
        case is RequestParts.MissingContent:
            return NodeResponse(MatrixError(.notJSON, "The request has no body, but needs a JSON object."))
        case let error as JSONError:
            let code: MatrixError.Code = error.code == .missingMember ? .missingParam : .badJSON
            return NodeResponse(MatrixError(code, "\(error.path.isEmpty ? "body" : error.path): \(error.reason)."))
        case let error as WireError:
            let code: MatrixError.Code = error.code == .missing ? .missingParam : .invalidParam
            return NodeResponse(MatrixError(code, "\(error.field): \(error.reason)."))
        case RequestTarget.Fault.tooLong:
            return Self.targetTooLong
        case is RequestBodyStream.TooSlow:
            return Self.tooSlow
        case is RequestBodyStream.Incomplete:
            return NodeResponse(MatrixError(.unknown, "The request's body is incomplete, so send the request again."))
        case let full as ResponseBudget.Full:
            return Self.noRoom(retryAfter: full.retryAfter)
        case let refusal as BodyBudget.Refusal:
            return Self.noRoom(refusal)
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            return NodeResponse(DiskSpace.full.error, status: DiskSpace.full.status)
        case is CancellationError:
            return NodeResponse(MatrixError(.unknown, "The request was cancelled."))
        default:
            // Only the type is logged. The error's text may quote data of the client.
            logger.error("request failed", metadata: ["method": "\(request.method)", "error": "\(type(of: error))"])
            return NodeResponse(MatrixError(.unknown, "Internal error."), status: 500)
        }
    }
}
