import HeraldPeer
import SDNWire

/// An endpoint with its handler, without the types of request and response. It is a class, because each open request keeps several references
/// to it.
final class Route: Sendable {
    let method: HTTPMethod
    let access: EndpointAccess
    let limit: EndpointLimit
    let template: PathTemplate
    /// True if the handler may wait for news. Its work is then useless once the client has disconnected.
    let waits: Bool
    /// True if the requests store something; see ``stores(_:_:)``.
    let stores: Bool
    /// True if the requests end sessions, which users of locked accounts may do, too (Matrix: account locking).
    let endsSessions: Bool
    /// True if suspended users may not make the requests; see ``refusesSuspended(_:_:)``.
    let refusesSuspended: Bool
    /// True if guests may not make the requests; see ``refusesGuests(_:_:)``.
    let refusesGuests: Bool
    /// True if the requests need the operator's token.
    let isOperators: Bool
    let handling: Handling
    /// The names of the values in the path, in order.
    let parameterNames: [String]
    /// The counters of the route.
    let meter: RouteMeter

    /// - Parameter pattern: the path with the names of its values, as the counters show it.
    init<Q, R>(
        _ endpoint: Endpoint<Q, R>, _ template: PathTemplate, pattern: String, waits: Bool = false,
        isOperators: Bool = false, _ handling: Handling
    ) {
        method = endpoint.method
        access = endpoint.access
        limit = endpoint.limit
        self.template = template
        self.waits = waits
        stores = !isOperators && Self.stores(endpoint.method, endpoint.path)
        endsSessions = !isOperators && Self.endsSessions(endpoint.path)
        refusesSuspended = !isOperators && Self.refusesSuspended(endpoint.method, endpoint.path)
        refusesGuests = !isOperators && Self.refusesGuests(endpoint.method, endpoint.path)
        self.isOperators = isOperators
        self.handling = handling
        parameterNames = template.segments.compactMap { segment in
            guard case .parameter(let name) = segment else { return nil }
            return name
        }
        meter = RouteMeter(endpoint.method.rawValue, pattern)
    }

    /// The form of the request and the answer. Each handler decodes, handles and encodes.
    enum Handling: Sendable {
        /// Request and answer are JSON.
        case json(@Sendable (RequestParts, Call) async throws -> LongAnswer)
        /// The answer is a file.
        case file(@Sendable (RequestParts, Call) async throws -> NodeResponse)
        /// The request is a file of at most `limit` bytes, which is read in parts.
        case upload(limit: Int, @Sendable (RequestParts, RequestBodyStream, Call) async throws -> [UInt8])
    }

    /// True if the answer is a file.
    var isFile: Bool { if case .file = handling { true } else { false } }

    /// True if the path may end with a slash: the template ends with one, such as `pushrules/`, or the state key in `state/{type}/` is empty.
    /// - Parameter count: the number of values in the path.
    func mayEndWithSlash(after count: Int) -> Bool {
        if template.endsWithSlash { return true }
        return parameterNames.last == "stateKey" && count == parameterNames.count - 1
    }
}

/// Finds the route of a path, with one tree of segments for each area of the API.
///
/// The server framework's router is not enough (SDN sheet 7.1): the roots `_api` and `_matrix` and the client versions are aliases, a decoded segment
/// may contain `/`, and a path that exists under another method must be answered with 405.
struct RouteTable: Sendable {
    /// The result of a search for a path.
    enum Match: Sendable {
        case route(Route, values: [String: String])
        /// The path exists under these methods only.
        case otherMethods([HTTPMethod])
        /// The path begins as one of the strict paths does, and continues in a way that no route serves.
        case malformed
        case nothing
    }

    private typealias Area = PathTemplate.Area.Kind

    private final class Node: Sendable {
        let literals: [String: Node]
        let parameter: Node?
        let routes: [HTTPMethod: Route]

