/// The reason why a node did not start or cannot go on: a stable code, the field that it concerns and a sentence for people.
public struct NodeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. Later releases may add new ones.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another program already listens on the host and port.
        public static let addressInUse = Code(rawValue: "address_in_use")
        /// The node cannot listen on the host and port.
        public static let cannotListen = Code(rawValue: "cannot_listen")
        /// Another node uses the data directory.
        public static let dataInUse = Code(rawValue: "data_in_use")
        /// The data directory cannot be created or written.
        public static let dataUnwritable = Code(rawValue: "data_unwritable")
        /// The database file is damaged or not a database. The node leaves it unchanged.
        public static let databaseUnreadable = Code(rawValue: "database_unreadable")
        /// A newer version of Herald wrote the database.
        public static let databaseTooNew = Code(rawValue: "database_too_new")
        /// A version of Herald from before the first release wrote the database. The node leaves it unchanged.
        public static let databaseTooOld = Code(rawValue: "database_too_old")
        /// A configuration value is out of range.
        public static let configuration = Code(rawValue: "configuration")
        /// A backup cannot be made, or is damaged, or something is in its place.
        public static let backup = Code(rawValue: "backup")
        /// The node has been stopped.
        public static let stopped = Code(rawValue: "stopped")
    }

    /// The kind of error.
    public let code: Code
    /// The subject of the error: a path, an address or the name of a configuration value.
    public let field: String
    /// A sentence for people. It never contains a secret.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field): \(reason)" }
}
