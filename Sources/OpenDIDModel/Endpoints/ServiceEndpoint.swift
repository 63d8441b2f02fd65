/// One endpoint as a value: the server, the method, the path, and what is asked and answered (OpenDID sheet 5.2).
///
/// The wallet sends it and a server's route table serves it, so that neither can misspell a path alone.
public struct ServiceEndpoint<Request: Sendable, Response: Sendable>: Sendable {
    /// The server.
    public let role: ServiceRole
    /// GET or POST.
    public let method: ServiceMethod
    /// The last part of the path, without a slash in front, such as `request-ecdh`.
    public let name: String
    /// What stands before the name: that of the role, but for operators' endpoints of release 2.
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

/// The two methods that OpenDID's servers know.
public enum ServiceMethod: String, Sendable, Hashable {
    /// What is asked stands in the query.
    case get = "GET"
    /// What is asked is a JSON body.
    case post = "POST"
}

/// What a GET request says after the question mark.
public struct ServiceQuery: Sendable, Hashable {
    /// Names and values, undecorated: whoever sends them encodes them.
    public var items: [Item]

    /// A name and its value.
    public struct Item: Sendable, Hashable {
        /// The name, such as `vcId`.
        public var name: String
        /// The value, undecorated.
        public var value: String

        /// An item from its name and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A query from its items.
    public init(_ items: [Item] = []) { self.items = items }

    /// One name and its value.
    public init(_ name: String, _ value: String) { items = [Item(name, value)] }

    /// The first value of a name.
    public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }
}
