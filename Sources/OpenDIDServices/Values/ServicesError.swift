/// The reason why the servers do not start or cannot continue. It has a stable code, a place and a sentence. A refused request fails with a
/// ``ServiceError`` instead.
public struct ServicesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. Later versions may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another program listens on the host and port.
        public static let addressInUse = Code(rawValue: "address_in_use")
        /// The process cannot listen on the host and port.
        public static let cannotListen = Code(rawValue: "cannot_listen")
        /// The data directory or a file in it cannot be created or written.
        public static let dataUnwritable = Code(rawValue: "data_unwritable")
        /// The database file is damaged or not a database. It is not changed.
        public static let databaseUnreadable = Code(rawValue: "database_unreadable")
        /// The database server does not answer, or refuses connections for now.
        public static let databaseUnreachable = Code(rawValue: "database_unreachable")
        /// A newer version of Herald wrote the database.
        public static let databaseTooNew = Code(rawValue: "database_too_new")
        /// A version of Herald from before the first release wrote the database. It is not changed.
        public static let databaseTooOld = Code(rawValue: "database_too_old")
        /// The storage key is missing, unreadable, or not the one with which the data was encrypted.
        public static let storageKey = Code(rawValue: "storage_key")
        /// A configuration value is out of range, or two values contradict each other.
        public static let configuration = Code(rawValue: "configuration")
        /// A server could not be enrolled with the trust agent.
        public static let enrolment = Code(rawValue: "enrolment")
        /// A backup is incomplete, damaged or of an unknown form, or its place is taken.
        public static let backup = Code(rawValue: "backup")
        /// The servers have been stopped.
        public static let stopped = Code(rawValue: "stopped")
    }

    /// The kind of error.
    public let code: Code
    /// The place of the error: a path, an address, a role or the name of a configuration value.
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

extension ServicesError {
    /// Describes an error of the database while the servers start.
    init(starting error: ServiceDatabaseError) {
        self.init(
            error.retryAfter == nil ? .databaseUnreadable : .databaseUnreachable, field: "database",
            reason: "the database failed while the servers started: \(error.reason)")
    }
}
