import GRDB

/// Changes a restored database so that nothing that was used after the backup can be used again.
enum RestoredChallengeRows {
    /// Deletes all challenges and running interactive authentications. Some may have been answered after the backup, and a signature must not log in
    /// twice. Clients begin again.
    static func remove(in db: Database) throws {
        try db.execute(sql: "DELETE FROM challenge")
        try db.execute(sql: "DELETE FROM auth_session")
    }
}
