import GRDB
import HeraldJSON
import SDNWire

/// Finds users by name and id: those who share a room with the searcher, and those in rooms that the node lists for all.
enum UserDirectory {
    private static let standardLimit = 10, cap = 50
    /// How many matches are compared with each other.
    private static let matchLimit = 2_000
    /// How many memberships are looked at of those who share a room with the searcher, and as many of those in listed rooms; beyond them
    /// only whose id begins with the term is found.
    static let effort = 20_000
    /// How many accounts are looked at whose id begins with the term.
    private static let idEffort = 2_000

    private struct Match {
        let userID: String
        let name: String?
        let avatarURL: String?
        let beginsWithTerm: Bool
    }

    /// `{"limited":…,"results":[…]}`; names that begin with the term come first.
    static func search(_ request: SearchUsersRequest, by searcher: String, effort: Int = effort, in db: Database) throws -> JSONValue {
        let limit = min(request.limit ?? standardLimit, cap)
        var term = request.term.lowercased()
        while let last = term.last, last.isWhitespace { term.removeLast() }
        // Wallets stand in user ids without their prefix.
        if term.hasPrefix("0x"), term.count > 4 { term.removeFirst(2) }
        if term.hasPrefix("did:sdn:") { term.removeFirst(8) }
        guard !term.isEmpty else { return ["limited": false, "results": []] }
        var (matches, isCut) = try find(term, by: searcher, effort: effort, in: db)
        matches.sort { ($0.beginsWithTerm ? 0 : 1, $0.userID) < ($1.beginsWithTerm ? 0 : 1, $1.userID) }
        let results = matches.prefix(limit).map { match -> JSONValue in
            var user: JSONObject = ["user_id": .string(match.userID)]
            user.set("display_name", match.name)
            user.set("avatar_url", match.avatarURL)
            return .object(user)
        }
        return ["limited": .bool(matches.count > limit || isCut), "results": .array(results)]
    }

    /// - Returns: what was found, and whether there was more to look at.
    private static func find(_ term: String, by searcher: String, effort: Int, in db: Database) throws -> (matches: [Match], isCut: Bool) {
        var matches: [Match] = [], seen: Set<String> = [searcher], isCut = false
        func take(_ row: Row) {
            let id: String = row[0], name: String? = row[1], lowerID = id.lowercased()
            let lowerName = name?.lowercased() ?? ""
            guard seen.insert(id).inserted, lowerID.contains(term) || lowerName.contains(term) else { return }
            let begins = lowerName.hasPrefix(term) || lowerID.hasPrefix(term) || lowerID.hasPrefix("@" + term)
            matches.append(Match(userID: id, name: name, avatarURL: row[2], beginsWithTerm: begins))
        }
        for query in [companions, listed] {
            let users = try Row.fetchCursor(db, sql: query, arguments: ["me": searcher, "effort": effort])
            var looked = 0
            while let row = try users.next(), matches.count < matchLimit {
                looked += 1
                take(row)
            }
            if looked >= effort || matches.count >= matchLimit { isCut = true }
        }
        guard isCut else { return (matches, false) }
        let bare = term.hasPrefix("@") ? String(term.dropFirst()) : term
        for start in ["@" + bare, "@sdn_" + bare] {
            for row in try Row.fetchAll(db, sql: byID, arguments: [
                "me": searcher, "from": start, "to": start + "\u{10FFFF}", "effort": min(effort, idEffort), "limit": cap,
            ]) { take(row) }
        }
        return (matches, true)
    }

    /// With the members of many rooms some users come more than once.
    static let companions = """
        SELECT a.user_id, a.displayname, a.avatar_url FROM (
            SELECT o.user FROM membership m CROSS JOIN membership o ON o.room = m.room AND o.membership = 'join'
            WHERE m.user = :me AND m.membership = 'join' LIMIT :effort) u
        CROSS JOIN account a ON a.user_id = u.user WHERE a.state = 'active'
        """
    static let listed = """
        SELECT a.user_id, a.displayname, a.avatar_url FROM (
            SELECT o.user FROM room r INDEXED BY room_listed CROSS JOIN membership o ON o.room = r.nid AND o.membership = 'join'
            WHERE r.is_listed AND :me IS NOT NULL LIMIT :effort) u
        CROSS JOIN account a ON a.user_id = u.user WHERE a.state = 'active'
        """
    static let byID = """
        SELECT u.user_id, u.displayname, u.avatar_url FROM (
            SELECT user_id, displayname, avatar_url, state FROM account WHERE user_id >= :from AND user_id < :to ORDER BY user_id LIMIT :effort) u
        WHERE u.user_id <> :me AND u.state = 'active' AND (
            EXISTS (SELECT 1 FROM membership m JOIN membership o ON o.room = m.room AND o.user = :me AND o.membership = 'join'
                WHERE m.user = u.user_id AND m.membership = 'join')
            OR EXISTS (SELECT 1 FROM membership m JOIN room r ON r.nid = m.room AND r.is_listed
                WHERE m.user = u.user_id AND m.membership = 'join'))
        LIMIT :limit
        """
}
