import HeraldJSON

/// One endpoint as a value: method, path, who may call it, and how its request and response look on the wire.
///
/// Both sides use the same value: one pipeline in the client sends any endpoint, one route table in the node serves it.
package struct Endpoint<Request: WireRequest, Response: WireResponse>: Sendable {
    package let method: HTTPMethod
    package let path: PathTemplate
    package let access: EndpointAccess

    package init(_ method: HTTPMethod, _ area: PathTemplate.Area, _ path: String, access: EndpointAccess = .accessToken) {
        self.method = method
        self.path = PathTemplate(area, path)
        self.access = access
    }

    private init(method: HTTPMethod, path: PathTemplate, access: EndpointAccess) {
        self.method = method
        self.path = path
        self.access = access
    }

    /// The same endpoint with another form of its request, such as a body that the caller wrote.
    package func taking<Other: WireRequest>(_: Other.Type) -> Endpoint<Other, Response> {
        Endpoint<Other, Response>(method: method, path: path, access: access)
    }
}

/// Who may call an endpoint.
package enum EndpointAccess: Sendable, Hashable {
    /// Anyone; a token is not looked at.
    case open
    /// Anyone; a token, when there is one, must be good.
    case optional
    /// Only the bearer of an access token.
    case accessToken
}

/// A request that can be taken apart for the wire and put together again on the other side.
package protocol WireRequest: Sendable {
    /// The request in parts. - Throws: ``WireError`` or `JSONError` naming the field.
    func parts() throws -> RequestParts
    /// Reads a request. - Throws: ``WireError`` or `JSONError` naming the field.
    init(parts: RequestParts) throws
}

/// A response body: a JSON document on the wire.
package protocol WireResponse: Sendable {
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

/// Every endpoint of the client-server API that Herald speaks, extended in one file per family.
package enum Endpoints {}
