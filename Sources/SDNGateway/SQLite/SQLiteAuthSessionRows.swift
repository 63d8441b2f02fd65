import Foundation
import GRDB
import SDNIdentity
import SDNWire

extension SQLiteRows {
    func insert(_ session: AuthSession, expiresAt: Timestamp) throws {
        try db.execute(
            sql: "INSERT INTO auth_session (id, user_id, body, is_complete, expires_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                session.id, session.user, Data(StoredChallenge.bytes(session)), session.isComplete,
                expiresAt.milliseconds,
            ])
    }

    func authSession(_ id: String, user: String, now: Timestamp) throws -> AuthSession? {
        try Row.fetchOne(
            db, sql: "SELECT body, is_complete FROM auth_session WHERE id = ? AND user_id = ? AND expires_at > ?",
            arguments: [id, user, now.milliseconds]
        ).map {
            try StoredChallenge.session([UInt8]($0[0] as Data), id: id, user: user, isComplete: $0[1])
        }
    }

    func authSessionCount(of user: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM auth_session WHERE user_id = ?", arguments: [user]) ?? 0
    }

    func deleteOldestAuthSession(of user: String) throws {
        try db.execute(
            sql: "DELETE FROM auth_session WHERE number = (SELECT min(number) FROM auth_session WHERE user_id = ?)",
            arguments: [user])
    }

    func authSessionNumbers() throws -> ClosedRange<Int64>? {
        // Two look-ups in the index, where a count would read all of it.
        let row = try Row.fetchOne(
            db, sql: "SELECT (SELECT min(number) FROM auth_session), (SELECT max(number) FROM auth_session)")
        guard let row, let first = row[0] as Int64?, let last = row[1] as Int64? else { return nil }
        return first...last
    }

    func authSessionCount(now: Timestamp) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM auth_session WHERE expires_at > ?", arguments: [now.milliseconds]) ?? 0
    }

    func evictAuthSessions(_ count: Int, now: Timestamp) throws {
        // A session with many newer ones of its user is deleted first.
        try db.execute(
            sql: """
                DELETE FROM auth_session WHERE number IN (SELECT number FROM (
                        SELECT number, row_number() OVER (PARTITION BY user_id ORDER BY number DESC) AS place FROM auth_session
                        WHERE expires_at > ?)
                    ORDER BY place DESC, number LIMIT ?)
                """,
            arguments: [now.milliseconds, count])
    }

    func completeAuthSession(_ id: String) throws {
        try db.execute(sql: "UPDATE auth_session SET is_complete = 1 WHERE id = ?", arguments: [id])
    }

    func deleteAuthSession(_ id: String) throws -> Bool {
        try db.execute(sql: "DELETE FROM auth_session WHERE id = ?", arguments: [id])
        return db.changesCount == 1
    }

    func addAuthFailure(_ id: String, limit: Int) throws {
        try db.execute(sql: "UPDATE auth_session SET failures = failures + 1 WHERE id = ?", arguments: [id])
        try db.execute(sql: "DELETE FROM auth_session WHERE id = ? AND failures >= ?", arguments: [id, limit])
    }

    func deleteAuthSessions(expiredBefore time: Timestamp, limit: Int) throws {
        try db.execute(
            sql: """
                DELETE FROM auth_session WHERE number IN (SELECT number FROM auth_session WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
                """,
            arguments: [time.milliseconds, limit])
    }
}