        init(literals: [String: Node] = [:], parameter: Node? = nil, routes: [HTTPMethod: Route] = [:]) {
            self.literals = literals
            self.parameter = parameter
            self.routes = routes
        }

        /// Returns this tree with one more route. If two routes have the same place, the later one counts.
        func adding(_ route: Route, at segments: ArraySlice<PathTemplate.Segment>) -> Node {
            var literals = literals, parameter = parameter, routes = routes
            switch segments.first {
            case nil: routes[route.method] = route
            case .literal(let text): literals[text] = (literals[text] ?? Node()).adding(route, at: segments.dropFirst())
            case .parameter: parameter = (parameter ?? Node()).adding(route, at: segments.dropFirst())
            }
            return Node(literals: literals, parameter: parameter, routes: routes)
        }

        /// Finds the node for segments. Literal segments take precedence over parameters. The recursion is at most as deep as the longest template.
        /// - Parameter values: gets the segments in the places of parameters. It is unchanged if there is no node.
        func find(_ segments: ArraySlice<String>, escaped: [Int], values: inout [String]) -> Node? {
            guard let first = segments.first else { return routes.isEmpty ? nil : self }
            // An escaped segment never matches a literal. Otherwise, a client could escape a path to bypass a proxy that blocks only its usual
            // spelling.
            if !escaped.contains(segments.startIndex),
                let found = literals[first]?.find(segments.dropFirst(), escaped: escaped, values: &values)
            {
                return found
            }
            guard let parameter, !first.isEmpty else { return nil }
            values.append(first)
            if let found = parameter.find(segments.dropFirst(), escaped: escaped, values: &values) { return found }
            values.removeLast()
            return nil
        }
    }

    private var trees: [Area: Node] = [:]
    /// The first segments of client paths below which Matrix calls an unknown path a bad request. They apply under the root `_matrix` only.
    private static let strictPaths: Set<String> = ["pushrules"]
    /// Every route, in the order of registration.
    private(set) var routes: [Route] = []

    init() {}

    /// Serves an endpoint under all of its paths. ``NodeHandler`` answers the handler's errors.
    /// - Parameter waits: true if the handler may wait for news. It is then cancelled if the client disconnects.
    mutating func on<Q: WireRequest, R: WireResponse>(
        _ endpoint: Endpoint<Q, R>, waits: Bool = false, _ handler: @escaping @Sendable (Q, Call) async throws -> R
    ) {
        add(
            endpoint, waits: waits,
            .json { parts, call in try await LongAnswer(handler(Q(parts: parts), call).encoded()) })
    }

    /// Serves an endpoint whose answer can be too large to be in memory as a whole.
    /// - Parameter waits: see ``on(_:waits:_:)``.
    mutating func onLong<Q: WireRequest>(
        _ endpoint: Endpoint<Q, RawJSON>, waits: Bool = false,
        _ handler: @escaping @Sendable (Q, Call) async throws -> LongAnswer
    ) {
        add(endpoint, waits: waits, .json { parts, call in try await handler(Q(parts: parts), call) })
    }

    /// Serves an endpoint to the operator only. It is served while the disk is almost full, because the operator has to delete something then.
    mutating func addForOperator<Q, R>(_ endpoint: Endpoint<Q, R>, _ handling: Route.Handling) {
        add(Route(endpoint, endpoint.path, pattern: "/" + endpoint.path.text, isOperators: true, handling))
    }

    mutating func add<Q, R>(_ endpoint: Endpoint<Q, R>, waits: Bool = false, _ handling: Route.Handling) {
        for template in [endpoint.path] + endpoint.variants.map(\.path) {
            let pattern = "/" + (template.leadingSegments(root: .matrix) + [template.text]).joined(separator: "/")
            add(Route(endpoint, template, pattern: pattern, waits: waits, handling))
        }
    }

