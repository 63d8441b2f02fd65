import GRDB

/// Changes a restored database so that it does not repeat what the node did after the backup.
enum RestoredRows {
    /// Deletes all one-time keys. Some may have been given out after the backup, and giving a one-time key out twice weakens two conversations.
    /// Devices upload new ones when a sync tells them that none is left. Until then the fallback keys serve, which may be given out many times.
    static func removeOneTimeKeys(in db: Database) throws { try db.execute(sql: "DELETE FROM one_time_key") }
}
