/// Why the services did not start or cannot go on: a stable code, what it concerns and a sentence for a person. What a request is refused
/// with is a ``ServiceError``.
public struct ServicesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another program listens on the host and port.
        public static let addressInUse = Code(rawValue: "address_in_use")
        /// The host and port cannot be listened on.
        public static let cannotListen = Code(rawValue: "cannot_listen")
        /// The data directory or a file in it cannot be made or written.
        public static let dataUnwritable = Code(rawValue: "data_unwritable")
        /// The database file is damaged or not a database. It is left as it is.
        public static let databaseUnreadable = Code(rawValue: "database_unreadable")
        /// A newer version of Herald wrote the database.
        public static let databaseTooNew = Code(rawValue: "database_too_new")
        /// A version of Herald from before the first release wrote the database. It is left as it is.
        public static let databaseTooOld = Code(rawValue: "database_too_old")
        /// The storage key is missing, unreadable or not the one the data was encrypted with.
        public static let storageKey = Code(rawValue: "storage_key")
        /// A configuration value is out of range, or two do not go together.
        public static let configuration = Code(rawValue: "configuration")
        /// A provider could not be enrolled at the trust agent.
        public static let enrolment = Code(rawValue: "enrolment")
        /// The services have been stopped.
        public static let stopped = Code(rawValue: "stopped")
    }

    /// What kind of error it is.
    public let code: Code
    /// What the error concerns: a path, an address, a role or the name of a configuration value.
    public let field: String
    /// A sentence for a person; never contains a secret.
    public let reason: String

    /// An error with its place and a sentence for a person.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field): \(reason)" }
}
