import GRDB
import SDNWire

/// Changes a restored database so that it does not repeat what the node did after the backup.
enum RestoredRows {
    /// Deletes all one-time keys. Some may have been given out after the backup, and giving a one-time key out twice weakens two conversations.
    /// Devices upload new ones when a sync tells them that none is left. Until then the fallback keys serve, which may be given out many times.
    static func removeOneTimeKeys(in db: Database) throws { try db.execute(sql: "DELETE FROM one_time_key") }

    /// Moves the stream beyond every position that the node may have given out after the backup. Clients have tokens with such positions, and
    /// would otherwise never receive events that are written at them again.
    ///
    /// The new position is the time in microseconds, so a second restore of the same backup goes beyond the first one. No node writes a million times
    /// a second for long. If the clock was set back, the stream moves by a million.
    ///
    /// All keys of devices count as changed, so that clients ask for them anew: what they have learnt after the backup may be wrong now.
    static func moveStream(at now: Timestamp, in db: Database) throws {
        let (later, isTooLarge) = try EventStore.position(in: db).addingReportingOverflow(1_000_000)
        guard !isTooLarge else {
            throw NodeError(.databaseUnreadable, field: "stream", reason: "the position of the stream is too large")
        }
        let position = max(later, min(max(now.milliseconds, 0), 1 << 42) * 1_000)
        try db.execute(sql: "UPDATE stream SET position = ? WHERE id = 1", arguments: [position])
        try db.execute(sql: "UPDATE key_change SET ord = ?", arguments: [position])
    }
}
