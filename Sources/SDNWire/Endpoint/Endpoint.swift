import HeraldJSON

/// The description of one endpoint: its method, paths, access, rate limit and history, and the types of its request and response.
///
/// Client and node share these descriptions. The client makes requests from them, and the route table of the node contains them.
/// An app can declare its own endpoints, such as the extension of a node or a Matrix endpoint that the SDK does not have:
///
/// ```swift
/// let devices = Endpoint<NoInput, OwnDevices>(.get, "client/v3/devices")
/// let answer = try await client.call(devices, NoInput())
/// print(answer.devices.map(\.device_id))
/// ```
public struct Endpoint<Request: EndpointRequest, Response: Sendable>: Sendable {
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
    ///   - limit: the rate limit that a call counts against. Defaults to ``EndpointLimit/unlimited`` for an open `GET` and to
    ///     ``EndpointLimit/reads`` for any other `GET`. Other methods default to ``EndpointLimit/writes`` if they require an access
    ///     token, and to ``EndpointLimit/logins`` if not.
    ///   - history: when the endpoint was introduced. Defaults to the first Matrix release.
    ///   - variants: other paths. They must not contain the `v3` form of an `r0` path, because every Matrix endpoint has it anyway.
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

    fileprivate init(
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
    package func taking<Other: EndpointRequest>(_: Other.Type) -> Endpoint<Other, Response> { retyped() }

    /// Returns the same endpoint with another response type, such as one without the members that the caller does not read.
    package func answering<Other: Sendable>(_: Other.Type) -> Endpoint<Request, Other> { retyped() }

    private func retyped<Q: EndpointRequest, R: Sendable>() -> Endpoint<Q, R> {
        Endpoint<Q, R>(method: method, path: path, variants: variants, access: access, limit: limit, history: history)
    }

    /// The endpoint's name in error messages: method and path template, without IDs.
    public var name: String { "\(method.rawValue) \(path.text)" }

    /// Returns the newest path that a server supports.
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

extension Endpoint where Response: EndpointResponse {
    /// Declares an endpoint of an app.
    ///
    /// The path is a text with named values, such as `client/v3/rooms/{roomId}/joined_members`, and is not percent-encoded. It is below the
    /// root of the API, which is `_api` or `_matrix`. A path that begins with a slash is directly below the node's address, such as
    /// `/_synapse/admin/v1/server_version`. No path leads to another host.
    /// - Parameters:
    ///   - method: the HTTP method.
    ///   - path: the path. A segment `{name}` stands for a value of ``RequestParts/path``.
    ///   - access: who may call the endpoint. Defaults to ``EndpointAccess/accessToken``.
    public init(_ method: HTTPMethod, _ path: String, access: EndpointAccess = .accessToken) {
        // A node alone uses the rate limit, and no node serves an app's own endpoint. The history names no Matrix release, so the endpoint
        // has only one path.
        self.init(
            method: method, path: PathTemplate(path.hasPrefix("/") ? .bare : .root, path), variants: [], access: access,
            limit: .byHandler, history: .sdn)
    }
}

/// A request that is split into path values, query and body.
///
/// ```swift
/// struct RenameDevice: EndpointRequest {
///     let deviceId: String, name: String
///
///     func parts() throws -> RequestParts {
///         try RequestParts(path: ["deviceId": deviceId], encoding: ["display_name": name])
///     }
/// }
/// ```
///
/// An `Encodable` type does not need `parts()`. It is sent as a JSON body.
public protocol EndpointRequest: Sendable {
    /// Splits the request into its parts.
    /// - Throws: ``WireError`` or `JSONError` naming the field. The caller of the endpoint receives any other error as it is.
    func parts() throws -> RequestParts
}

extension EndpointRequest where Self: Encodable {
    /// Returns the whole request as a JSON body. Members that are `nil` or `null` are left out, at every depth.
    /// - Throws: `JSONError` if a member has no JSON form.
    public func parts() throws -> RequestParts { try RequestParts(encoding: self) }
}

/// A response that is read from a JSON document. A `Decodable` type does not need `init(document:)`.
///
/// ```swift
/// struct OwnDevices: EndpointResponse, Decodable {
///     struct Device: Decodable { let device_id: String }
///     let devices: [Device]
/// }
/// ```
public protocol EndpointResponse: Sendable {
    /// Reads the body of a successful answer, which is valid JSON.
    /// - Throws: ``WireError`` or `JSONError` naming the field. The caller of the endpoint receives any other error as it is.
    init(document: JSONDocument) throws
}

extension EndpointResponse where Self: Decodable {
    /// Decodes the body. Members that the type does not declare are ignored. If a member occurs twice, the last one counts.
    /// - Throws: `JSONError` naming the member that is missing or has the wrong type.
    public init(document: JSONDocument) throws {
        self = try JSONModelDecoder(limits: .standard).decode(Self.self, from: document.root)
    }
}

/// A request that the client writes and the node reads.
package protocol WireRequest: EndpointRequest {
    /// Reads a request from its parts.
    /// - Throws: ``WireError`` or `JSONError` naming the field.
    init(parts: RequestParts) throws
}

/// A response that the node writes and the client reads.
package protocol WireResponse: EndpointResponse {
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

/// A response that is handled as bytes. The node assembles the bytes, and the client scans them without building a tree.
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

/// The response `{}`. It has no members, because stock clients reject members that they do not expect (SDN sheet 7.8).
public struct EmptyObject: WireObject, Hashable {
    /// Creates the response.
    public init() {}
    /// Reads any JSON object and ignores its members.
    /// - Throws: `JSONError` if the document is not an object.
    public init(document: JSONDocument) throws { try self.init(json: JSONReader(document.root.value)) }
    package init(json: JSONReader) {}
    package var json: JSONValue { .object([:]) }
}

/// A request without path values, query or body.
public struct NoInput: WireRequest, Hashable {
    /// Creates the request.
    public init() {}
    package init(parts: RequestParts) {}
    /// Returns empty parts.
    public func parts() -> RequestParts { RequestParts() }
}

/// The endpoints of the client-server API that Herald supports. Each family of endpoints is an extension in its own file. ``all`` lists
/// every endpoint.
package enum Endpoints {}
