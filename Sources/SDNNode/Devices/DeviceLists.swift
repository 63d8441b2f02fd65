import GRDB
import HeraldJSON

/// Whose devices a client has to look at again, and whom it may forget (SDN sheet 7.3).
struct DeviceLists: Sendable {
    let changed: [String]
    let left: [String]
    /// Beyond so many users it is cheaper to read all companions than to ask for each.
    private static let fewUsers = 32

    var json: JSONObject { ["changed": .array(changed.map(JSONValue.string)), "left": .array(left.map(JSONValue.string))] }

    /// Changed keys of companions, companions who are new, and former ones, within a stretch of the stream.
    static func read(for user: String, after lower: Int64, upTo upper: Int64, in db: Database) throws -> DeviceLists {
        guard lower < upper else { return DeviceLists(changed: [], left: []) }
        var changed: Set<String> = [], left: Set<String> = []
        let keyChanges = try String.fetchAll(
            db.cachedStatement(sql: "SELECT user FROM key_change WHERE ord > ? AND ord <= ?"), arguments: [lower, upper])
        let movers = try movers(around: user, after: lower, upTo: upper, in: db)
        // Asked for each, a long stretch would cost the number of changes times that of the user's rooms.
        let companions = keyChanges.count + movers.count > fewUsers ? try RoomAudiences.companions(of: user, in: db).union([user]) : nil
        func isCompanion(_ other: String) throws -> Bool {
            try companions?.contains(other) ?? RoomAudiences.areCompanions(user, other, in: db)
        }
        for other in keyChanges {
            if try isCompanion(other) { changed.insert(other) }
        }
        for other in movers {
            // Who has no keys is of no interest to an encrypting client.
            let hasKeys = try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM device_key WHERE user = ?)"), arguments: [other])
            guard hasKeys == true else { continue }
            if try isCompanion(other) { changed.insert(other) } else { left.insert(other) }
        }
        return DeviceLists(changed: changed.sorted(), left: left.sorted())
    }

    /// The members who came or went in the user's rooms, and all members of rooms where the user did.
    private static func movers(around user: String, after lower: Int64, upTo upper: Int64, in db: Database) throws -> Set<String> {
        let rooms = try Row.fetchAll(
            db.cachedStatement(sql: """
                SELECT m.room, m.membership, m.ord FROM membership m JOIN room r ON r.nid = m.room
                WHERE m.user = ? AND m.membership IN ('join', 'leave', 'ban') AND r.last_ord > ? AND (m.membership = 'join' OR m.ord > ?)
                """),
            arguments: [user, lower, lower])
        var movers: Set<String> = []
        for row in rooms {
            let (room, ord): (Int64, Int64) = (row[0], row[2])
            if ord > lower && ord <= upper {
                movers.formUnion(try String.fetchSet(
                    db.cachedStatement(sql: "SELECT user FROM membership WHERE room = ? AND membership = 'join'"), arguments: [room]))
            }
            guard row[1] as String == "join" else { continue }
            movers.formUnion(try String.fetchSet(
                db.cachedStatement(sql: """
                    SELECT state_key FROM event WHERE room = ? AND ord > ? AND ord <= ? AND state_key IS NOT NULL AND type = 'm.room.member'
                    """),
                arguments: [room, lower, upper]))
        }
        movers.remove(user)
        return movers
    }
}
