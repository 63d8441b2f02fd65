/// The reason why PostgreSQL did not do what was asked. It never contains a password or the value of a parameter.
package struct PostgresError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, on which the caller decides.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        // The set-up is wrong.
        /// The URL or a setting is wrong.
        case configuration
        /// The password is wrong or missing, or the server does not let this user in.
        case invalidPassword
        /// TLS failed: an expired or unknown certificate, or a server without TLS.
        case tls
        /// The database does not exist.
        case undefinedDatabase
        /// The schema does not exist.
        case undefinedSchema
        /// The table does not exist.
        case undefinedTable
        /// The user may not do this.
        case permissionDenied
        /// A newer program wrote the schema.
        case schemaTooNew
        /// The schema has migrations that this program does not know under their numbers.
        case schemaUnknown

        // The data.
        /// A row with the same key exists.
        case uniqueViolation
        /// Another constraint forbids the row.
        case constraintViolation
        /// A value does not fit its column, or the column's type is not the one that the caller reads.
        case invalidValue
        /// A result is larger than the limit.
        case resultTooLarge

        // A repetition of the transaction may succeed at once.
        /// Another transaction changed what this one read.
        case serializationFailure
        /// This transaction and another one waited for each other.
        case deadlock
        /// The server no longer has the connection's prepared statement, or its result has changed since. It is prepared anew on another connection.
        case staleStatement

        // A repetition may succeed later.
        /// No connection could be opened.
        case connectionFailed
        /// The connection ended during a statement. A write outside of a transaction may have been made.
        case connectionLost
        /// The server starts, stops or recovers.
        case startingUp
        /// The server has no connection left.
        case tooManyConnections
        /// No connection became free in time.
        case poolExhausted
        /// A statement took too long, or the server did not answer.
        case timedOut
        /// Another transaction holds a lock for too long.
        case lockNotAvailable
        /// The database accepts no writes.
        case readOnly
        /// The server's disk is full.
        case diskFull
        /// The server has too little memory.
        case outOfMemory
        /// The server's machine failed, for example with an I/O error, or another limit of it is reached.
        case systemError
        /// The connection ended during COMMIT. The writes may or may not have been made, and must not be repeated unseen.
        case outcomeUnknown

        // The program.
        /// The pool or the transaction has ended.
        case closed
        /// The transaction could not be committed, because an earlier statement in it had failed.
        case aborted
        /// The statement is wrong.
        case invalidStatement
        /// Any other error.
        case other
    }

    /// The SQLSTATE of a text that the server cannot store.
    package static let unstorableText = "22021"

    /// The kind of error.
    package let kind: Kind
    /// The five characters of the server's error code, if it sent one.
    package let sqlState: String?
    /// The setting, constraint, column or table.
    package let field: String?
    /// A sentence for people, without a full stop.
    package let reason: String

    /// Creates an error.
    package init(_ kind: Kind, sqlState: String? = nil, field: String? = nil, reason: String) {
        (self.kind, self.sqlState, self.field, self.reason) = (kind, sqlState, field, reason)
    }

    package var description: String {
        let place = [sqlState, field].compactMap(\.self).joined(separator: ", ")
        return place.isEmpty ? "PostgreSQL: \(reason)" : "PostgreSQL (\(place)): \(reason)"
    }

    /// True if the whole transaction may be repeated at once. PostgreSQL undid it.
    package var isRepeatable: Bool {
        kind == .serializationFailure || kind == .deadlock || kind == .staleStatement
    }

    /// True if the same request may succeed later without a change of the program or its configuration: status 503.
    package var isTemporary: Bool {
        switch kind {
        case .serializationFailure, .deadlock, .staleStatement, .connectionFailed, .connectionLost, .startingUp,
            .tooManyConnections,
            .poolExhausted, .timedOut, .lockNotAvailable, .readOnly, .diskFull, .outOfMemory, .systemError,
            .outcomeUnknown, .closed:
            true
        default: false
        }
    }

    /// True if further attempts to connect fail alike until an operator changes something.
    var needsOperator: Bool {
        switch kind {
        case .configuration, .invalidPassword, .tls, .undefinedDatabase, .permissionDenied: true
        default: false
        }
    }

    /// True if the connection should not be used again, although it still answers: the server became a standby, or it no longer has the prepared
    /// statements as this process knows them.
    var retiresConnection: Bool { kind == .readOnly || kind == .staleStatement }

    /// True if the server's answer to a write is not known. Other errors come from the server, which then undid the write.
    var leavesOutcomeOpen: Bool { kind == .connectionLost || kind == .timedOut && sqlState == nil }

    func with(_ kind: Kind, reason: String) -> PostgresError {
        PostgresError(kind, sqlState: sqlState, field: field, reason: reason)
    }
}
