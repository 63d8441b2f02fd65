import Foundation
import GRDB
import HeraldJSON
import MYKEYWire

/// A row of the table of expected logins.
struct Expected {
    /// The SHA-256 hash of the session's secret. `nil` for the row of a bound user.
    let session: Data?
    /// The time until which the login is expected. `nil` for the row of a bound user.
    let until: UnixTime?
    let isUsed: Bool
    /// The account of a bound user, as the text of a ``LoginAccount``. `nil` until the account is known, and for a pending login.
    let account: String?

    var isBound: Bool { until == nil }

    /// Returns the row of a uuID, for a caller that will write another row. If the row has expired, it is deleted first.
    static func find(_ uuID: Data, after now: UnixTime, in db: Database) throws -> Expected? {
        try db.execute(sql: "DELETE FROM mykey_expected WHERE uuid = ? AND until < ?", arguments: [uuID, now.seconds])
        return try find(uuID, in: db)
    }

    static func find(_ uuID: Data, in db: Database) throws -> Expected? {
        let row = try Row.fetchOne(
            db, sql: "SELECT session, until, used, account FROM mykey_expected WHERE uuid = ?", arguments: [uuID])
        return row.map { row in
            let used: Int64 = row["used"]
            return Expected(
                session: row["session"], until: (row["until"] as Int64?).map(UnixTime.init(seconds:)), isUsed: used > 0,
                account: row["account"])
        }
    }
}

/// A row of the table of accepted logins.
struct DecidedLogin {
    let facts: String
    let until: UnixTime
    /// The SHA-256 hash of the code that the login waits for. `nil` if the login waits for no code.
    let code: Data?
    let misses: Int

    static func find(_ session: Data, now: UnixTime, in db: Database) throws -> DecidedLogin? {
        let row = try Row.fetchOne(
            db, sql: "SELECT facts, until, code, misses FROM mykey_login WHERE session = ? AND until >= ?",
            arguments: [session, now.seconds])
        return row.map {
            DecidedLogin(
                facts: $0["facts"], until: UnixTime(seconds: $0["until"]), code: $0["code"], misses: $0["misses"])
        }
    }

    func read() throws -> AcceptedLogin { try AcceptedLogin(JSONValue(parsing: facts)) }
}

/// Converts bytes to the type that SQLite stores.
enum Blob {
    static func of(_ bytes: [UInt8]) -> Data { Data(bytes) }
    static func of(_ text: ExactText) -> Data { Data(text.text.utf8) }
}