    private mutating func add(_ route: Route) {
        routes.append(route)
        let area = route.template.area.kind
        let segments = route.template.segments[...]
        var tree = (trees[area] ?? Node()).adding(route, at: segments)
        // If the state key is empty, the path has no segment for it. The route is therefore added without this segment as well.
        if case .parameter("stateKey") = segments.last { tree = tree.adding(route, at: segments.dropLast()) }
        trees[area] = tree
    }

    /// Finds the route of a method and decoded path segments.
    /// - Parameters:
    ///   - escaped: the indices of the segments that are percent-encoded on the wire. They are values and never part of a fixed path.
    ///   - endsWithSlash: true if a slash follows the last segment. Few paths allow it. On all others, a client could add a slash to bypass a proxy
    ///     that blocks the path.
    func match(method: HTTPMethod?, segments: [String], escaped: [Int] = [], endsWithSlash: Bool = false) -> Match {
        let match = find(method, segments, escaped, endsWithSlash)
        switch match {
        case .route: return match
        // A slash after a complete path is a second spelling of it, which does not exist.
        case .nothing where endsWithSlash: return match
        default: break
        }
        guard segments.first == APIRoot.matrix.rawValue else { return match }
        let isStrict = Self.candidates(segments, escaped: escaped).contains { area, rest in
            guard area == .client, let first = rest.first, !escaped.contains(rest.startIndex) else { return false }
            return Self.strictPaths.contains(first) && (rest.count > 1 || endsWithSlash)
        }
        return isStrict ? .malformed : match
    }

    private func find(_ method: HTTPMethod?, _ segments: [String], _ escaped: [Int], _ endsWithSlash: Bool) -> Match {
        for (area, rest) in Self.candidates(segments, escaped: escaped) {
            var values: [String] = []
            guard let found = trees[area]?.find(rest, escaped: escaped, values: &values) else { continue }
            let routes =
                endsWithSlash
                ? found.routes.filter { $0.value.mayEndWithSlash(after: values.count) } : found.routes
            guard !routes.isEmpty else { continue }
            guard let method, let route = routes[method] else {
                return .otherMethods(routes.keys.sorted { $0.rawValue < $1.rawValue })
            }
            return .route(
                route,
                values: Dictionary(zip(route.parameterNames, values), uniquingKeysWith: { first, _ in first }))
        }
        return .nothing
    }

    private static func candidates(_ segments: [String], escaped: [Int]) -> [(Area, ArraySlice<String>)] {
        var result: [(Area, ArraySlice<String>)] = []
        result.reserveCapacity(4)
        // Returns a segment that is written without escapes; `nil` for an escaped one, which is a value and never part of a fixed path.
        func fixed(_ index: Int) -> String? {
            index < segments.count && !escaped.contains(index) ? segments[index] : nil
        }
        if let root = fixed(0), APIRoot(rawValue: root) != nil {
            let inside = segments.dropFirst()
            if fixed(1) == "client" {
                let rest = inside.dropFirst()
                if let version = fixed(2), PathTemplate.ClientVersion(rawValue: version) != nil {
                    result.append((.client, rest.dropFirst()))
                }
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

extension RouteTable {
    /// Serves an endpoint whose answer is a file.
    mutating func onFile<Q: WireRequest>(
        _ endpoint: Endpoint<Q, MediaContent>, _ handler: @escaping @Sendable (Q, Call) async throws -> NodeResponse
    ) {
        add(endpoint, .file { parts, call in try await handler(Q(parts: parts), call) })
    }

    /// Serves an endpoint whose request is a file of at most `limit` bytes, which the handler reads in parts.
    mutating func onUpload<Q: WireRequest, R: WireResponse>(
        _ endpoint: Endpoint<Q, R>, limit: Int,
        _ handler: @escaping @Sendable (Q, RequestBodyStream, Call) async throws -> R
    ) {
        add(
            endpoint,
            .upload(limit: limit) { parts, body, call in try await handler(Q(parts: parts), body, call).encoded() })
    }
}
