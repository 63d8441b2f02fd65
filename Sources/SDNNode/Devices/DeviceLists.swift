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
        let keyChanges = try DeviceListRows.keyChanges(after: lower, upTo: upper, in: db)
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
            guard try DeviceListRows.hasKeys(other, in: db) else { continue }
            if try isCompanion(other) { changed.insert(other) } else { left.insert(other) }
        }
        return DeviceLists(changed: changed.sorted(), left: left.sorted())
    }

    /// The members who came or went in the user's rooms, and all members of rooms where the user did.
    private static func movers(around user: String, after lower: Int64, upTo upper: Int64, in db: Database) throws -> Set<String> {
        var movers: Set<String> = []
        for place in try DeviceListRows.changedRooms(of: user, after: lower, in: db) {
            if place.ord > lower && place.ord <= upper { movers.formUnion(try MembershipRows.joinedUsers(in: place.room, in: db)) }
            guard place.isJoined else { continue }
            movers.formUnion(try MembershipRows.moved(in: place.room, after: lower, upTo: upper, in: db))
        }
        movers.remove(user)
        return movers
    }
}
