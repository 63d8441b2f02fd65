import HeraldJSON
import HeraldPeer
import OpenDID_DataModel

/// An endpoint with its handler, independent of the types of its request and answer.
struct Route: Sendable {
    let role: ServiceRole
    let access: ServiceAccess
    /// The limit that counts the requests of a client to this endpoint.
    let charge: ServiceCharge
    /// The largest body, in bytes.
    let bodyLimit: Int
    /// True if the answer can be large. Only a few large answers are built at the same time.
    var isLong = false
    /// The counters of the endpoint.
    let meter: RouteMeter
    /// Decodes the request, handles it and encodes the answer. The second parameter is the client whose limits apply, or `nil` if no limits
    /// apply.
    let respond: @Sendable (ServiceRequest, _ client: String?) async throws -> [UInt8]
}

/// The endpoints of a process, by method and path.
///
/// This table replaces the router of the server framework, for three reasons. Paths are fixed texts. A path that is known under another
/// method must answer 405. The same table serves requests that did not come over a network.
package struct RouteTable: Sendable {
    private var routes: [String: [ServiceMethod: Route]] = [:]

    package init() {}

    /// Serves an endpoint that takes a body. ``ServiceRouter`` turns errors of the handler into error bodies.
    /// - Parameters:
    ///   - charge: the limit that counts the requests of a client to this endpoint.
    ///   - bodyLimit: the largest body, in bytes. Defaults to ``BodySize/standard`` if any client may call, otherwise
    ///     to ``BodySize/large``.
    ///   - absent: the error codes for absent members, by the path of the member. Defaults to
    ///     ``FrontError/validation`` for each.
    package mutating func on<Q: Decodable & Sendable, R: Encodable & Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, access: ServiceAccess = .anybody, charge: ServiceCharge = .request,
        bodyLimit: Int? = nil,
        absent: [String: ServiceErrorCode] = [:], _ handler: @escaping @Sendable (Q, ReceivedCall) async throws -> R
    ) {
        onStep(endpoint, access: access, charge: charge, bodyLimit: bodyLimit, absent: absent) { request, call in
            try EncodedAnswer(try await handler(request, call))
        }
    }

    /// Serves an endpoint that takes a body and returns an encoded answer, such as one from ``TransactionStore``.
    package mutating func onStep<Q: Decodable & Sendable, R: Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, access: ServiceAccess = .anybody, charge: ServiceCharge = .request,
        bodyLimit: Int? = nil,
        absent: [String: ServiceErrorCode] = [:],
        _ handler: @escaping @Sendable (Q, ReceivedCall) async throws -> EncodedAnswer<R>
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
            return try await handler(
                value, ReceivedCall(body: request.body, document: document, origin: request.origin, client: client)
            ).bytes
        }
    }

    /// Serves an endpoint that takes a query.
    /// - Parameter isLong: true if the answer can be large. Only a few large answers are built at the same time. Defaults to `false`.
    package mutating func on<R: Encodable & Sendable>(
        _ endpoint: ServiceEndpoint<ServiceQuery, R>, access: ServiceAccess = .anybody, isLong: Bool = false,
        _ handler: @escaping @Sendable (ServiceQuery, ReceivedCall) async throws -> R
    ) {
        onStep(endpoint, access: access, isLong: isLong) { query, call in
            try EncodedAnswer(try await handler(query, call))
        }
    }

    /// Serves an endpoint that takes a query and returns an encoded answer.
    package mutating func onStep<R: Sendable>(
        _ endpoint: ServiceEndpoint<ServiceQuery, R>, access: ServiceAccess = .anybody, isLong: Bool = false,
        _ handler: @escaping @Sendable (ServiceQuery, ReceivedCall) async throws -> EncodedAnswer<R>
    ) {
        add(endpoint, access: access, charge: .request, bodyLimit: nil, isLong: isLong) { request, client in
            try await handler(
                request.query, ReceivedCall(body: request.body, document: nil, origin: request.origin, client: client)
            ).bytes
        }
    }

    /// The methods and paths of all endpoints, sorted, for tests that compare them with OpenDID sheet 5.2.
    package var endpoints: [String] {
        routes.flatMap { path, methods in methods.keys.map { "\($0.rawValue) \(path)" } }.sorted()
    }

    /// The counters of all endpoints.
    var meters: [RouteMeter] { routes.values.flatMap { $0.values.map(\.meter) } }

    /// Returns the same endpoints with other handlers.
    /// - Parameter change: returns the new handler for an endpoint, given the endpoint and its path.
    func mapped(
        _ change: (Route, String) -> @Sendable (ServiceRequest, String?) async throws -> [UInt8]
    ) -> RouteTable {
        var table = RouteTable()
        for (path, methods) in routes {
            table.routes[path] = methods.mapValues { route in
                Route(
                    role: route.role, access: route.access, charge: route.charge, bodyLimit: route.bodyLimit,
                    isLong: route.isLong, meter: route.meter,
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

    /// Finds the endpoint for a path. A slash at the end is ignored only for endpoints that any client may call, because a proxy in front
    /// of the servers may protect the other endpoints by their exact path.
    func match(method: String, path written: String) -> Match {
        let isTrailing = written.utf8.count > 1 && written.utf8.last == UInt8(ascii: "/")
        let path = isTrailing ? String(written.dropLast()) : written
        guard let methods = routes[path], !isTrailing || methods.values.allSatisfy({ $0.access == .anybody }) else {
            return .nothing
        }
        guard let method = ServiceMethod(rawValue: method), let route = methods[method] else {
            return .otherMethods(methods.keys.sorted { $0.rawValue < $1.rawValue })
        }
        return .route(route)
    }

    /// Adds an endpoint. It replaces an earlier endpoint with the same method and path.
    private mutating func add<Q, R>(
        _ endpoint: ServiceEndpoint<Q, R>, access: ServiceAccess, charge: ServiceCharge, bodyLimit: Int?,
        isLong: Bool = false,
        _ respond: @escaping @Sendable (ServiceRequest, String?) async throws -> [UInt8]
    ) {
        // The limit is higher for operators and other servers, because their token is checked before the body is read.
        let limit = bodyLimit ?? (access == .anybody ? BodySize.standard : BodySize.large)
        routes[endpoint.path, default: [:]][endpoint.method] = Route(
            role: endpoint.role, access: access, charge: charge, bodyLimit: limit, isLong: isLong,
            meter: RouteMeter(endpoint.method.rawValue, endpoint.path), respond: respond)
    }
}

/// The rule that determines which clients may call an endpoint.
package enum ServiceAccess: Sendable, Hashable {
    /// Any client.
    case anybody
    /// The other servers of this process, and requests with the token of the servers or of the operator. Upstream leaves these endpoints
    /// open to all clients (OpenDID sheet 9). Any client that reaches upstream's issuer can therefore get other users' credentials.
    case peers
    /// Requests from this machine with the operator's token.
    case operatorOnly
    /// As ``peers``. In addition, addresses in ``ServicesConfiguration/trustedNetworks`` need no token.
    case peersOrTrustedNetwork
    /// As ``operatorOnly``. In addition, addresses in ``ServicesConfiguration/trustedNetworks`` need no token.
    case operatorOrTrustedNetwork
}

/// The largest sizes of request bodies, in bytes. Each endpoint uses one of these sizes, depending on the contents of its requests. The
/// server refuses a larger body before reading it.
package enum BodySize {
    /// The largest size, in bytes, of bodies with names, nonces or proofs. A DID document of at most `DIDDocument.byteLimit` bytes also
    /// fits, even in multibase.
    package static let standard = 64 << 10
    /// The largest size, in bytes, of bodies with a presentation, and of bodies from an operator or another server.
    package static let large = 1 << 20
}

extension JSONError {
    /// Returns the error for an absent member if this error is about a member with the value `null`. Otherwise returns this error
    /// unchanged. Upstream's `@NotNull` treats `null` like an absent member too.
    /// - Parameter text: the JSON text in which the error occurred.
    func takingNullForAbsence(in text: [UInt8]) -> JSONError {
        guard code == .wrongKind || code == .invalidValue, !path.isEmpty else { return self }
        guard let offset, text.dropFirst(offset).starts(with: "null".utf8) else { return self }
        return JSONError(.missingMember, path: path, offset: offset, reason: reason)
    }
}

extension ServiceQuery {
    /// Returns the value of a query item that must be present.
    /// - Throws: `JSONError` `missingMember`. The answer is the same as for an absent member of a body.
    func required(_ name: String) throws(JSONError) -> String {
        guard let value = self[name], !value.isEmpty else {
            throw JSONError(.missingMember, path: name, reason: "the parameter is missing")
        }
        return value
    }
}
