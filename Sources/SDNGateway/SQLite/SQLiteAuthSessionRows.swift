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

    func authSessionCount(of user: String?) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM auth_session WHERE ?1 IS NULL OR user_id = ?1", arguments: [user]) ?? 0
    }

    func deleteOldestAuthSession(of user: String?) throws {
        try db.execute(
            sql: """
                DELETE FROM auth_session WHERE number = (SELECT min(number) FROM auth_session WHERE ?1 IS NULL OR user_id = ?1)
                """,
            arguments: [user])
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
