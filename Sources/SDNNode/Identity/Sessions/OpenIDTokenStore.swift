import Foundation
import GRDB

/// OpenID tokens, by their hashes.
enum OpenIDTokenStore {
    /// Returns the user of a token and the time at which it expires.
    static func find(_ hash: Data, in db: Database) throws -> (userID: String, deadline: Timestamp)? {
        try Row.fetchOne(db, sql: "SELECT user_id, expires_at FROM openid_token WHERE hash = ?", arguments: [hash]).map
        { ($0[0], Timestamp(milliseconds: $0[1])) }
    }

    static func insert(_ hash: Data, of userID: String, until deadline: Timestamp, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO openid_token (hash, user_id, expires_at) VALUES (?, ?, ?)",
            arguments: [hash, userID, deadline.milliseconds])
    }

    static func removeExpired(at now: Timestamp, atMost limit: Int, in db: Database) throws {
        try db.execute(
            sql:
                "DELETE FROM openid_token WHERE hash IN (SELECT hash FROM openid_token WHERE expires_at <= ? ORDER BY expires_at LIMIT \(limit))",
            arguments: [now.milliseconds])
    }

    /// Deletes the oldest tokens of a user, so that `count` stay. One call deletes at most `limit` tokens.
    static func removeOldest(of userID: String, beyond count: Int, atMost limit: Int, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM openid_token WHERE hash IN
                    (SELECT hash FROM openid_token WHERE user_id = ? ORDER BY expires_at DESC LIMIT \(limit) OFFSET \(count))
                """,
            arguments: [userID])
    }

    static func removeAll(of userID: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM openid_token WHERE user_id = ?", arguments: [userID])
    }
}
