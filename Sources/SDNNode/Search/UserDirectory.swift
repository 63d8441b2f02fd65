import GRDB
import HeraldJSON
import SDNWire

/// Finds users by name and id: those who share a room with the searcher, and those in rooms that the node lists for all.
enum UserDirectory {
    private static let standardLimit = 10, cap = 50
    /// How many matches are compared with each other.
    private static let matchLimit = 2_000

    private struct Match {
        let userID: String
        let name: String?
        let avatarURL: String?
        let beginsWithTerm: Bool
    }

    /// `{"limited":…,"results":[…]}`; names that begin with the term come first.
    static func search(_ request: SearchUsersRequest, by searcher: String, in db: Database) throws -> JSONValue {
        let limit = min(request.limit ?? standardLimit, cap)
        var term = request.term.lowercased()
        while let last = term.last, last.isWhitespace { term.removeLast() }
        // Wallets stand in user ids without their prefix.
        if term.hasPrefix("0x"), term.count > 4 { term.removeFirst(2) }
        if term.hasPrefix("did:sdn:") { term.removeFirst(8) }
        guard !term.isEmpty else { return ["limited": false, "results": []] }
        var matches = try find(term, by: searcher, in: db)
        matches.sort { ($0.beginsWithTerm ? 0 : 1, $0.userID) < ($1.beginsWithTerm ? 0 : 1, $1.userID) }
        let results = matches.prefix(limit).map { match -> JSONValue in
            var user: JSONObject = ["user_id": .string(match.userID)]
            user.set("display_name", match.name)
            user.set("avatar_url", match.avatarURL)
            return .object(user)
        }
        return ["limited": .bool(matches.count > limit), "results": .array(results)]
    }

    private static func find(_ term: String, by searcher: String, in db: Database) throws -> [Match] {
        let users = try Row.fetchCursor(
            db,
            sql: """
                SELECT a.user_id, a.displayname, a.avatar_url FROM account a WHERE a.user_id <> :me AND a.state = 'active' AND (
                    EXISTS (SELECT 1 FROM membership m JOIN membership o ON o.room = m.room AND o.user = :me AND o.membership = 'join'
                        WHERE m.user = a.user_id AND m.membership = 'join')
                    OR EXISTS (SELECT 1 FROM membership m JOIN room r ON r.nid = m.room AND r.is_listed
                        WHERE m.user = a.user_id AND m.membership = 'join'))
                """,
            arguments: ["me": searcher])
        var matches: [Match] = []
        while let row = try users.next(), matches.count < matchLimit {
            let id: String = row[0], name: String? = row[1]
            let lowerName = name?.lowercased() ?? ""
            guard id.lowercased().contains(term) || lowerName.contains(term) else { continue }
            let begins = lowerName.hasPrefix(term) || id.lowercased().hasPrefix(term) || id.lowercased().hasPrefix("@" + term)
            matches.append(Match(userID: id, name: name, avatarURL: row[2], beginsWithTerm: begins))
        }
        return matches
    }
}
