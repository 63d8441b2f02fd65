import HeraldJSON
import HeraldKeys
import HeraldPeer
import Logging
import OpenDID_DataModel

/// The pipeline that every request goes through: route, admit, decode, handle, encode. It knows nothing of sockets.
struct ServiceRouter: ServiceHandler {
    /// The largest body, in bytes.
    static let bodyLimit = 1 << 20
    /// What a body may ask of its reader.
    static let bodyLimits = JSONLimits(maxBytes: bodyLimit, maxDepth: 32, refusesDuplicates: true)

    let routes: RouteTable
    let admission: Admission
    let logger: Logger

    /// A request that is known and allowed, and whose body may be read.
    struct Admitted: Sendable {
        let route: Route
        /// The longest body, in bytes.
        let bodyLimit: Int
    }

    /// What becomes of a request before its body is read: what is refused must cost little.
    enum Verdict: Sendable {
        case admitted(Admitted)
        case answered(ServiceResponse)
    }

    func respond(to request: ServiceRequest) async -> ServiceResponse {
        switch await admit(request) {
        case .answered(let response): response
        case .admitted(let admitted): await respond(admitted, to: request)
        }
    }

    /// Finds the route of a request and whether it is allowed. The body is not looked at.
    func admit(_ request: ServiceRequest) async -> Verdict {
        // Who carries the answer leaves the body away (RFC 9110, 9.3.2).
        switch routes.match(method: request.method == "HEAD" ? "GET" : request.method, path: request.path) {
        case .nothing:
            return .answered(ServiceResponse(ServiceError(FrontError.unknownPath)))
        case .otherMethods(let methods):
            var response = ServiceResponse(ServiceError(FrontError.methodNotAllowed))
            response.allowed = methods.map(\.rawValue)
            return .answered(response)
        case .route(let route):
            do {
                try admission.check(route.access, request)
                return .admitted(Admitted(route: route, bodyLimit: Self.bodyLimit))
            } catch {
                return .answered(ServiceResponse(error))
            }
        }
    }

    /// Answers a request that was admitted, with its body.
    func respond(_ admitted: Admitted, to request: ServiceRequest) async -> ServiceResponse {
        guard request.body.count <= admitted.bodyLimit else { return ServiceResponse(ServiceError(FrontError.bodyTooLarge)) }
        do {
            return ServiceResponse(status: 200, body: try await admitted.route.respond(request))
        } catch {
            return ServiceResponse(serviceError(for: error, of: admitted.route.role, path: request.path))
        }
    }

    private func serviceError(for error: any Error, of role: ServiceRole, path: String) -> ServiceError {
        switch error {
        case let error as ServiceError: return error
        case let error as JSONError where error.code == .missingMember: return FrontError.validation("\(error.path): \(error.reason)")
        case let error as JSONError: return role.unreadableBody("\(error.path.isEmpty ? "body" : error.path): \(error.reason)")
        case let error as DataModelError: return role.invalidValue("\(error.field.isEmpty ? "body" : error.field): \(error.reason)")
        case let error as KeysError: return role.invalidValue("\(error.field): \(error.reason)")
        case let error as VerificationFailure: return role.failedVerification(error.description)
        case let error as RegistryError: return role.invalidValue(error.description)
        case is CancellationError: return ServiceError(FrontError.notReady)
        default:
            // The type alone: an error's text may quote what a client sent.
            logger.error("request failed", metadata: ["path": "\(path)", "error": "\(type(of: error))"])
            return ServiceError(role.unknownError)
        }
    }
}

/// Decides who may call what.
struct Admission: Sendable {
    /// The operator's token; without it nobody is the operator.
    let operatorToken: String?
    /// The token that the servers of other processes have.
    let peerToken: String?

    /// - Throws: ``ServiceError`` ``FrontError/credentialNeeded``.
    func check(_ access: ServiceAccess, _ request: ServiceRequest) throws(ServiceError) {
        switch access {
        case .anybody: return
        case .peers:
            if request.origin == .process || bears(peerToken, request) || isOperator(request) { return }
        case .operatorOnly:
            if isOperator(request) { return }
        }
        throw ServiceError(FrontError.credentialNeeded)
    }

    private func isOperator(_ request: ServiceRequest) -> Bool {
        guard bears(operatorToken, request) else { return false }
        switch request.origin {
        case .process: return true
        case .network(let address): return NetworkAddress(address)?.isLoopback == true
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
