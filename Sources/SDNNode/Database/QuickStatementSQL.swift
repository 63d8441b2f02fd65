import GRDB
import GRDBSQLite

/// Statements for the work that every message needs. They bind values and read columns without copies, which GRDB's arguments and rows need. For such a
/// small statement, the copies would take longer than the work of SQLite.
///
/// The statements are cached on their connection. A failure does not tell GRDB's transaction observers that SQLite has rolled a transaction back; they
/// learn it with the next statement.
extension Database {
    /// Runs a statement and ignores its rows.
    /// - Throws: `DatabaseError`.
    func run<each Value: QuickBinding>(_ sql: String, _ values: repeat each Value) throws {
        _ = try first(sql, repeat each values) { _ in }
    }

    /// Runs a query and reads its first row; `nil` if there is none.
    /// - Throws: `DatabaseError`, and the errors of `read`; `CancellationError` if the task was cancelled.
    func first<Result, each Value: QuickBinding>(
        _ sql: String, _ values: repeat each Value, read: (QuickRow) throws -> Result
    ) throws -> Result? {
        let statement = try bound(sql, repeat each values)
        defer { release(statement) }
        return try hasRow(statement) ? read(QuickRow(statement: statement)) : nil
    }

    /// Runs a query and visits its rows. The visitor must not run the same query.
    /// - Throws: `DatabaseError`, and the errors of `visit`; `CancellationError` if the task was cancelled.
    func each<each Value: QuickBinding>(
        _ sql: String, _ values: repeat each Value, visit: (QuickRow) throws -> Void
    ) throws {
        let statement = try bound(sql, repeat each values)
        defer { release(statement) }
        while try hasRow(statement) { try visit(QuickRow(statement: statement)) }
    }

    /// Runs a query and visits its rows, until `visit` returns `false`. The visitor must not run the same query.
    /// - Throws: `DatabaseError`, and the errors of `visit`; `CancellationError` if the task was cancelled.
    func walk<each Value: QuickBinding>(
        _ sql: String, _ values: repeat each Value, visit: (QuickRow) throws -> Bool
    ) throws {
        let statement = try bound(sql, repeat each values)
        defer { release(statement) }
        while try hasRow(statement) {
            guard try visit(QuickRow(statement: statement)) else { return }
        }
    }

    private func bound<each Value: QuickBinding>(_ sql: String, _ values: repeat each Value) throws
        -> SQLiteStatement
    {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        // SQLite ends the transaction by itself on a full disk. A change must not run outside of it then.
        guard isInsideTransaction || sqlite3_stmt_readonly(statement) != 0 else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "The transaction was aborted.", sql: sql)
        }
        var index: CInt = 0, code = SQLITE_OK
        for value in repeat each values {
            index += 1
            if code == SQLITE_OK { code = value.bindQuickly(to: statement, at: index) }
        }
        guard code == SQLITE_OK else {
            release(statement)
            throw failure(code, of: statement)
        }
        return statement
    }

    private func hasRow(_ statement: SQLiteStatement) throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        // GRDB interrupts the statements of a read whose task was cancelled.
        case SQLITE_INTERRUPT: throw CancellationError()
        case let code: throw failure(code, of: statement)
        }
    }

    private func release(_ statement: SQLiteStatement) {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    private func failure(_ code: CInt, of statement: SQLiteStatement) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqliteConnection)),
            sql: sqlite3_sql(statement).map { String(cString: $0) })
    }
}

/// The current row of a statement. It is valid only while it is read.
struct QuickRow {
    fileprivate let statement: SQLiteStatement

    func int(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }

    func optionalInt(_ column: CInt) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : int(column)
    }

    func bool(_ column: CInt) -> Bool { sqlite3_column_int64(statement, column) != 0 }

    /// Returns a text; an empty one for NULL.
    func text(_ column: CInt) -> String { optionalText(column) ?? "" }

    func optionalText(_ column: CInt) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Returns the bytes of a column; none for NULL.
    func bytes(_ column: CInt) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
    }
}

/// Bytes as the argument of a statement.
struct BoundBytes: StatementBinding {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func bind(to sqliteStatement: SQLiteStatement, at index: CInt) -> CInt {
        bytes.withUnsafeBytes { bytes in
            // The destructor −1 makes SQLite copy the bytes.
            sqlite3_bind_blob(
                sqliteStatement, index, bytes.baseAddress, CInt(clamping: bytes.count),
                unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }
}
