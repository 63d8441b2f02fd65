import HeraldJSON

/// The description of one endpoint: its method, its paths, who may call it, which rate limit a call counts against, when it was
/// introduced, and the wire form of its request and response.
///
/// Client and node share these values: the client sends a request from one, and the node's route table serves it.
package struct Endpoint<Request: WireRequest, Response: EndpointResponse>: Sendable {
    package let method: HTTPMethod
    /// The path that a client uses when it does not know the node's versions.
    package let path: PathTemplate
    /// The other paths of the same endpoint.
    package let variants: [EndpointVariant]
    package let access: EndpointAccess
    package let limit: EndpointLimit
    package let history: EndpointHistory

    /// Declares an endpoint. The defaults fit most endpoints.
    /// - Parameters:
    ///   - limit: the rate limit that a call counts against. By default, calls with a token count as the caller's reads or writes, and calls
    ///     without one count against the caller's network. A `GET` with ``EndpointAccess/open`` defaults to
    ///     ``EndpointLimit/unlimited``.
    ///   - history: when the endpoint was introduced. Defaults to the first Matrix release.
    ///   - variants: other paths. Leave out the `v3` form of an `r0` path, which every Matrix endpoint has from Matrix 1.1 on.
    package init(
        _ method: HTTPMethod, _ area: PathTemplate.Area, _ path: String, access: EndpointAccess = .accessToken,
        limit: EndpointLimit? = nil,
        history: EndpointHistory = .matrix(.r0), variants: [EndpointVariant] = []
    ) {
        let usual: EndpointLimit =
            method == .get ? (access == .open ? .unlimited : .reads) : access == .accessToken ? .writes : .logins
        self.init(
            method: method, path: PathTemplate(area, path), variants: variants, access: access, limit: limit ?? usual,
            history: history)
    }

    private init(
        method: HTTPMethod, path: PathTemplate, variants: [EndpointVariant], access: EndpointAccess,
        limit: EndpointLimit, history: EndpointHistory
    ) {
        self.method = method
        self.path = path
        self.variants = variants
        self.access = access
        self.limit = limit
        self.history = history
    }

    /// Returns the same endpoint with another request type, such as a body that the caller wrote.
    package func taking<Other: WireRequest>(_: Other.Type) -> Endpoint<Other, Response> { retyped() }

    /// Returns the same endpoint with another response type, such as one without the members that the caller does not read.
    package func answering<Other: EndpointResponse>(_: Other.Type) -> Endpoint<Request, Other> { retyped() }

    private func retyped<Q: WireRequest, R: EndpointResponse>() -> Endpoint<Q, R> {
        Endpoint<Q, R>(method: method, path: path, variants: variants, access: access, limit: limit, history: history)
    }

    /// The endpoint's name in error messages: method and path template, without ids.
    package var name: String { "\(method.rawValue) \(path.text)" }

    /// Returns the path to use for a server: the newest one that any of the server's versions supports.
    /// - Parameter versions: the versions that the server reports; `nil` when the client has not asked.
    package func path(for versions: [MatrixVersion]?) -> PathTemplate {
        guard let newest = versions?.max() else { return path }
        var best: (since: MatrixVersion, path: PathTemplate)?
        for variant in variants + [stable].compactMap(\.self) {
            guard let since = variant.since, since <= newest, best.map({ $0.since < since }) ?? true else { continue }
            best = (since, variant.path)
        }
        return best?.path ?? path
    }

    /// The `v3` form of an `r0` path, which Matrix 1.1 introduced.
    private var stable: EndpointVariant? {
        guard case .matrix = history.origin else { return nil }
        switch path.area {
        case .client(.r0):
            return EndpointVariant(
                PathTemplate(.client(.v3), segments: path.segments, endsWithSlash: path.endsWithSlash), since: .v1(1))
        case .media(.r0):
            return EndpointVariant(
                PathTemplate(.media(.v3), segments: path.segments, endsWithSlash: path.endsWithSlash), since: .v1(1))
        default: return nil
        }
    }
}

/// A request that one side splits into path, query and body, and the other side reads from them.
package protocol WireRequest: Sendable {
    /// Splits the request into its parts.
    /// - Throws: ``WireError`` or `JSONError` naming the field.
    func parts() throws -> RequestParts
    /// Reads a request from its parts.
    /// - Throws: ``WireError`` or `JSONError` naming the field.
    init(parts: RequestParts) throws
}

/// The response of an endpoint: either JSON (``WireResponse``) or a file (``MediaContent``).
package protocol EndpointResponse: Sendable {}

/// A response whose body is a JSON document.
package protocol WireResponse: EndpointResponse {
    /// Reads a validated body.
    /// - Throws: ``WireError`` or `JSONError` naming the field.
    init(document: JSONDocument) throws
    /// The UTF-8 bytes of the body.
    func encoded() throws -> [UInt8]
}

/// A response that is read into a JSON tree. Large or frequent responses implement ``WireResponse`` directly, for speed.
package protocol WireObject: WireResponse {
    init(json: JSONReader) throws
    var json: JSONValue { get }
}

extension WireObject {
    package init(document: JSONDocument) throws { try self.init(json: JSONReader(document.root.value)) }
    package func encoded() throws -> [UInt8] { json.serialized() }
}

/// A response that stays bytes. The node assembles them, and the client scans them without building a tree.
package struct RawJSON: WireResponse {
    package let document: JSONDocument?
    private let assembled: [UInt8]

    package init(document: JSONDocument) {
        self.document = document
        self.assembled = []
    }

    /// Wraps bytes that the caller knows to be valid JSON.
    package init(assembled: [UInt8]) {
        self.document = nil
        self.assembled = assembled
    }

    package func encoded() -> [UInt8] { document?.bytes ?? assembled }
}

/// The response `{}`. It must have no members, because stock clients reject others (SDN sheet 7.8).
package struct EmptyObject: WireObject, Hashable {
    package init() {}
    package init(json: JSONReader) {}
    package var json: JSONValue { .object([:]) }
}

/// A request without path values, query or body.
package struct NoInput: WireRequest, Hashable {
    package init() {}
    package init(parts: RequestParts) {}
    package func parts() -> RequestParts { RequestParts() }
}

/// Every endpoint of the client-server API that Herald supports. Each family of endpoints is an extension in a file of its own.
/// ``all`` lists them.
package enum Endpoints {}
