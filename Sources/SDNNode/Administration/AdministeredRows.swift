import GRDB
import HeraldJSON

/// The lists that an operator reads. Each query reads at most as many rows as it returns, but for those that name a user or a room.
enum AdministeredRows {
    /// A room in the list.
    struct Room {
        let rowID: RoomRowID
        let members: JSONObject
    }

    /// Returns rooms whose row IDs come after one.
    static func rooms(after place: Int64, limit: Int, in db: Database) throws -> [Room] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT r.nid, r.room_id, r.version, r.joined, r.is_listed, r.is_closed, e.ts,
                        (SELECT CAST(n.content AS TEXT) FROM current_state s JOIN event n ON n.room = s.room AND n.ord = s.ord
                         WHERE s.room = r.nid AND s.type = 'm.room.name' AND s.state_key = '')
                    FROM room r LEFT JOIN event e ON e.room = r.nid AND e.ord = r.last_ord WHERE r.nid > ? ORDER BY r.nid LIMIT ?
                    """),
            arguments: [place, limit]
        ).map { row in
            var members: JSONObject = [
                "room_id": .string(row[1]), "version": .string(row[2]), "joined_members": .int(row[3]),
                "is_public": .bool(row[4]), "is_closed": .bool(row[5]),
            ]
            members.set("last_event_at", (row[6] as Int64?).map(JSONValue.int))
            let content: String? = row[7]
            if let content, let name = try? JSONValue(parsing: content)["name"], case .string = name {
                members["name"] = name
            }
            return Room(rowID: row[0], members: members)
        }
    }

    /// Returns accounts whose user IDs come after one, in the order of their IDs.
    static func users(after place: String, limit: Int, in db: Database) throws -> [(id: String, members: JSONObject)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT user_id, displayname, state, did, created_at, password_hash IS NOT NULL,
                        EXISTS (SELECT 1 FROM administrator a WHERE a.user_id = account.user_id),
                        EXISTS (SELECT 1 FROM suspension s WHERE s.user_id = account.user_id)
                    FROM account WHERE user_id > ? ORDER BY user_id LIMIT ?
                    """),
            arguments: [place, limit]
        ).map { ($0[0], account($0)) }
    }

    /// Returns an account; `nil` if there is none.
    static func user(_ id: String, in db: Database) throws -> JSONObject? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT user_id, displayname, state, did, created_at, password_hash IS NOT NULL,
                        EXISTS (SELECT 1 FROM administrator a WHERE a.user_id = account.user_id),
                        EXISTS (SELECT 1 FROM suspension s WHERE s.user_id = account.user_id),
                        (SELECT count(*) FROM membership m WHERE m.user = account.user_id AND m.membership = 'join')
                    FROM account WHERE user_id = ?
                    """),
            arguments: [id])
        guard let row else { return nil }
        var members = account(row)
        members["joined_rooms"] = .int(row[8])
        return members
    }

    private static func account(_ row: Row) -> JSONObject {
        var members: JSONObject = [
            "user_id": .string(row[0]), "state": .string(row[2]), "created_at": .int(row[4]),
            "has_password": .bool(row[5]), "is_administrator": .bool(row[6]), "is_suspended": .bool(row[7]),
        ]
        members.set("displayname", row[1] as String?)
        members.set("did", row[3] as String?)
        return members
    }

    /// Returns files whose IDs come after one, in the order of their IDs.
    /// - Parameter user: the user who uploaded them; `nil` for all files.
    static func files(after place: String, of user: String?, limit: Int, in db: Database) throws -> [(
        id: String, members: JSONObject
    )] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, length, content_type, filename, uploader, created_at, used_at,
                        EXISTS (SELECT 1 FROM media_quarantine q WHERE q.hash = media.hash)
                    FROM media WHERE id > ?1 \(user == nil ? "AND ?2 IS NULL" : "AND uploader = ?2") ORDER BY id LIMIT ?3
                    """),
            arguments: [place, user, limit]
        ).map { row in
            var members: JSONObject = [
                "media_id": .string(row[0]), "bytes": .int(row[1]), "content_type": .string(row[2]),
                "uploader": .string(row[4]), "created_at": .int(row[5]), "used_at": .int(row[6]),
                "is_quarantined": .bool(row[7]),
            ]
            members.set("filename", row[3] as String?)
            return (row[0], members)
        }
    }

    /// Returns the IDs and hashes of the files of a user.
    static func files(of user: String, atMost limit: Int, in db: Database) throws -> [(id: String, hash: String)] {
        try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, hash FROM media WHERE uploader = ? LIMIT ?"), arguments: [user, limit]
        ).map { ($0[0], $0[1]) }
    }

    /// Returns the hash of a file, quarantined or not; `nil` if there is none.
    static func hash(of id: String, in db: Database) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT hash FROM media WHERE id = ?"), arguments: [id])
    }
}
