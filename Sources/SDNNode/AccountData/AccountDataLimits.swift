import GRDB
import SDNWire

/// What a user may keep as account data: it is in every first sync of every device.
extension AccountDataStore {
    /// Types that grow with what a user has.
    private static let large: Set<String> = ["m.direct", "m.ignored_user_list", "m.push_rules", "m.tag"]
    /// What an entry weighs beside its content.
    private static let perEntry = 256

    /// Looks at what a user has when one entry is about to be set.
    /// - Throws: `M_TOO_LARGE` for the entry; `M_RESOURCE_LIMIT_EXCEEDED` for all of it.
    static func check(_ user: String, room: Int64, type: String, bytes: Int, _ limits: UserLimits, in db: Database) throws {
        let largest = large.contains(type) ? limits.accountDataLargeEntry : limits.accountDataEntry
        guard bytes <= largest else { throw MatrixError(.tooLarge, "content: account data of this type has at most \(largest) bytes.") }
        let row = try Row.fetchOne(
            db.cachedStatement(sql: """
                SELECT coalesce(sum(length(content) + \(perEntry)), 0), coalesce(sum(room = ?2), 0) FROM account_data
                WHERE user = ?1 AND NOT is_deleted AND NOT (room = ?2 AND type = ?3)
                """),
            arguments: [user, room, type])
        let (sum, types): (Int, Int) = (row?[0] ?? 0, row?[1] ?? 0)
        guard types < limits.accountDataTypes else {
            throw full("type: a user has at most \(limits.accountDataTypes) types of account data in one place.")
        }
        guard sum + perEntry + bytes <= limits.accountData else { throw full("content: a user has at most \(limits.accountData) bytes of account data.") }
    }

    /// Of what was taken away the newest marks stay. - Parameter limit: as many.
    static func forgetDeleted(_ user: String, beyond limit: Int, in db: Database) throws {
        try db.cachedStatement(sql: """
            DELETE FROM account_data WHERE user = ?1 AND is_deleted AND ord <= (
                SELECT ord FROM account_data WHERE user = ?1 AND is_deleted ORDER BY ord DESC LIMIT 1 OFFSET ?2)
            """
        ).execute(arguments: [user, limit])
    }

    private static func full(_ reason: String) -> StatusedError { StatusedError(status: 403, error: MatrixError(.resourceLimitExceeded, reason)) }
}
