/// The reason why a gateway does not start or cannot be set up: a stable code, the field that it concerns and a sentence for people.
package struct GatewayError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A kind of error.
    package enum Code: String, Sendable, Hashable {
        /// Another program already listens on the host and port.
        case addressInUse = "address_in_use"
        /// The gateway cannot listen on the host and port.
        case cannotListen = "cannot_listen"
        /// A value of the configuration is wrong.
        case configuration
        /// The key file cannot be read or written, or is no key.
        case key
        /// The database cannot be reached.
        case databaseUnreachable = "database_unreachable"
        /// The database cannot be written.
        case databaseUnwritable = "database_unwritable"
        /// The database is damaged, or another program wrote it. It was not changed.
        case databaseUnreadable = "database_unreadable"
        /// A newer version of Herald wrote the database.
        case databaseTooNew = "database_too_new"
        /// A file or folder of a backup is missing, damaged or in the way.
        case backup
        /// A file of a backup cannot be written.
        case dataUnwritable = "data_unwritable"
    }

    /// The kind of error.
    package let code: Code
    /// The name of the configuration value, the path or the address.
    package let field: String
    /// A sentence for people. It never contains a secret.
    package let reason: String

    /// Creates an error.
    package init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    package var description: String { "\(field): \(reason)" }
}
