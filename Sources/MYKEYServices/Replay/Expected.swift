import Foundation
import GRDB

/// A row of the logins that are waited for.
struct Expected {
    /// SHA-256 of the session's secret; `nil` for a binding.
    let session: Data?
    /// `nil` for a binding.
    let until: Int64?
    let isUsed: Bool

    static func find(_ uuID: Data, in db: Database) throws -> Expected? {
        let row = try Row.fetchOne(db, sql: "SELECT session, until, used FROM mykey_expected WHERE uuid = ?", arguments: [uuID])
        return row.map { row in
            let used: Int64 = row["used"]
            return Expected(session: row["session"], until: row["until"], isUsed: used > 0)
        }
    }
}

/// Bytes as SQLite takes them.
enum Blob {
    static func of(_ bytes: [UInt8]) -> Data { Data(bytes) }
    static func of(_ text: ExactText) -> Data { Data(text.text.utf8) }
}
