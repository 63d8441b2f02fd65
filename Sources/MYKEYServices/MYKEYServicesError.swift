/// Why a part of the services could not do its work: a stable code, what it concerns and a sentence for a person.
///
/// Answers to outside parties are values of their own: ``CallbackRefusal`` on the server side, a `MYKEYResultCode` on the wallet side.
public struct MYKEYServicesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A configuration value is out of range, or two do not go together.
        public static let configuration = Code(rawValue: "configuration")
        /// A chain node could not be asked: no connection, no answer in time, or an answer with an error.
        public static let nodeUnavailable = Code(rawValue: "node_unavailable")
        /// A chain node answered something that is not the documented form.
        public static let nodeAnswer = Code(rawValue: "node_answer")
        /// Two nodes that should say the same do not.
        public static let nodesDisagree = Code(rawValue: "nodes_disagree")
        /// A call or a result does not fit the Ethereum contract ABI.
        public static let abi = Code(rawValue: "abi")
        /// The database file cannot be opened, read or written.
        public static let database = Code(rawValue: "database")
        /// A newer version of Herald wrote the database.
        public static let databaseTooNew = Code(rawValue: "database_too_new")
        /// A version of Herald from before the first release wrote the database. It is left as it is.
        public static let databaseTooOld = Code(rawValue: "database_too_old")
        /// A value that is to be stored or expected breaks a rule, such as a uuID that is already pending.
        public static let value = Code(rawValue: "value")
        /// A key file is missing, damaged, or the passphrase does not open it.
        public static let keyFile = Code(rawValue: "key_file")
        /// An address or a URL is one that this side does not connect to.
        public static let addressRefused = Code(rawValue: "address_refused")
        /// The other side could not be reached or did not answer in time.
        public static let network = Code(rawValue: "network")
        /// Too much is asked for at once; trying again later may help.
        public static let tooMany = Code(rawValue: "too_many")
        /// The address cannot be listened on.
        public static let cannotListen = Code(rawValue: "cannot_listen")
        /// There is no chain connection that could submit a transaction.
        public static let noChainConnection = Code(rawValue: "no_chain_connection")
    }

    /// What kind of error it is.
    public let code: Code
    /// What the error concerns: a path, an address, a field or the name of a configuration value.
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
