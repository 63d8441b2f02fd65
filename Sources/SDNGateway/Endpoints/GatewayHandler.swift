import HTTPTypes
import HeraldJSON
import HeraldPeer
import Logging
import SDNIdentity
import SDNWire

/// Answers the gateway's own requests: finds the endpoint, applies its limit, finds the user of the token, decodes, handles, encodes.
struct GatewayHandler: ListenerHandler {
    /// The largest request body, in bytes. Other requests, such as uploads, are passed on.
    static let bodyLimit = 64 << 10
    /// The longest request target, in bytes.
    static let targetLimit = 16 << 10

    let endpoints: OwnEndpoints
    let limits: DatabaseLimits
    let reads: ReadLimits
    let owners: TokenOwners
    let logger: Logger
    private let outages: OutageLog

    init(endpoints: OwnEndpoints, limits: DatabaseLimits, reads: ReadLimits, owners: TokenOwners, logger: Logger) {
        self.endpoints = endpoints
        self.limits = limits
        self.reads = reads
        self.owners = owners
        self.logger = logger
        outages = OutageLog(logger: logger)
    }

    /// Returns true if the gateway answers the request itself. It runs on the event loops.
    func isOwn(_ head: HTTPRequest) -> Bool {
        guard let target = head.path else { return false }
        switch head.method {
        case .options: return endpoints.match(nil, target) != nil
        case .head: return endpoints.match(.get, target) != nil
        default: return HTTPMethod(rawValue: head.method.rawValue).map { endpoints.match($0, target) != nil } ?? false
        }
    }

