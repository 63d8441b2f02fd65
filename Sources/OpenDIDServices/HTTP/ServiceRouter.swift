import HeraldHTTP
import HeraldJSON
import HeraldKeys
import HeraldPeer
import Logging
import OpenDID_DataModel

/// Processes every request: finds the route, checks access and limits, decodes the request, calls the handler and encodes the answer. It is
/// independent of the transport.
struct ServiceRouter: ServiceHandler {
    /// The limits for JSON in bodies.
    static let bodyLimits = JSONLimits(maxBytes: BodySize.large, maxDepth: 32, refusesDuplicates: true)

    let routes: RouteTable
    let admission: Admission
    let limiter: ClientLimiter
    let logger: Logger
    private let outages: OutageLog
    /// Limits the number of large bodies that are processed at once, because a decoded body takes up to forty times as much memory as its
    /// bytes.
    private let largeBodies = BuildTurns(
        limits: AnswerLimits(buildsAtOnce: Self.largeAtOnce, buildsPerAddress: Self.largePerAddress))
    private let longAnswers = BuildTurns(
        limits: AnswerLimits(buildsAtOnce: Self.longAtOnce, buildsPerAddress: Self.longPerAddress))
    /// The number of long lists that are built at once, for all clients and for one address.
    static let longAtOnce = 4, longPerAddress = 1
    /// The size from which a body counts as large, in bytes.
    static let largeBody = 16 << 10
    /// The number of large bodies that are processed at once, for all clients and for one address.
    static let largeAtOnce = 8, largePerAddress = 2

    init(routes: RouteTable, admission: Admission, limiter: ClientLimiter, logger: Logger) {
        self.routes = routes
        self.admission = admission
        self.limiter = limiter
        self.logger = logger
        outages = OutageLog(logger: logger)
    }

    func admit(_ head: ServiceRequest) async -> ServiceAdmittance {
        let client = admission.client(of: head)
        do {
            if let client { try await limiter.admit(.request, client) }
        } catch {
            return .refused(refusal(error, of: head))
        }
        // HEAD is handled like GET. The transport then removes the body from the answer (RFC 9110, 9.3.2).
        switch routes.match(method: head.method == "HEAD" ? "GET" : head.method, path: head.path) {
        case .nothing:
            return .refused(ServiceResponse(ServiceError(FrontError.unknownPath)))
        case .otherMethods(let methods):
            var response = ServiceResponse(ServiceError(FrontError.methodNotAllowed))
            response.allowed = methods.map(\.rawValue)
            return .refused(response)
        case .route(let route):
            head.record?.note(route.meter)
            do {
                try admission.check(route.access, head)
            } catch {
                head.record?.count(head.authorization == nil ? .missingToken : .wrongToken)
                await admission.guesses?.slow(head)
                return .refused(ServiceResponse(error))
            }
            do {
                if let client, route.charge != .request { try await limiter.admit(route.charge, client) }
            } catch {
                return .refused(refusal(error, of: head))
            }
            return .admitted(bodyLimit: route.bodyLimit) { request in await respond(to: request, route, client) }
        }
    }

    /// Returns the answer to a request that exceeds a limit, or whose limits cannot be checked.
    private func refusal(_ error: any Error, of head: ServiceRequest) -> ServiceResponse {
        if let error = error as? TooManyRequests {
            head.record?.count(.rateLimit)
            return ServiceResponse(error)
        }
        guard !Self.isStopping(error) else { return .notReady }
        let error = error as? ServiceDatabaseError
        outages.note(error?.description ?? "the limits cannot be checked")
        return .unavailable(FrontError.unavailable, retryAfter: error?.retryAfter ?? .seconds(5))
    }

    private func respond(to request: ServiceRequest, _ route: Route, _ client: String?) async -> ServiceResponse {
        let outage = TemporaryOutage()
        do {
            return try await TemporaryOutage.$current.withValue(outage) {
                ServiceResponse(status: 200, body: try await answer(request, route, client))
            }
        } catch {
            if let note = outage.note ?? (error as? ServiceDatabaseError).flatMap({ TemporaryOutage.Note($0) }) {
                outages.note(note.reason)
                guard note.keepsCode, let error = error as? ServiceError, error.code.status >= 500 else {
                    return .unavailable(FrontError.unavailable, retryAfter: note.retryAfter)
                }
                var response = ServiceResponse(error.under(FrontError.unavailable.status))
                response.retryAfter = note.retryAfter
                return response
            }
            if Self.isStopping(error) { return .notReady }
            return ServiceResponse(serviceError(for: error, of: route.role, path: request.path))
        }
    }

