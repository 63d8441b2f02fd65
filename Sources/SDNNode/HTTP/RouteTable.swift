import SDNWire

/// An endpoint with its handler, the types of request and response forgotten.
struct Route: Sendable {
    let method: HTTPMethod
    let access: EndpointAccess
    let limit: EndpointLimit
    let template: PathTemplate
    /// Whether it may wait for news, and is pointless once the client has gone.
    let waits: Bool
    let handling: Handling

    /// What comes in and what goes out; each form decodes, handles and encodes.
    enum Handling: Sendable {
        /// JSON both ways.
        case json(@Sendable (RequestParts, Call) async throws -> LongAnswer)
        /// A file goes out.
        case file(@Sendable (RequestParts, Call) async throws -> NodeResponse)
        /// A file of at most so many bytes comes in, part by part.
        case upload(limit: Int, @Sendable (RequestParts, RequestBodyStream, Call) async throws -> [UInt8])
    }

    /// Whether its path may end with a slash: one that is written so, such as `pushrules/`, or `state/{type}/` with an empty state key.
    /// - Parameter count: how many values the path has.
    func mayEndWithSlash(after count: Int) -> Bool {
        if template.endsWithSlash { return true }
        let names = parameterNames
        return names.last == "stateKey" && count == names.count - 1
    }

    /// The names of the path's values, in order.
    var parameterNames: [String] {
        template.segments.compactMap { segment in
            guard case .parameter(let name) = segment else { return nil }
            return name
        }
    }
}

/// Finds the route of a path: a tree over segments, one for each area of the API.
///
/// Written by hand: the roots `_api` and `_matrix` and the client versions are aliases, a decoded segment may contain `/`, and a path
/// that is known under another method must answer 405 (SDN sheet 7.1); the server framework's router does none of it.
struct RouteTable: Sendable {
    /// What a path leads to.
    enum Match: Sendable {
        case route(Route, values: [String: String])
        /// The path is known under these methods.
        case otherMethods([HTTPMethod])
        case nothing
    }

    private enum Area: Hashable {
        case client, media, clientUnversioned, root, bare
    }

    private final class Node: Sendable {
        let literals: [String: Node]
        let parameter: Node?
        let routes: [HTTPMethod: Route]

        init(literals: [String: Node] = [:], parameter: Node? = nil, routes: [HTTPMethod: Route] = [:]) {
            self.literals = literals
            self.parameter = parameter
            self.routes = routes
        }

        /// This tree and one more route; of two routes for one place the later wins.
        func adding(_ route: Route, at segments: ArraySlice<PathTemplate.Segment>) -> Node {
            var literals = literals, parameter = parameter, routes = routes
            switch segments.first {
            case nil: routes[route.method] = route
            case .literal(let text): literals[text] = (literals[text] ?? Node()).adding(route, at: segments.dropFirst())
            case .parameter: parameter = (parameter ?? Node()).adding(route, at: segments.dropFirst())
            }
            return Node(literals: literals, parameter: parameter, routes: routes)
        }

        /// Literal segments win over parameters. As deep as the deepest template at most.
        func find(_ segments: ArraySlice<String>, escaped: Set<Int>, values: [String]) -> (node: Node, values: [String])? {
            guard let first = segments.first else { return routes.isEmpty ? nil : (self, values) }
            // A proxy in front may know a path by its usual spelling only.
            if !escaped.contains(segments.startIndex), let found = literals[first]?.find(segments.dropFirst(), escaped: escaped, values: values) {
                return found
            }
            guard let parameter, !first.isEmpty else { return nil }
            return parameter.find(segments.dropFirst(), escaped: escaped, values: values + [first])
        }
    }

    private var trees: [Area: Node] = [:]
    /// Every route, in the order of registration.
    private(set) var routes: [Route] = []

    init() {}

