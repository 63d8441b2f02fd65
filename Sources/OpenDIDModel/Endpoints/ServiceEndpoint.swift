/// The description of one endpoint: the server, the method, the path, and the types of request and response (OpenDID sheet 5.2).
///
/// ```swift
/// let endpoint = OpenDIDEndpoints.TAS.requestECDH
/// print(endpoint.method.rawValue, endpoint.path)  // POST /tas/api/v1/request-ecdh
/// ```
///
/// The wallet creates its requests from these values, and the servers create their routes from them. Both therefore always use the same
/// path.
public struct ServiceEndpoint<Request: Sendable, Response: Sendable>: Sendable {
    public let role: ServiceRole
    public let method: ServiceMethod
    /// The last part of the path, without a leading slash, such as `request-ecdh`.
    public let name: String
    /// The part of the path before ``name``. It depends on the server's role. The operators' endpoints of release 2 have a different one.
    private let base: String

    package init(_ role: ServiceRole, _ method: ServiceMethod, _ name: String, isAdministrative: Bool = false) {
        self.role = role
        self.method = method
        self.name = name
        base = isAdministrative ? role.administrativePath : role.basePath
    }

    /// The whole path, such as `/tas/api/v1/request-ecdh`.
    public var path: String { "\(base)/\(name)" }
}

/// The two methods that OpenDID's servers use.
public enum ServiceMethod: String, Sendable, Hashable {
    /// GET, with the request in the query of the URL.
    case get = "GET"
    /// POST, with the request as a JSON body.
    case post = "POST"
}

/// The query of a GET request.
public struct ServiceQuery: Sendable, Hashable {
    /// The names and values of the query, without percent encoding. The sender encodes them.
    public var items: [Item]

    /// A name and its value.
    public struct Item: Sendable, Hashable {
        /// The name, such as `vcId`.
        public var name: String
        /// The value without percent encoding.
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(_ items: [Item] = []) { self.items = items }

    /// Creates a query with one item.
    public init(_ name: String, _ value: String) { items = [Item(name, value)] }

    /// Returns the first value with a name, or `nil` if there is none.
    public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }
}
