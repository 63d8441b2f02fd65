import HeraldPostgres
import OpenDIDServices

extension ServiceDatabaseError {
    /// The time until a client tries again that met other transactions.
    private static let soon = Duration.seconds(1)
    /// The time until a client tries again that met a server which is down or full.
    private static let later = Duration.seconds(5)

    /// Describes an error at run time.
    init(_ error: PostgresError) {
        let kind: Kind =
            switch error.kind {
            case .serializationFailure, .deadlock, .lockNotAvailable, .poolExhausted: .temporary(retryAfter: Self.soon)
            case _ where error.isTemporary: .temporary(retryAfter: Self.later)
            // The operator changes the password or the certificate while the servers run.
            case .invalidPassword, .tls, .undefinedDatabase, .permissionDenied: .temporary(retryAfter: Self.later)
            case .uniqueViolation, .constraintViolation: .constraint
            case .invalidValue where error.sqlState == PostgresError.unstorableText: .unstorableText
            default: .other
            }
        self.init(kind, reason: error.description)
    }
}

extension ServicesError {
    /// Describes a database that cannot be opened.
    init(opening configuration: PostgresConfiguration, _ error: PostgresError) {
        let schema = configuration.schema
        switch error.kind {
        case .configuration: self.init(.configuration, field: Self.databaseField, reason: Self.text(error))
        case .invalidPassword:
            self.init(
                .configuration, field: Self.databaseField,
                reason: "the server refuses the user or the password: \(error.reason)")
        case .tls: self.init(.configuration, field: Self.databaseField, reason: "TLS failed: \(error.reason)")
        case .undefinedDatabase:
            self.init(
                .configuration, field: Self.databaseField,
                reason: "the database does not exist, so create it first: \(error.reason)")
        case .permissionDenied:
            self.init(
                .dataUnwritable, field: Self.databaseField,
                reason: "the user may not create or use the schema \(schema): \(error.reason)")
        case .readOnly:
            self.init(
                .dataUnwritable, field: Self.databaseField,
                reason: "the database is read-only, so give the URL of the primary server")
        case .diskFull: self.init(.dataUnwritable, field: Self.databaseField, reason: "the server's disk is full")
        case .schemaTooNew: self.init(.databaseTooNew, field: schema, reason: error.reason)
        case .schemaUnknown: self.init(.databaseUnreadable, field: schema, reason: error.reason)
        case _ where error.isTemporary:
            self.init(
                .databaseUnreachable, field: Self.databaseField,
                reason: "the database cannot be reached: \(error.reason)")
        default:
            self.init(
                .databaseUnreadable, field: schema,
                reason: "the schema cannot be brought up to date: \(error.description)")
        }
    }

    /// The field of errors about the URL and the server.
    static let databaseField = "database"

    /// Returns the reason of a wrong setting, with the part of the URL that is wrong.
    static func text(_ error: PostgresError) -> String {
        error.field.map { "\($0): \(error.reason)" } ?? error.reason
    }
}
