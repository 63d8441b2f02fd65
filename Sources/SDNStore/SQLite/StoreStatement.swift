import GRDB
import GRDBSQLite
import SDNValues

/// A prepared statement of SQLite.
///
/// GRDB's statements are not used, because they box every value they bind and fetch. For the rows of a sync that costs more than SQLite itself.
/// A statement belongs to one connection and is used only on its queue.
final class StoreStatement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    init(_ text: String, on connection: OpaquePointer) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw StoreStatement.failure(connection, code) }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ value: Int64, at place: Int32) { sqlite3_bind_int64(handle, place, value) }

    func bind(_ value: Int64?, at place: Int32) {
        if let value { bind(value, at: place) } else { sqlite3_bind_null(handle, place) }
    }

    func bind(_ room: RoomRowID, at place: Int32) { bind(room.rawValue, at: place) }

    func bind(_ text: String, at place: Int32) {
        var text = text
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                // An empty string has no base address. Without one SQLite would bind NULL.
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
            // An empty blob has no base address either, and SQLite would bind NULL.
            guard let base = bytes.baseAddress, !bytes.isEmpty else {
                _ = sqlite3_bind_zeroblob(handle, place, 0)
                return
            }
            _ = sqlite3_bind_blob(handle, place, base, Int32(clamping: bytes.count), StoreStatement.copied)
        }
    }

    /// Binds bytes that stay at their address until the statement has run.
    func bind(staying bytes: UnsafeRawBufferPointer, at place: Int32) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
            sqlite3_bind_zeroblob(handle, place, 0)
            return
        }
        sqlite3_bind_blob(handle, place, base, Int32(clamping: bytes.count), nil)
    }

    /// Binds a string that stays at its address while `body` runs the statement. It is for rows of which a sync has thousands: copying the
    /// string would cost more than binding it.
    func binding<T>(_ text: String, at place: Int32, _ body: () throws -> T) rethrows -> T {
        var text = text
        return try text.withUTF8 { utf8 in
            if let base = utf8.baseAddress, !utf8.isEmpty {
                base.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                    _ = sqlite3_bind_text(handle, place, $0, Int32(clamping: utf8.count), nil)
                }
            } else {
                bind("", at: place)
            }
            return try body()
        }
    }

    /// SQLite's SQLITE_TRANSIENT, a macro that Swift cannot import: the value is copied before the call returns.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Runs a statement that returns no rows.
    /// - Returns: the number of rows it changed.
    @discardableResult
    func run() throws -> Int {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw StoreStatement.failure(connection, code) }
        return Int(sqlite3_changes(connection))
    }

    /// Runs the statement and returns the value that `body` reads from the first row; `nil` when there is no row.
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
        return String(
            decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self
        )
    }

    func optionalText(_ column: Int32) throws -> String? { isNull(column) ? nil : try text(column) }

    /// Passes the bytes of a blob to `body` without copying them. They are valid until the next step of the statement. SQLite converts a value of
    /// another type to bytes. Such bytes were never sealed, so opening them fails.
    func blob<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        try body(
            UnsafeRawBufferPointer(
                start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column))))
    }

    private static let wrongKind = SDNSDKError(.storeDamaged, reason: "the store has a value of the wrong type")

    private static func failure(_ connection: OpaquePointer, _ code: Int32) -> any Error {
        let extended = sqlite3_extended_errcode(connection)
        return DatabaseError(resultCode: ResultCode(rawValue: extended == SQLITE_OK ? code : extended))
    }
}

/// The statements of one connection, each prepared when it is first needed.
///
/// It is `@unchecked Sendable` because it is used only on its connection's queue, which runs one access at a time.
final class StoreStatements: @unchecked Sendable {
    private var prepared = [StoreStatement?](repeating: nil, count: StoreSQL.allCases.count)
    /// The sealed bytes to be bound next. The array is reused, so that a sync needs no new memory for each event.
    var scratch: [UInt8] = []

    func statement(_ query: StoreSQL, on connection: OpaquePointer) throws -> StoreStatement {
        if let statement = prepared[query.rawValue] { return statement }
        let statement = try StoreStatement(query.text, on: connection)
        prepared[query.rawValue] = statement
        return statement
    }

    /// Releases all statements, before the tables are removed or the connection is closed.
    func forget() { prepared = [StoreStatement?](repeating: nil, count: StoreSQL.allCases.count) }
}
