import HeraldJSON

/// One endpoint as a value: method, paths, who may call it, what a call counts as, since when there is one, and how its request and
/// response look on the wire.
///
/// Both sides use the same value: one pipeline in the client sends any endpoint, one route table in the node serves it.
package struct Endpoint<Request: WireRequest, Response: EndpointResponse>: Sendable {
    package let method: HTTPMethod
    /// Where a client asks that knows nothing of the node.
    package let path: PathTemplate
    /// Where else it is.
    package let variants: [EndpointVariant]
    package let access: EndpointAccess
    package let limit: EndpointLimit
    package let history: EndpointHistory

    /// Declares an endpoint. The defaults are what most endpoints have.
    /// - Parameters:
    ///   - limit: by default reading and writing count for the caller or, without a token, for the network it comes from; to read what
    ///     needs no token whatever does not count.
    ///   - history: since when the endpoint exists. Defaults to Matrix's beginning.
    ///   - variants: other paths. That what has `r0` in its path is under `v3` from Matrix 1.1 on need not be told.
    package init(
        _ method: HTTPMethod, _ area: PathTemplate.Area, _ path: String, access: EndpointAccess = .accessToken, limit: EndpointLimit? = nil,
        history: EndpointHistory = .matrix(.r0), variants: [EndpointVariant] = []
    ) {
        let usual: EndpointLimit =
            method == .get ? (access == .open ? .unlimited : .reads) : access == .accessToken ? .writes : .logins
        self.init(
            method: method, path: PathTemplate(area, path), variants: variants, access: access, limit: limit ?? usual, history: history)
    }

    private init(
        method: HTTPMethod, path: PathTemplate, variants: [EndpointVariant], access: EndpointAccess, limit: EndpointLimit, history: EndpointHistory
    ) {
        self.method = method
        self.path = path
        self.variants = variants
        self.access = access
        self.limit = limit
        self.history = history
    }

    /// The same endpoint with another form of its request, such as a body that the caller wrote.
    package func taking<Other: WireRequest>(_: Other.Type) -> Endpoint<Other, Response> { retyped() }

    /// The same endpoint with another form of its response, such as one that leaves out what a caller did not ask for.
    package func answering<Other: EndpointResponse>(_: Other.Type) -> Endpoint<Request, Other> { retyped() }

    private func retyped<Q: WireRequest, R: EndpointResponse>() -> Endpoint<Q, R> {
        Endpoint<Q, R>(method: method, path: path, variants: variants, access: access, limit: limit, history: history)
    }

    /// How an error names the endpoint: method and template, without ids.
    package var name: String { "\(method.rawValue) \(path.text)" }

    /// Where to ask a server: the newest path that one of its releases has.
    /// - Parameter versions: what the server said of itself; `nil` when it was not asked.
    package func path(for versions: [MatrixVersion]?) -> PathTemplate {
        guard let newest = versions?.max() else { return path }
        var best: (since: MatrixVersion, path: PathTemplate)?
        for variant in variants + [stable].compactMap(\.self) {
            guard let since = variant.since, since <= newest, best.map({ $0.since < since }) ?? true else { continue }
            best = (since, variant.path)
        }
        return best?.path ?? path
    }

    /// Matrix 1.1 replaced `r0` by `v3`.
    private var stable: EndpointVariant? {
        guard case .matrix = history.origin else { return nil }
        switch path.area {
        case .client(.r0): return EndpointVariant(PathTemplate(.client(.v3), segments: path.segments, endsWithSlash: path.endsWithSlash), since: .v1(1))
        case .media(.r0): return EndpointVariant(PathTemplate(.media(.v3), segments: path.segments, endsWithSlash: path.endsWithSlash), since: .v1(1))
        default: return nil
        }
    }
}

/// A request that can be taken apart for the wire and put together again on the other side.
package protocol WireRequest: Sendable {
    /// The request in parts. - Throws: ``WireError`` or `JSONError` naming the field.
    func parts() throws -> RequestParts
    /// Reads a request. - Throws: ``WireError`` or `JSONError` naming the field.
    init(parts: RequestParts) throws
}

/// What an endpoint answers: JSON, which is a ``WireResponse``, or a file, which is ``MediaContent``.
package protocol EndpointResponse: Sendable {}

/// A response body: a JSON document on the wire.
package protocol WireResponse: EndpointResponse {
    /// Reads a validated body. - Throws: ``WireError`` or `JSONError` naming the field.
    init(document: JSONDocument) throws
    /// The UTF-8 bytes of the body.
    func encoded() throws -> [UInt8]
}

/// A small response that goes through a JSON tree; hot ones implement ``WireResponse`` themselves.
package protocol WireObject: WireResponse {
    init(json: JSONReader) throws
    var json: JSONValue { get }
}

extension WireObject {
    package init(document: JSONDocument) throws { try self.init(json: JSONReader(document.root.value)) }
    package func encoded() throws -> [UInt8] { json.serialized() }
}

/// A response that stays bytes: the node assembles it, the client scans it.
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

/// The response `{}`, which is exact: stock clients refuse other members (SDN sheet 7.8).
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

/// Every endpoint of the client-server API that Herald speaks, extended in one file per family. ``all`` lists them.
package enum Endpoints {}
