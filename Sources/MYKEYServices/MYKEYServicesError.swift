/// An error in the services: a stable code, the field, and a sentence for people.
///
/// Callers outside this program get other values: ``CallbackRefusal`` from the server, and a `MYKEYResultCode` from the wallet.
public struct MYKEYServicesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. Later versions may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A configuration value is out of range, or two values contradict each other.
        public static let configuration = Code(rawValue: "configuration")
        /// A chain node is unavailable: there is no connection, no response in time, or an error response.
        public static let nodeUnavailable = Code(rawValue: "node_unavailable")
        /// A chain node's response does not have the documented form.
        public static let nodeAnswer = Code(rawValue: "node_answer")
        /// Two nodes that should agree do not, or two answers of one node.
        public static let nodesDisagree = Code(rawValue: "nodes_disagree")
        /// A call or a result does not fit the Ethereum contract ABI.
        public static let abi = Code(rawValue: "abi")
        /// The database file cannot be opened, read or written.
        public static let database = Code(rawValue: "database")
        /// A newer version of Herald wrote the database.
        public static let databaseTooNew = Code(rawValue: "database_too_new")
        /// A version of Herald from before the first release wrote the database. The database is not changed.
        public static let databaseTooOld = Code(rawValue: "database_too_old")
        /// A value that is to be stored or expected is not allowed, such as a uuID that is already pending.
        public static let value = Code(rawValue: "value")
        /// A key file is missing or damaged, or the passphrase does not open it.
        public static let keyFile = Code(rawValue: "key_file")
        /// The settings do not allow a connection to the address or URL.
        public static let addressRefused = Code(rawValue: "address_refused")
        /// The peer could not be reached, or did not respond in time.
        public static let network = Code(rawValue: "network")
        /// There are too many requests. A later attempt may succeed.
        public static let tooMany = Code(rawValue: "too_many")
        /// The server cannot listen on the address.
        public static let cannotListen = Code(rawValue: "cannot_listen")
        /// No connection to the chain can submit a transaction.
        public static let noChainConnection = Code(rawValue: "no_chain_connection")
    }

    /// The kind of error.
    public let code: Code
    /// The subject of the error: a path, an address, a field or the name of a configuration value.
    public let field: String
    /// A sentence for people. Never contains a secret.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field): \(reason)" }
}

/// Makes received text safe for errors and logs: one line of printable ASCII, at most 160 characters.
enum PrintableText {
    static func of(_ text: String?) -> String {
        guard let text else { return "no text" }
        return String(text.unicodeScalars.prefix(160).map { (0x20...0x7E).contains($0.value) ? Character($0) : " " })
    }
}