    /// Serves an endpoint under all of its paths. Errors: see ``NodeHandler``.
    /// - Parameter waits: whether the handler may wait for news; it is then cancelled when the client goes.
    mutating func on<Q, R: WireResponse>(
        _ endpoint: Endpoint<Q, R>, waits: Bool = false, _ handler: @escaping @Sendable (Q, Call) async throws -> R
    ) {
        add(endpoint, waits: waits, .json { parts, call in try await LongAnswer(handler(Q(parts: parts), call).encoded()) })
    }

    /// Serves an endpoint whose answer can be too large to be held whole.
    /// - Parameter waits: see ``on(_:waits:_:)``.
    mutating func onLong<Q>(
        _ endpoint: Endpoint<Q, RawJSON>, waits: Bool = false, _ handler: @escaping @Sendable (Q, Call) async throws -> LongAnswer
    ) {
        add(endpoint, waits: waits, .json { parts, call in try await handler(Q(parts: parts), call) })
    }

    mutating func add<Q, R>(_ endpoint: Endpoint<Q, R>, waits: Bool = false, _ handling: Route.Handling) {
        for template in [endpoint.path] + endpoint.variants.map(\.path) {
            add(Route(
                method: endpoint.method, access: endpoint.access, limit: endpoint.limit, template: template, waits: waits, handling: handling))
        }
    }

    private mutating func add(_ route: Route) {
        routes.append(route)
        let area = Self.area(of: route.template.area)
        let segments = route.template.segments[...]
        var tree = (trees[area] ?? Node()).adding(route, at: segments)
        // An empty state key leaves its segment out.
        if case .parameter("stateKey") = segments.last { tree = tree.adding(route, at: segments.dropLast()) }
        trees[area] = tree
    }

    /// Finds the route of a method and decoded path segments.
    /// - Parameters:
    ///   - escaped: which segments stand escaped on the wire; they are values and no part of a fixed path.
    ///   - endsWithSlash: whether a slash stands behind the last segment. Few paths have one there: elsewhere it would be a second spelling
    ///     of a path that a proxy keeps strangers from.
    func match(method: HTTPMethod?, segments: [String], escaped: Set<Int> = [], endsWithSlash: Bool = false) -> Match {
        for (area, rest) in Self.candidates(segments, escaped: escaped) {
            guard let found = trees[area]?.find(rest, escaped: escaped, values: []) else { continue }
            let routes = endsWithSlash ? found.node.routes.filter { $0.value.mayEndWithSlash(after: found.values.count) } : found.node.routes
            guard !routes.isEmpty else { continue }
            guard let method, let route = routes[method] else {
                return .otherMethods(routes.keys.sorted { $0.rawValue < $1.rawValue })
            }
            return .route(route, values: Dictionary(zip(route.parameterNames, found.values), uniquingKeysWith: { first, _ in first }))
        }
        return .nothing
    }

    private static func area(of area: PathTemplate.Area) -> Area {
        switch area {
        case .client: .client
        case .media: .media
        case .clientUnversioned: .clientUnversioned
        case .root: .root
        case .bare: .bare
        }
    }

    private static func candidates(_ segments: [String], escaped: Set<Int>) -> [(Area, ArraySlice<String>)] {
        var result: [(Area, ArraySlice<String>)] = []
        // What stands there as it is written; an escaped segment is a value.
        func fixed(_ index: Int) -> String? { index < segments.count && !escaped.contains(index) ? segments[index] : nil }
        if let root = fixed(0), APIRoot(rawValue: root) != nil {
            let inside = segments.dropFirst()
            if fixed(1) == "client" {
                let rest = inside.dropFirst()
                if let version = fixed(2), PathTemplate.ClientVersion(rawValue: version) != nil { result.append((.client, rest.dropFirst())) }
                result.append((.clientUnversioned, rest))
            }
            if fixed(1) == "media", let version = fixed(2), PathTemplate.MediaVersion(rawValue: version) != nil {
                result.append((.media, inside.dropFirst(2)))
            }
            result.append((.root, inside))
        }
        result.append((.bare, segments[...]))
        return result
    }
}
