import GRDB

/// The queries of the user directory.
extension UserDirectory {
    struct Candidate {
        let id: String
        let name: String?
        let avatarURL: String?

        fileprivate init(_ row: Row) { (id, name, avatarURL) = (row[0], row[1], row[2]) }
    }

    /// Visits the users that ``companions`` or ``listed`` finds, until `visit` returns `false`.
    static func walk(
        _ query: String, by searcher: String, workLimit: Int, in db: Database, _ visit: (Candidate) -> Bool
    )
        throws
    {
        let users = try Row.fetchCursor(db, sql: query, arguments: ["me": searcher, "workLimit": workLimit])
        while let row = try users.next() {
            if !visit(Candidate(row)) { return }
        }
    }

    /// Returns a user; `nil` if there is no such active account.
    static func user(_ id: String, in db: Database) throws -> Candidate? {
        let sql = "SELECT user_id, displayname, avatar_url FROM account WHERE user_id = ? AND state = 'active'"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]).map(Candidate.init)
    }

    /// Returns users whose ID begins with a text.
    static func users(from start: String, by searcher: String, workLimit: Int, limit: Int, in db: Database) throws
        -> [Candidate]
    {
        try Row.fetchAll(
            db, sql: byID,
            arguments: [
                "me": searcher, "from": start, "to": start + "\u{10FFFF}", "workLimit": workLimit, "limit": limit,
            ]
        ).map(Candidate.init)
    }

    /// The query for users who share a room with the searcher. A user who shares several rooms occurs several times in its result.
    static let companions = """
        SELECT a.user_id, a.displayname, a.avatar_url FROM (
            SELECT o.user FROM membership m CROSS JOIN membership o ON o.room = m.room AND o.membership = 'join'
            WHERE m.user = :me AND m.membership = 'join' LIMIT :workLimit) u
        CROSS JOIN account a ON a.user_id = u.user WHERE a.state = 'active'
        """
    static let listed = """
        SELECT a.user_id, a.displayname, a.avatar_url FROM (
            SELECT o.user FROM room r INDEXED BY room_listed CROSS JOIN membership o ON o.room = r.nid AND o.membership = 'join'
            WHERE r.is_listed AND :me IS NOT NULL LIMIT :workLimit) u
        CROSS JOIN account a ON a.user_id = u.user WHERE a.state = 'active'
        """
    static let byID = """
        SELECT u.user_id, u.displayname, u.avatar_url FROM (
            SELECT user_id, displayname, avatar_url, state FROM account WHERE user_id >= :from AND user_id < :to ORDER BY user_id LIMIT :workLimit) u
        WHERE u.user_id <> :me AND u.state = 'active' AND (
            EXISTS (SELECT 1 FROM membership m JOIN membership o ON o.room = m.room AND o.user = :me AND o.membership = 'join'
                WHERE m.user = u.user_id AND m.membership = 'join')
            OR EXISTS (SELECT 1 FROM membership m JOIN room r ON r.nid = m.room AND r.is_listed
                WHERE m.user = u.user_id AND m.membership = 'join'))
        LIMIT :limit
        """
}
