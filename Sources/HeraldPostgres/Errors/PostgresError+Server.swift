import CPostgres

extension PostgresError.Kind {
    /// Returns the kind of a SQLSTATE (PostgreSQL's documentation, appendix A).
    init(sqlState: String) {
        self =
            switch sqlState {
            case "23505": .uniqueViolation
            case "40001": .serializationFailure
            case "40P01": .deadlock
            case "25006": .readOnly
            case "25P02": .aborted
            // The statement is gone, or the name belongs to another one: after DISCARD, or through a pooler that shares connections.
            case "26000", "42P05": .staleStatement
            case "42P01": .undefinedTable
            case "42501": .permissionDenied
            case "53100": .diskFull
            case "53200": .outOfMemory
            case "53300": .tooManyConnections
            case "55P03": .lockNotAvailable
            // A file that is missing or in the way stays so until an operator acts.
            case "58P01", "58P02": .other
            case "57014", "25P03": .timedOut
            case "57P01", "57P02", "57P05": .connectionLost
            case "57P03": .startingUp
            default: Self(class: sqlState.prefix(2))
            }
    }

    private init(class name: Substring) {
        self =
            switch name {
            case "08": .connectionLost
            case "22": .invalidValue
            case "23": .constraintViolation
            case "28": .invalidPassword
            case "3D": .undefinedDatabase
            case "3F": .undefinedSchema
            case "40": .serializationFailure
            case "53", "58": .systemError
            case "0A", "34", "42": .invalidStatement
            default: .other
            }
    }
}

extension PostgresError {
    /// The classes whose messages name the parts of a statement, users and files, but never contain values.
    private static let classesWithoutValues: Set<Substring> = [
        "08", "0A", "25", "26", "28", "3D", "3F", "40", "42", "53", "55", "57", "58",
    ]
    /// The length of a message, in characters.
    private static let longestMessage = 300

    /// Creates the error of a failed statement.
    init(result: OpaquePointer) {
        func text(_ field: Int32) -> String? { PQresultErrorField(result, field).map { String(cString: $0) } }
        guard let state = text(herald_pg_sqlstate) else {
            self.init(.connectionLost, reason: Self.tidied(String(cString: PQresultErrorMessage(result))))
            return
        }
        let severity = text(herald_pg_severity)
        // The server closes the connection after such an error.
        let isFatal = severity == "FATAL" || severity == "PANIC"
        var kind = Kind(sqlState: state)
        // The SQLSTATE means many things. "cached plan must not change result type": a migration changed the columns.
        if state == "0A000" {
            switch text(herald_pg_function) {
            case "RevalidateCachedQuery": kind = .staleStatement
            // "cannot access temporary or unlogged relations during recovery": the server is a standby.
            case "get_relation_info": kind = .readOnly
            default: break
            }
        }
        let field = text(herald_pg_constraint) ?? text(herald_pg_column) ?? text(herald_pg_table)
        self.init(
            isFatal && kind != .startingUp ? .connectionLost : kind, sqlState: state, field: field,
            reason: Self.reason(kind, state, message: text(herald_pg_message) ?? ""))
    }

    /// Creates the error of a connection that could not be opened.
    /// - Parameter message: libpq's message in verbose form, because libpq has the SQLSTATE of a refusal nowhere else.
    init(opening message: String, needsPassword: Bool, password: String?) {
        let state = message.firstMatch(of: #/:\s\s([0-9A-Z]{5}): /#).map { String($0.output.1) }
        var text = message.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }.joined(separator: "; ")
        if let state { text = text.replacing("\(state): ", with: "") }
        if let password, !password.isEmpty { text = text.replacing(password, with: "…") }
        var kind = state.map(Kind.init(sqlState:)) ?? .connectionFailed
        if state == nil, text.contains("SSL") || text.contains("certificate") { kind = .tls }
        if state == nil, needsPassword { kind = .invalidPassword }
        if kind == .connectionLost || kind == .other { kind = .connectionFailed }
        self.init(kind, sqlState: state, reason: Self.tidied(text))
    }

    private static func reason(_ kind: Kind, _ state: String, message: String) -> String {
        if classesWithoutValues.contains(state.prefix(2)) { return tidied(message) }
        return switch kind {
        case .uniqueViolation: "a row with the same key exists"
        case .constraintViolation: "a constraint forbids the row"
        case .invalidValue: "a value does not fit"
        default: "the server refused the statement"
        }
    }

    private static func tidied(_ message: String) -> String {
        let text = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.isEmpty ? "the connection ended" : String(text.prefix(longestMessage))
    }
}
