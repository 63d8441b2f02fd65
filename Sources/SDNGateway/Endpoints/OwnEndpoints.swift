import HeraldPeer
import SDNIdentity
import SDNWire

/// The endpoints that the gateway answers itself. All other requests are passed on.
///
/// A path in an unusual spelling matches no endpoint. The proxy then refuses it, so that no spelling leads past the gateway to the homeserver. It
/// also refuses paths that only a tolerant server would read as those of an endpoint, such as `/_matrix/client/v3/login/`.
struct OwnEndpoints: Sendable {
    /// An endpoint with the segments of a request's path that belong to its template.
    struct Match: Sendable {
        let endpoint: OwnEndpoint
        /// The index of the template's first segment in the path.
        let start: Int
    }

    private typealias Area = PathTemplate.Area.Kind

    private struct Key: Hashable {
        let area: Area
        let count: Int
        let first: String
    }

    private var endpoints: [Key: [OwnEndpoint]] = [:]
    /// The counters of all endpoints.
    private(set) var meters: [RouteMeter] = []

    /// Answers an endpoint under all of its paths.
    /// - Parameter access: defaults to that of the endpoint. With `open`, the token is not checked.
    mutating func on<Request: WireRequest, Response: WireResponse>(
        _ endpoint: Endpoint<Request, Response>, access: EndpointAccess? = nil,
        _ handler: @escaping @Sendable (Request, OwnCall) async throws -> Response
    ) {
        pass(endpoint, access: access) { request, call in
            OwnAnswer(body: try await handler(request, call).encoded())
        }
    }

    /// Answers an endpoint, perhaps with an answer of the homeserver.
    /// - Parameter root: the root of the paths that are answered. Defaults to `nil`, which stands for both.
    mutating func pass<Request: WireRequest, Response>(
        _ endpoint: Endpoint<Request, Response>, access: EndpointAccess? = nil, root: APIRoot? = nil,
        _ handler: @escaping @Sendable (Request, OwnCall) async throws -> OwnAnswer
    ) {
        for template in [endpoint.path] + endpoint.variants.map(\.path) {
            // Every path of the gateway begins with a fixed segment.
            guard case .literal(let first)? = template.segments.first else { continue }
            let pattern =
                "/" + (template.leadingSegments(root: root ?? .matrix) + [template.text]).joined(separator: "/")
            let own = OwnEndpoint(
                method: endpoint.method, template: template, root: root, access: access ?? endpoint.access,
                limit: endpoint.limit,
                meter: RouteMeter(endpoint.method.rawValue, pattern),
                respond: { parts, call in try await handler(Request(parts: parts), call) })
            let key = Key(area: template.area.kind, count: template.segments.count, first: first)
            endpoints[key, default: []].append(own)
            meters.append(own.meter)
        }
    }

    /// Finds the endpoint of a request.
    /// - Parameters:
    ///   - method: the method; `nil` for any.
    ///   - target: the target as on the wire.
    func match(_ method: HTTPMethod?, _ target: String) -> Match? {
        guard target.utf8.first == UInt8(ascii: "/") else { return nil }
        // By bytes, because every request of the homeserver comes through here.
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(
            Substring.init)
        func find(_ area: Area, _ start: Int) -> Match? {
            guard start < segments.count else { return nil }
            let rest = segments[start...]
            let candidates = endpoints[Key(area: area, count: rest.count, first: String(rest[start]))] ?? []
            let found = candidates.first { own in
                (method == nil || own.method == method)
                    && (own.root == nil || own.root?.rawValue == String(segments[0]))
                    && zip(own.template.segments, rest).allSatisfy { segment, text in
                        switch segment {
                        case .literal(let literal): literal == text
                        case .parameter: !text.isEmpty
                        }
                    }
            }
            return found.map { Match(endpoint: $0, start: start) }
        }
        if segments.count > 1, APIRoot(rawValue: String(segments[0])) != nil {
            if segments[1] == "client", segments.count > 2 {
                if PathTemplate.ClientVersion(rawValue: String(segments[2])) != nil, let found = find(.client, 3) {
                    return found
                }
                // Synapse serves some endpoints, such as `login`, under Matrix's oldest version too.
                if segments.count > 4, segments[2] == "api", segments[3] == "v1", let found = find(.client, 4) {
                    return found
                }
                if let found = find(.clientUnversioned, 2) { return found }
            }
            if segments[1] == "media", segments.count > 2,
                PathTemplate.MediaVersion(rawValue: String(segments[2])) != nil, let found = find(.media, 3)
            {
                return found
            }
            if let found = find(.root, 1) { return found }
        }
        return find(.bare, 0)
    }
}

extension OwnEndpoints: EndpointTable {
    mutating func serve<Request: WireRequest, Response: WireResponse>(
        _ endpoint: Endpoint<Request, Response>,
        _ answer: @escaping @Sendable (_ request: Request, _ remote: String) async throws -> Response
    ) {
        on(endpoint) { request, call in try await answer(request, call.remote) }
    }
}

extension OwnEndpoints.Match {
    /// Returns the values in the path and in the query.
    /// - Throws: `WireError` for text that cannot be decoded.
    func parts(of target: RequestTarget) throws -> RequestParts {
        do throws(RequestTarget.Fault) {
            let values = try target.segments().values
            var path: [String: String] = [:]
            for (index, segment) in endpoint.template.segments.enumerated() {
                guard case .parameter(let name) = segment, values.indices.contains(start + index) else { continue }
                path[name] = values[start + index]
            }
            var query: [String: String] = [:], lists: [String: [String]] = [:]
            for item in try target.items() {
                query[item.name] = query[item.name] ?? item.value
                lists[item.name, default: []].append(item.value)
            }
            return RequestParts(path: path, query: query, lists: lists)
        } catch {
            guard case .malformed(let part, let reason) = error else {
                throw WireError(.tooLong, field: "path", reason: "path and query are too long")
            }
            throw WireError(.invalid, field: part, reason: reason)
        }
    }
}