    private func answer(_ request: ServiceRequest, _ route: Route, _ client: String?) async throws -> [UInt8] {
        let turns = route.isLong ? longAnswers : request.body.count >= Self.largeBody ? largeBodies : nil
        guard let turns, let client else { return try await route.respond(request, client) }
        // The number of waiting requests needs no limit of its own, because an address has no more waiting requests than connections.
        return try await turns.take(client, isBegun: true) { try await route.respond(request, client) }
    }

    private static func isStopping(_ error: any Error) -> Bool {
        error is CancellationError || (error as? ServicesError)?.code == .stopped
    }

    private func serviceError(for error: any Error, of role: ServiceRole, path: String) -> ServiceError {
        switch error {
        case let error as ServiceError where error.code == FrontError.validation:
            return error.under(role.validationStatus)
        case let error as ServiceError: return error
        case let error as JSONError where error.code == .missingMember:
            return FrontError.validation("\(error.path): \(error.reason)").under(role.validationStatus)
        case let error as JSONError:
            return role.unreadableBody("\(error.path.isEmpty ? "body" : error.path): \(error.reason)")
        case let error as DataModelError:
            return role.invalidValue("\(error.field.isEmpty ? "body" : error.field): \(error.reason)")
        case let error as KeysError: return role.invalidValue("\(error.field): \(error.reason)")
        case let error as VerificationFailure: return role.failedVerification(error.description)
        case let error as RegistryError: return role.invalidValue(error.description)
        case let error as ServiceDatabaseError where error.kind == .unstorableText:
            return role.invalidValue("body: a text contains a zero byte")
        default:
            // Only the type of other errors is logged, because their text may quote the client's data.
            let text = (error as? ServiceDatabaseError).map(\.description) ?? "\(type(of: error))"
            logger.error("request failed", metadata: ["path": "\(path)", "error": "\(text)"])
            return ServiceError(role.unknownError)
        }
    }
}

/// Decides if the sender of a request may call an endpoint.
struct Admission: Sendable {
    /// The operator's token. If it is `nil`, no request counts as one of the operator.
    let operatorToken: String?
    /// The token that servers in other processes send.
    let peerToken: String?
    /// Delays the answers to requests with wrong tokens.
    var guesses: TokenGuesses?
    /// The addresses that may call some endpoints without a token.
    var trusted = TrustedNetwork.none

    /// Returns the client whose limits apply to a request. Returns `nil` for requests of the servers and of the operator, to which no
    /// limits apply.
    func client(of request: ServiceRequest) -> String? {
        guard let address = request.origin.address, !bears(peerToken, request), !isOperator(request) else { return nil }
        return NetworkAddress.key(of: address)
    }

    /// Checks that the sender of a request may call an endpoint.
    /// - Throws: ``ServiceError`` ``FrontError/credentialNeeded`` or ``FrontError/peerNeeded``.
    func check(_ access: ServiceAccess, _ request: ServiceRequest) throws(ServiceError) {
        switch access {
        case .anybody: return
        case .peers:
            if isPeer(request) { return }
        case .operatorOnly:
            if isOperator(request) { return }
        case .peersOrTrustedNetwork:
            if isPeer(request) || trusted.trusts(request) { return }
        case .operatorOrTrustedNetwork:
            if isOperator(request) || trusted.trusts(request) { return }
        }
        let isForPeers = access == .peers || access == .peersOrTrustedNetwork
        throw ServiceError(isForPeers ? FrontError.peerNeeded : FrontError.credentialNeeded)
    }

    private func isPeer(_ request: ServiceRequest) -> Bool {
        request.origin == .process || bears(peerToken, request) || isOperator(request)
    }

    func isOperator(_ request: ServiceRequest) -> Bool {
        guard bears(operatorToken, request) else { return false }
        switch request.origin {
        case .process: return true
        case .network(let address): return NetworkAddress(sender: address)?.isLoopback == true
        case .forwarded: return false
        }
    }

    private func bears(_ token: String?, _ request: ServiceRequest) -> Bool {
        guard let token, !token.isEmpty, let header = request.authorization else { return false }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        return ConstantTime.equals(Array(parts[1].utf8), Array(token.utf8))
    }
}
