import GRDB
import HeraldJSON
import SDNWire

/// Finds the members of a room whose names a message may contain, without a scan over all members.
///
/// A text can contain a name only if it contains the name's first word. Each member is therefore stored under the first word of the display name
/// and of the local part of the user ID. A name without a word, such as a single emoji, is stored under an empty word.
enum MemberWordStore {
    /// The number of words in a text above which a scan over all members is faster, however many there are.
    private static let wordLimit = 200

    /// Stores the words of a changed member.
    /// - Parameter content: the content of the member event.
    static func update(_ user: String, content: JSONObject, room: RoomRowID, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM member_word WHERE user = ? AND room = ?").execute(arguments: [
            user, room,
        ])
        guard content["membership"]?.stringValue == Membership.join.rawValue else { return }
        for word in words(of: user, displayName: content["displayname"]?.stringValue) {
            try db.cachedStatement(sql: "INSERT INTO member_word (room, word, user) VALUES (?, ?, ?)").execute(
                arguments: [room, word, user])
        }
    }

    /// Stands for the first word of a name that has no word.
    private static let noWord = ""

    /// Returns all users whose names a text may contain, in the order of the text. Users whose names have no word come last.
    /// - Parameters:
    ///   - words: the words of the text, each once.
    ///   - members: the number of joined members.
    static func users(namedIn words: [String], members: Int64, room: RoomRowID, in db: Database) throws -> [String] {
        if words.count >= wordLimit || members <= words.count {
            let wanted = Set(words + [noWord])
            return users(namedIn: words, try all(in: room, where: wanted.contains, in: db))
        }
        var users: [String] = []
        for word in words + [noWord] {
            try db.each("SELECT user FROM member_word WHERE room = ? AND word = ?", room, word) {
                users.append($0.text(0))
            }
        }
        return users
    }

    /// Returns all users whose names a text may contain, in the order of the text. Users whose names have no word come last.
    /// - Parameters:
    ///   - words: the words of the text, each once.
    ///   - members: the members of the room by word.
    static func users(namedIn words: [String], _ members: [String: [String]]) -> [String] {
        words.flatMap { members[$0] ?? [] } + (members[noWord] ?? [])
    }

    /// Returns the members of a room by word.
    /// - Parameter isWanted: returns true for the words to return.
    static func all(
        in room: RoomRowID, where isWanted: (String) -> Bool = { _ in true }, in db: Database
    ) throws -> [String: [String]] {
        var named: [String: [String]] = [:]
        try db.each("SELECT word, user FROM member_word WHERE room = ? ORDER BY word, user", room) { row in
            let word = row.text(0)
            if isWanted(word) { named[word, default: []].append(row.text(1)) }
        }
        return named
    }

    private static func words(of user: String, displayName: String?) -> Set<String> {
        let local = String(user.dropFirst().prefix { $0 != ":" })
        return Set(
            [local, displayName].compactMap { name in
                guard let name, !name.isEmpty else { return nil }
                return FoldedText(name).words.first.map(FoldedText.text(of:)) ?? noWord
            })
    }
}
