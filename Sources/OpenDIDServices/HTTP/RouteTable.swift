import HeraldJSON
import OpenDID_DataModel

/// An endpoint with its handler, the types of request and response forgotten.
struct Route: Sendable {
    let role: ServiceRole
    let access: ServiceAccess
    /// What a stranger's request counts as.
    let charge: ServiceCharge
    /// The longest body, in bytes.
    let bodyLimit: Int
    /// Says that the answer can be large, so that few are built at once.
    var isLong = false
    /// Decodes, handles and encodes; also given whom the request counts for.
    let respond: @Sendable (ServiceRequest, _ client: String?) async throws -> [UInt8]
}

/// Every endpoint that a process serves, by method and path.
///
/// The server framework's router is not used: paths are fixed texts, a path that is known under another method must answer 405, and the
/// same table serves requests that never were on a wire.
package struct RouteTable: Sendable {
    private var routes: [String: [ServiceMethod: Route]] = [:]

    package init() {}

    /// Serves an endpoint that takes a body. What the handler throws becomes an error body, see ``ServiceRouter``.
    /// - Parameters:
    ///   - charge: what a stranger's request counts as.
    ///   - bodyLimit: the longest body, in bytes. Defaults to ``BodySize/standard`` where anybody may call, otherwise to ``BodySize/large``.
    ///   - absent: what is answered when one of these members is not there. Defaults to ``FrontError/validation`` for each.
    package mutating func on<Q: Decodable & Sendable, R: Encodable & Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, access: ServiceAccess = .anybody, charge: ServiceCharge = .request, bodyLimit: Int? = nil,
        absent: [String: ServiceErrorCode] = [:], _ handler: @escaping @Sendable (Q, ReceivedCall) async throws -> R
    ) {
        onStep(endpoint, access: access, charge: charge, bodyLimit: bodyLimit, absent: absent) { request, call in
            try EncodedAnswer(try await handler(request, call))
        }
    }

    /// Serves an endpoint that takes a body and whose answer is already in its bytes, as ``TransactionStore`` gives it.
    package mutating func onStep<Q: Decodable & Sendable, R: Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, access: ServiceAccess = .anybody, charge: ServiceCharge = .request, bodyLimit: Int? = nil,
        absent: [String: ServiceErrorCode] = [:], _ handler: @escaping @Sendable (Q, ReceivedCall) async throws -> EncodedAnswer<R>
    ) {
        add(endpoint, access: access, charge: charge, bodyLimit: bodyLimit) { request, client in
            let document = try SignedDocument(request.body, limits: ServiceRouter.bodyLimits)
            let value: Q
            do throws(JSONError) {
                value = try JSONModelDecoder(limits: ServiceRouter.bodyLimits).decode(Q.self, from: document.root)
            } catch {
                let fault = error.takingNullForAbsence(in: request.body)
                guard fault.code == .missingMember, let code = absent[fault.path] else { throw fault }
                throw code("\(fault.path): \(fault.reason)")
            }
            return try await handler(value, ReceivedCall(body: request.body, document: document, origin: request.origin, client: client)).bytes
        }
    }

    /// Serves an endpoint that takes a query.
    /// - Parameter isLong: says that the answer can be large, so that few are built at once. Defaults to `false`.
    package mutating func on<R: Encodable & Sendable>(
        _ endpoint: ServiceEndpoint<ServiceQuery, R>, access: ServiceAccess = .anybody, isLong: Bool = false,
        _ handler: @escaping @Sendable (ServiceQuery, ReceivedCall) async throws -> R
    ) {
        onStep(endpoint, access: access, isLong: isLong) { query, call in try EncodedAnswer(try await handler(query, call)) }
    }

    /// Serves an endpoint that takes a query and whose answer is already in its bytes.
    package mutating func onStep<R: Sendable>(
        _ endpoint: ServiceEndpoint<ServiceQuery, R>, access: ServiceAccess = .anybody, isLong: Bool = false,
        _ handler: @escaping @Sendable (ServiceQuery, ReceivedCall) async throws -> EncodedAnswer<R>
    ) {
        add(endpoint, access: access, charge: .request, bodyLimit: nil, isLong: isLong) { request, client in
            try await handler(request.query, ReceivedCall(body: request.body, document: nil, origin: request.origin, client: client)).bytes
        }
    }

    /// Every path with the methods it knows, sorted; for tests that compare with the sheet.
    package var endpoints: [String] {
        routes.flatMap { path, methods in methods.keys.map { "\($0.rawValue) \(path)" } }.sorted()
    }

    /// The same endpoints with other handlers.
    /// - Parameter change: is given each endpoint and its path.
    func mapped(
        _ change: (Route, String) -> @Sendable (ServiceRequest, String?) async throws -> [UInt8]
    ) -> RouteTable {
        var table = RouteTable()
        for (path, methods) in routes {
            table.routes[path] = methods.mapValues { route in
                Route(
                    role: route.role, access: route.access, charge: route.charge, bodyLimit: route.bodyLimit, isLong: route.isLong,
                    respond: change(route, path))
            }
        }
        return table
    }

    enum Match {
        case route(Route)
        case otherMethods([ServiceMethod])
        case nothing
    }

    /// A trailing slash is tolerated where anybody may call. A proxy in front may keep others by the exact path.
    func match(method: String, path written: String) -> Match {
        let isTrailing = written.count > 1 && written.hasSuffix("/")
        let path = isTrailing ? String(written.dropLast()) : written
        guard let methods = routes[path], !isTrailing || methods.values.allSatisfy({ $0.access == .anybody }) else { return .nothing }
        guard let method = ServiceMethod(rawValue: method), let route = methods[method] else {
            return .otherMethods(methods.keys.sorted { $0.rawValue < $1.rawValue })
        }
        return .route(route)
    }

    /// The later of two routes for one place wins.
    private mutating func add<Q, R>(
        _ endpoint: ServiceEndpoint<Q, R>, access: ServiceAccess, charge: ServiceCharge, bodyLimit: Int?, isLong: Bool = false,
        _ respond: @escaping @Sendable (ServiceRequest, String?) async throws -> [UInt8]
    ) {
        // Operators and other servers are known by their token before their body is read.
        let limit = bodyLimit ?? (access == .anybody ? BodySize.standard : BodySize.large)
        routes[endpoint.path, default: [:]][endpoint.method] = Route(
            role: endpoint.role, access: access, charge: charge, bodyLimit: limit, isLong: isLong, respond: respond)
    }
}