    /// Counts a request for a file without a token. Returns false if its network has sent too many. It runs on the event loops.
    func admitsOpen(_ client: ClientAddress) -> Bool {
        do {
            try reads.use(.remote(client.key))
            return true
        } catch {
            return false
        }
    }

    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        if request.head.method == .options { return .answered(Self.response(OwnAnswer(status: 204, body: []))) }
        let method = request.head.method == .head ? HTTPMethod.get : HTTPMethod(rawValue: request.method)
        guard let match = endpoints.match(method, request.target) else {
            return .answered(Self.response(OwnAnswer(MatrixError(.unrecognized, "Unknown path."))))
        }
        request.record.note(match.endpoint.meter)
        do {
            let target: RequestTarget
            do throws(RequestTarget.Fault) {
                target = try RequestTarget(request.target, longest: Self.targetLimit)
            } catch {
                let error = MatrixError(.tooLarge, "Path and query have at most \(Self.targetLimit) bytes.")
                return .answered(Self.response(OwnAnswer(error, status: 414)))
            }
            let parts = try match.parts(of: target)
            try Self.requireNoSteps(in: parts)
            let call = try await Self.naming(request) { try await self.call(match.endpoint, parts, request) }
            let reading = match.endpoint.method == .get ? BodyReading.skipped : .whole(upTo: Self.bodyLimit)
            return .admitted(reading) { body in
                await Self.naming(request) {
                    await self.respond(match.endpoint, parts, call, body.bytes, to: request)
                }
            }
        } catch {
            return .answered(Self.response(answer(to: error, of: request)))
        }
    }

    /// Checks that no value in a path could be read as a step to another path. Some of them become part of a request to the homeserver.
    private static func requireNoSteps(in parts: RequestParts) throws(WireError) {
        for (name, value) in parts.path {
            let segments = value.split(separator: "/", omittingEmptySubsequences: false)
            guard !segments.contains("."), !segments.contains("..") else {
                throw WireError(.invalid, field: name, reason: "a path must not lead to another one")
            }
        }
    }

    /// Runs a body whose requests to the homeserver name the client.
    private static func naming<T>(_ request: ListenerRequest, _ body: () async throws -> T) async rethrows -> T {
        try await RequestOrigin.$address.withValue(request.client.text) {
            try await RequestOrigin.$userAgent.withValue(RequestOrigin.agent(request.headers[.userAgent])) {
                try await body()
            }
        }
    }

    /// Counts a request and finds its user, before the body is read.
    private func call(_ endpoint: OwnEndpoint, _ parts: RequestParts, _ request: ListenerRequest) async throws
        -> OwnCall
    {
        let remote = request.client.key
        let token = Self.bearer(request.headers[.authorization]) ?? parts.query["access_token"]
        if endpoint.limit == .logins { try await limits.useLogin(remote: remote) }
        // The token may be sent on, so it must be one that a header can have.
        if let token, !TokenOwners.isToken(token) { throw MatrixError(.unknownToken, "Unknown access token.") }
        // A token that no one has checked must not lead past a limit.
        if endpoint.access != .accessToken, endpoint.method == .get { try reads.use(.remote(remote)) }
        guard endpoint.access == .accessToken else { return OwnCall(remote: remote, token: token, user: nil) }
        guard let token, !token.isEmpty else { throw MatrixError(.missingToken, "Missing access token.") }
        let user = try await owners.user(of: token)
        switch endpoint.limit {
        case .writes: try await limits.useWrite(user: user)
        case .reads, .byHandler: try reads.use(.user(user))
        case .unlimited, .logins: break
        }
        return OwnCall(remote: remote, token: token, user: user)
    }

    private func respond(
        _ endpoint: OwnEndpoint, _ parts: RequestParts, _ call: OwnCall, _ body: [UInt8], to request: ListenerRequest
    ) async -> ListenerResponse {
        do {
            var parts = parts
            parts.body = try Self.json(body)
            return Self.response(try await endpoint.respond(parts, call))
        } catch {
            return Self.response(answer(to: error, of: request))
        }
    }

    private static func bearer(_ authorization: String?) -> String? {
        guard let parts = authorization?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return String(parts[1].drop(while: { $0 == " " }))
    }

    private static func json(_ body: [UInt8]) throws(MatrixError) -> JSONValue? {
        guard !body.isEmpty else { return nil }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body, limits: JSONLimits(maxBytes: bodyLimit))
        } catch {
            throw MatrixError(.notJSON, "The body is not JSON: \(error.reason).")
        }
        guard value.kind == .object else {
            throw MatrixError(.badJSON, "The body must be a JSON object, but it is \(value.kind).")
        }
        return value
    }

    private func answer(to error: any Error, of request: ListenerRequest) -> OwnAnswer {
        switch error {
        case let error as MatrixError:
            if error.code == .limitExceeded { request.record.count(.rateLimit) }
            if error.code == .missingToken { request.record.count(.missingToken) }
            return OwnAnswer(error)
        case let failure as GatewayFailure:
            if failure.error.code == .unknownToken { request.record.count(.wrongToken) }
            var answer = OwnAnswer(failure.error, status: failure.status)
            if failure.status == 503 { answer.retryAfter = answer.retryAfter ?? "1" }
            return answer
        case let error as InteractiveAuthRequired:
            return OwnAnswer(status: 401, body: error.json.serialized())
        case let error as JSONError:
            let code: MatrixError.Code = error.code == .missingMember ? .missingParam : .badJSON
            return OwnAnswer(MatrixError(code, "\(error.path.isEmpty ? "body" : error.path): \(error.reason)."))
        case let error as WireError:
            let code: MatrixError.Code = error.code == .missing ? .missingParam : .invalidParam
            return OwnAnswer(MatrixError(code, "\(error.field): \(error.reason)."))
        case let error as GatewayDatabaseError where error.isTemporary:
            outages.note("database: \(error.reason)")
            return OwnAnswer(
                status: 503, retryAfter: "1",
                body: MatrixError(.unknown, "The gateway's database is not available, so try again later.").json
                    .serialized())
        case is CancellationError:
            return OwnAnswer(MatrixError(.unknown, "The request was cancelled."))
        default:
            // Only the type is logged. The error's text may quote data of the client.
            let reason = (error as? GatewayDatabaseError)?.reason ?? "\(type(of: error))"
            logger.error("request failed", metadata: ["error": "\(reason)"])
            return OwnAnswer(MatrixError(.unknown, "Internal error."), status: 500)
        }
    }

    func response(to failure: ListenerFailure) -> ListenerResponse {
        let answer =
            switch failure {
            case .bodyTooLong: OwnAnswer(MatrixError(.tooLarge, "A request has at most \(Self.bodyLimit) bytes."))
            case .bodyTooSlow:
                OwnAnswer(MatrixError(.unknown, "The request's body took too long to arrive."), status: 408)
            case .noRoomForBody(let refusal):
                OwnAnswer(
                    MatrixError(.limitExceeded, "Too many requests are incomplete.", retryAfter: .seconds(5)),
                    status: { if case .address = refusal { 429 } else { 503 } }())
            case .noRoomForResponse(let wait):
                OwnAnswer(
                    MatrixError(.limitExceeded, "Too many responses are being sent.", retryAfter: wait), status: 503)
            }
        return Self.response(answer)
    }

    /// The headers of every answer (CORS), so that web pages can call the gateway.
    private static let headers: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlAllowMethods: "GET, POST, PUT, DELETE, OPTIONS",
        .accessControlAllowHeaders: "X-Requested-With, Content-Type, Authorization",
    ]

    private static func response(_ answer: OwnAnswer) -> ListenerResponse {
        var headers = headers
        if !answer.body.isEmpty { headers[.contentType] = "application/json" }
        headers[.retryAfter] = answer.retryAfter
        return ListenerResponse(HTTPResponse.Status(code: answer.status), headers: headers, body: .bytes(answer.body))
    }
}
