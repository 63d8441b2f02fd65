import GRDB

/// Deletes the data of a user who deactivates the account: account data, sync filters, push rules, contacts and the user's own notifications.
/// Nothing reads these rows any more.
struct ErasureFanOut: FanOut {
    static let kind = FanOutKind.erasure
    private let user: String

    init(of user: String) { self.user = user }

    var subject: String { user }

    func advance(_ turn: inout FanOutTurn) throws -> Bool { try ErasureRows.remove(of: user, in: turn.db) }
}

/// Deletes the settings and notifications of a user in slices.
enum ErasureRows {
    /// The statements that delete rows of small size. Their arguments are the user and the largest number of rows to delete.
    private static let removals = [
        "DELETE FROM push_rule WHERE user = ?1 AND (kind, rule_id) IN (SELECT kind, rule_id FROM push_rule WHERE user = ?1 LIMIT ?2)",
        "DELETE FROM notified_user WHERE user = ?1 AND (room, ord) IN (SELECT room, ord FROM notified_user WHERE user = ?1 LIMIT ?2)",
        "DELETE FROM push_custom WHERE user = ?1 AND ?2 > 0",
        """
        DELETE FROM contact WHERE user_id = ?1
            AND (is_room, contact_id) IN (SELECT is_room, contact_id FROM contact WHERE user_id = ?1 LIMIT ?2)
        """,
        "DELETE FROM guide WHERE user_id = ?1 AND ?2 > 0",
    ]

    /// Deletes one slice of the user's data.
    /// - Returns: true if all of the user's data has been deleted; false if another slice is needed.
    static func remove(of user: String, in db: Database) throws -> Bool {
        var slice = RemovalSlice()
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT room, type, length(content) FROM account_data WHERE user = ? LIMIT ?"),
            arguments: [user, slice.rows + 1])
        let removal = try db.cachedStatement(sql: "DELETE FROM account_data WHERE user = ? AND room = ? AND type = ?")
        for row in rows {
            guard slice.takes(bytes: row[2]) else { return false }
            try removal.execute(arguments: [user, row[0] as Int64, row[1] as String])
        }
        guard try removeFilters(of: user, &slice, in: db) else { return false }
        for removal in removals {
            guard slice.hasRoom else { return false }
            try db.cachedStatement(sql: removal).execute(arguments: [user, slice.rows])
            slice.took(rows: db.changesCount)
        }
        return slice.hasRoom
    }

    private static func removeFilters(of user: String, _ slice: inout RemovalSlice, in db: Database) throws -> Bool {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, length(body) FROM sync_filter WHERE user = ? LIMIT ?"),
            arguments: [user, slice.rows + 1])
        let removal = try db.cachedStatement(sql: "DELETE FROM sync_filter WHERE user = ? AND id = ?")
        for row in rows {
            guard slice.takes(bytes: row[1]) else { return false }
            try removal.execute(arguments: [user, row[0] as Int64])
        }
        return true
    }
}
