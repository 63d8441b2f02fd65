import GRDB

/// The users who deactivated their accounts and requested the erasure of their messages. Their events stay for the users who were members when
/// they were sent. All other readers receive redacted copies.
enum ErasedSenderRows {
    @Sendable static func makeTable(_ db: Database) throws {
        try db.execute(sql: "CREATE TABLE erased_sender (user TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID")
    }

    static func add(_ user: String, in db: Database) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO erased_sender (user) VALUES (?)", arguments: [user])
    }

    static func isEmpty(in db: Database) throws -> Bool {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM erased_sender LIMIT 1")) == nil
    }

    static func contains(_ user: String, in db: Database) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM erased_sender WHERE user = ?"), arguments: [user]) != nil
    }
}
