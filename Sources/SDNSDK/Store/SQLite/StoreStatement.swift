import GRDB
import GRDBSQLite

/// One prepared statement of SQLite.
///
/// By hand although GRDB has statements: those box every value they bind and fetch, which costs more than SQLite itself does for the
/// rows of a sync. Belongs to one connection and is used on its queue alone.
final class StoreStatement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw StoreStatement.failure(connection, code) }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }


    func bind(_ value: Int64, at place: Int32) { sqlite3_bind_int64(handle, place, value) }

    func bind(_ value: Int64?, at place: Int32) {
        if let value { bind(value, at: place) } else { sqlite3_bind_null(handle, place) }
    }

    func bind(_ text: String, at place: Int32) {
        var text = text
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                // An empty text has no base address, and without one SQLite would bind NULL.
                guard let base = characters.baseAddress else { return }
                _ = sqlite3_bind_text(handle, place, base, Int32(clamping: characters.count), StoreStatement.copied)
            }
        }
        if text.isEmpty { sqlite3_bind_text(handle, place, "", 0, StoreStatement.copied) }
    }

    func bind(_ text: String?, at place: Int32) {
        if let text { bind(text, at: place) } else { sqlite3_bind_null(handle, place) }
    }

    func bind(_ bytes: [UInt8], at place: Int32) {
        bytes.withUnsafeBytes { bytes in
            // The same for a blob without bytes.
            guard let base = bytes.baseAddress, !bytes.isEmpty else {
                _ = sqlite3_bind_zeroblob(handle, place, 0)
                return
            }
            _ = sqlite3_bind_blob(handle, place, base, Int32(clamping: bytes.count), StoreStatement.copied)
        }
    }

    /// Binds bytes that stay where they are until the statement has run.
    func bind(staying bytes: UnsafeRawBufferPointer, at place: Int32) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
            sqlite3_bind_zeroblob(handle, place, 0)
            return
        }
        sqlite3_bind_blob(handle, place, base, Int32(clamping: bytes.count), nil)
    }

    /// Binds a text that stays where it is while `body` runs the statement: for rows of which a sync has thousands a copy of each costs
    /// more than what is bound.
    func binding<T>(_ text: String, at place: Int32, _ body: () throws -> T) rethrows -> T {
        var text = text
        return try text.withUTF8 { utf8 in
            if let base = utf8.baseAddress, !utf8.isEmpty {
                base.withMemoryRebound(to: CChar.self, capacity: utf8.count) { _ = sqlite3_bind_text(handle, place, $0, Int32(clamping: utf8.count), nil) }
            } else {
                bind("", at: place)
            }
            return try body()
        }
    }

    /// SQLite's SQLITE_TRANSIENT, a macro that Swift does not see: the value is copied before the call returns.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)


    /// Runs a statement that gives no rows. - Returns: how many rows it changed.
    @discardableResult
    func run() throws -> Int {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw StoreStatement.failure(connection, code) }
        return Int(sqlite3_changes(connection))
    }

    /// The first row.
    func first<T>(_ body: (StoreStatement) throws -> T) throws -> T? {
        defer { sqlite3_reset(handle) }
        let code = sqlite3_step(handle)
        if code == SQLITE_DONE { return nil }
        guard code == SQLITE_ROW else { throw StoreStatement.failure(connection, code) }
        return try body(self)
    }

    func each(_ body: (StoreStatement) throws -> Void) throws {
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw StoreStatement.failure(connection, code) }
            try body(self)
        }
    }

    func all<T>(capacity: Int = 0, _ body: (StoreStatement) throws -> T) throws -> [T] {
        var rows: [T] = []
        rows.reserveCapacity(capacity)
        try each { rows.append(try body($0)) }
        return rows
    }


    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func int(_ column: Int32) throws -> Int64 {
        guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { throw StoreStatement.wrongKind }
        return sqlite3_column_int64(handle, column)
    }

    func optionalInt(_ column: Int32) throws -> Int64? { isNull(column) ? nil : try int(column) }

    func text(_ column: Int32) throws -> String {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let start = sqlite3_column_text(handle, column) else {
            throw StoreStatement.wrongKind
        }
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
    }

    func optionalText(_ column: Int32) throws -> String? { isNull(column) ? nil : try text(column) }

    /// The bytes of a blob, in place until the next step. Whatever else stands there comes as SQLite makes bytes of it, and is not what
    /// was sealed.
    func blob<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        try body(UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column))))
    }

    private static let wrongKind = SDNSDKError(.storeDamaged, reason: "the store holds a value of the wrong kind")

    private static func failure(_ connection: OpaquePointer, _ code: Int32) -> any Error {
        let extended = sqlite3_extended_errcode(connection)
        return DatabaseError(resultCode: ResultCode(rawValue: extended == SQLITE_OK ? code : extended))
    }
}

/// The statements of one connection, each prepared when it is first needed.
///
/// `@unchecked Sendable` because it is only touched on its connection's queue, which runs one access at a time.
final class StoreStatements: @unchecked Sendable {
    private var prepared = [StoreStatement?](repeating: nil, count: StoreSQL.allCases.count)
    /// What is to be bound next, sealed; kept so that a sync needs no memory of its own for each event.
    var scratch: [UInt8] = []

    func statement(_ sql: StoreSQL, on connection: OpaquePointer) throws -> StoreStatement {
        if let statement = prepared[sql.rawValue] { return statement }
        let statement = try StoreStatement(sql.text, on: connection)
        prepared[sql.rawValue] = statement
        return statement
    }

    /// Before the tables go or the connection is closed.
    func forget() { prepared = [StoreStatement?](repeating: nil, count: StoreSQL.allCases.count) }
}
