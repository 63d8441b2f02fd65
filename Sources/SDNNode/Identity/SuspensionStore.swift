import GRDB

/// The suspended accounts. Their users may read, leave rooms and use their keys and sessions, and do little else (Matrix: account suspension).
enum SuspensionStore {
    static func contains(_ userID: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM suspension WHERE user_id = ?)"), arguments: [userID])
            == true
    }

    static func set(_ isSuspended: Bool, _ userID: String, in db: Database) throws {
        let sql =
            isSuspended
            ? "INSERT INTO suspension (user_id) VALUES (?) ON CONFLICT (user_id) DO NOTHING"
            : "DELETE FROM suspension WHERE user_id = ?"
        try db.execute(sql: sql, arguments: [userID])
    }
}
