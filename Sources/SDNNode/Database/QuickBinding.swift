import Foundation
import GRDB
import GRDBSQLite

/// A value that a quick statement binds. For a text, GRDB would first make a copy that ends with a zero byte.
protocol QuickBinding: StatementBinding {
    /// Binds the value and returns SQLite's result code.
    func bindQuickly(to statement: SQLiteStatement, at index: CInt) -> CInt
}

extension QuickBinding {
    func bindQuickly(to statement: SQLiteStatement, at index: CInt) -> CInt { bind(to: statement, at: index) }
}

extension Bool: QuickBinding {}
extension Int: QuickBinding {}
extension Int64: QuickBinding {}
extension RoomRowID: QuickBinding {}
extension BoundBytes: QuickBinding {}

extension Optional: QuickBinding where Wrapped: QuickBinding {
    func bindQuickly(to statement: SQLiteStatement, at index: CInt) -> CInt {
        map { $0.bindQuickly(to: statement, at: index) } ?? sqlite3_bind_null(statement, index)
    }
}

extension String: QuickBinding {
    func bindQuickly(to statement: SQLiteStatement, at index: CInt) -> CInt {
        var text = self
        return text.withUTF8 { bytes in
            // SQLite takes a text without an address for NULL.
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return bind(to: statement, at: index) }
            // The text ends at U+0000, as in every statement of GRDB.
            let end = memchr(start, 0, bytes.count).map { UnsafeRawPointer(start).distance(to: UnsafeRawPointer($0)) }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                // The destructor −1 makes SQLite copy the bytes.
                sqlite3_bind_text(
                    statement, index, $0, CInt(clamping: end ?? bytes.count),
                    unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }
        }
    }
}
