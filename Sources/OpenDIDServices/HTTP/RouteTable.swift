import HeraldJSON
import OpenDID_DataModel

/// An endpoint with its handler, without the types of request and response.
struct Route: Sendable {
    let role: ServiceRole
    let access: ServiceAccess
    /// The limit that a client's request counts against.
    let charge: ServiceCharge
    /// The largest body, in bytes.
    let bodyLimit: Int
    /// True if the answer can be large. Only a few such answers are built at once.
    var isLong = false
    /// Decodes the request, handles it and encodes the answer. Receives the client whose limits apply.
    let respond: @Sendable (ServiceRequest, _ client: String?) async throws -> [UInt8]
}

/// The endpoints of a process, by method and path.
///
/// This replaces the server framework's router, for three reasons. Paths are fixed texts. A path that is known under another method must answer
/// 405. The same table serves requests that did not come over a network.
package struct RouteTable: Sendable {
    private var routes: [String: [ServiceMethod: Route]] = [:]

    package init() {}

    /// Serves an endpoint that takes a body. ``ServiceRouter`` turns errors of the handler into error bodies.
    /// - Parameters:
    ///   - charge: the limit that a client's request counts against.
    ///   - bodyLimit: the largest body, in bytes. Defaults to ``BodySize/standard`` if any client may call, otherwise to ``BodySize/large``.
    ///   - absent: the error codes for absent members, by path. Defaults to ``FrontError/validation`` for each.
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
    /// - Parameter isLong: true if the answer can be large. Only a few such answers are built at once. Defaults to `false`.
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

    /// The methods and paths, sorted. For tests that compare them with the sheet.
    package var endpoints: [String] {
        routes.flatMap { path, methods in methods.keys.map { "\($0.rawValue) \(path)" } }.sorted()
    }

    /// Returns the same endpoints with other handlers.
    /// - Parameter change: returns the new handler for an endpoint and its path.
    func mapped(
        _ change: (Route, String) -> @Sendable (ServiceRequest, String?) async throws -> [UInt8]
    ) -> RouteTable {
        var table = RouteTable()
        for (path, methods) in routes {
            table.routes[path] = methods.mapValues { route in
                Route(
                    role: route.role, access: route.access, charge: route.charge, bodyLimit: route.bodyLimit,
                    isLong: route.isLong,
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

    /// Finds an endpoint. A trailing slash is ignored if any client may call. A proxy in front may protect other endpoints by their exact path.
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

    /// A later route for the same method and path replaces an earlier one.
    private mutating func add<Q, R>(
        _ endpoint: ServiceEndpoint<Q, R>, access: ServiceAccess, charge: ServiceCharge, bodyLimit: Int?,
        isLong: Bool = false,
        _ respond: @escaping @Sendable (ServiceRequest, String?) async throws -> [UInt8]
    ) {
        // Operators and other servers are identified by their token before their body is read.
        let limit = bodyLimit ?? (access == .anybody ? BodySize.standard : BodySize.large)
        routes[endpoint.path, default: [:]][endpoint.method] = Route(
            role: endpoint.role, access: access, charge: charge, bodyLimit: limit, isLong: isLong, respond: respond)
    }
}

/// The rule for who may call an endpoint.
package enum ServiceAccess: Sendable, Hashable {
    /// Any client.
    case anybody
    /// The other servers of this process, and requests with the peers' or the operator's token. Upstream leaves these endpoints open
    /// (OpenDID sheet 9). Any client that reaches the issuer there can get other users' credentials.
    case peers
    /// Requests from this machine with the operator's token.
    case operatorOnly
    /// As ``peers``, and ``ServicesConfiguration/trustedNetworks`` without a token.
    case peersOrTrustedNetwork
    /// As ``operatorOnly``, and ``ServicesConfiguration/trustedNetworks`` without a token.
    case operatorOrTrustedNetwork
}

/// The largest request bodies, in bytes, by their contents. Each endpoint names one of these sizes. The server refuses a larger body before
/// reading it.
package enum BodySize {
    /// The size, in bytes, of request bodies with names, nonces, proofs, or DID documents of at most `DIDDocument.byteLimit` bytes, also in multibase.
    package static let standard = 64 << 10
    /// The size, in bytes, of request bodies with a presentation, or from an operator or another server.
    package static let large = 1 << 20
}

extension JSONError {
    /// Returns the error for an absent member if the member's value is `null`. Upstream's `@NotNull` does not distinguish the two.
    /// - Parameter text: the JSON that was read.
    func takingNullForAbsence(in text: [UInt8]) -> JSONError {
        guard code == .wrongKind || code == .invalidValue, !path.isEmpty else { return self }
        guard let offset, text.dropFirst(offset).starts(with: "null".utf8) else { return self }
        return JSONError(.missingMember, path: path, offset: offset, reason: reason)
    }
}

extension ServiceQuery {
    /// Returns a query item that must be present.
    /// - Throws: `JSONError` `missingMember`, which is answered like an absent member of a body.
    func required(_ name: String) throws(JSONError) -> String {
        guard let value = self[name], !value.isEmpty else {
            throw JSONError(.missingMember, path: name, reason: "the parameter is missing")
        }
        return value
    }
}
