import GRDB
import HeraldJSON
import SDNWire

/// Finds users by name and ID: users who share a room with the searcher, and users in publicly listed rooms.
enum UserDirectory {
    private static let standardLimit = 10, cap = 50
    /// The most matches of a user search that are compared with each other.
    private static let matchLimit = 2_000
    /// The most memberships that one search reads of users who share a room with the searcher, and again of users in listed rooms. Above this
    /// limit, only users whose ID begins with the term are found.
    static let workLimit = 20_000
    /// The most accounts that one search by ID reads. Their IDs begin with the term.
    private static let idWorkLimit = 2_000
    /// The most rooms of the searcher, those with the newest events, that are checked for one that is public.
    static let ownRooms = 200

    private struct Match {
        let userID: String
        let name: String?
        let avatarURL: String?
        let beginsWithTerm: Bool
    }

    /// Returns `{"limited":…,"results":[…]}`. Names that begin with the term come first.
    static func search(_ request: SearchUsersRequest, by searcher: String, workLimit: Int = workLimit, in db: Database)
        throws
        -> JSONValue
    {
        let limit = min(request.limit ?? standardLimit, cap)
        var term = request.term.lowercased()
        while let last = term.last, last.isWhitespace { term.removeLast() }
        // The `0x` of a wallet address is removed from the term, because user IDs contain the address without it.
        if term.hasPrefix("0x"), term.count > 4 { term.removeFirst(2) }
        if term.hasPrefix("did:sdn:") { term.removeFirst(8) }
        guard !term.isEmpty else { return ["limited": false, "results": []] }
        var (matches, isCut) = try find(term, by: searcher, workLimit: workLimit, in: db)
        matches.sort { ($0.beginsWithTerm ? 0 : 1, $0.userID) < ($1.beginsWithTerm ? 0 : 1, $1.userID) }
        let results = matches.prefix(limit).map { match -> JSONValue in
            var user: JSONObject = ["user_id": .string(match.userID)]
            user.set("display_name", match.name)
            user.set("avatar_url", match.avatarURL)
            return .object(user)
        }
        return ["limited": .bool(matches.count > limit || isCut), "results": .array(results)]
    }

    /// - Returns: the matches, and true if not all users were read.
    private static func find(_ term: String, by searcher: String, workLimit: Int, in db: Database) throws -> (
        matches: [Match], isCut: Bool
    ) {
        var matches: [Match] = [], seen: Set<String> = [searcher], isCut = false
        func take(_ user: Candidate) {
            let lowerID = user.id.lowercased(), lowerName = user.name?.lowercased() ?? ""
            guard seen.insert(user.id).inserted, lowerID.contains(term) || lowerName.contains(term) else { return }
            let begins = lowerName.hasPrefix(term) || lowerID.hasPrefix(term) || lowerID.hasPrefix("@" + term)
            matches.append(Match(userID: user.id, name: user.name, avatarURL: user.avatarURL, beginsWithTerm: begins))
        }
        for query in [companions, listed] {
            var looked = 0
            try walk(query, by: searcher, workLimit: workLimit, in: db) { user in
                guard matches.count < matchLimit else { return false }
                looked += 1
                take(user)
                return true
            }
            if looked >= workLimit || matches.count >= matchLimit { isCut = true }
        }
        if let own = try user(searcher, in: db), seen.remove(searcher) != nil {
            take(own)
            // Searchers find themselves if others could: in a room that everyone may join or read.
            if matches.last?.userID == searcher, try !isInPublicRoom(searcher, in: db) { matches.removeLast() }
            seen.insert(searcher)
        }
        guard isCut else { return (matches, false) }
        let bare = term.hasPrefix("@") ? String(term.dropFirst()) : term
        for start in ["@" + bare, "@sdn_" + bare] {
            for user in try users(from: start, by: searcher, workLimit: min(workLimit, idWorkLimit), limit: cap, in: db)
            {
                take(user)
            }
        }
        return (matches, true)
    }

    private static func isInPublicRoom(_ user: String, in db: Database) throws -> Bool {
        try MembershipRows.newestRooms(of: user, limit: ownRooms, in: db).contains { room, _ in
            if try StateStore.entry(EventType.historyVisibility, room: room, in: db)?.value == "world_readable" {
                return true
            }
            return try StateStore.event(EventType.joinRules, room: room, in: db)?.contentObject["join_rule"] == "public"
        }
    }
}
