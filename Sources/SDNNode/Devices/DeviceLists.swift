import GRDB
import HeraldJSON

/// The users whose devices a client must query again, and the users whose devices it may forget (SDN sheet 7.3). A companion is a user who shares a
/// room with the user.
struct DeviceLists: Sendable {
    let changed: [String]
    let left: [String]
    /// The number of users above which one query for all companions costs less than one query for each user.
    private static let fewUsers = 32

    var json: JSONObject {
        ["changed": .array(changed.map(JSONValue.string)), "left": .array(left.map(JSONValue.string))]
    }

    var isEmpty: Bool { changed.isEmpty && left.isEmpty }

    static let empty = DeviceLists(changed: [], left: [])

    /// Reads the changed users within a range of the stream: companions with changed keys, new companions and former companions.
    static func read(for user: String, after lower: Int64, upTo upper: Int64, in db: Database) throws -> DeviceLists {
        guard lower < upper else { return .empty }
        return try read(
            for: user, after: lower, upTo: upper,
            keyChanges: DeviceListRows.keyChanges(after: lower, upTo: upper, in: db)
                + DeviceListRows.privateKeyChanges(of: user, after: lower, upTo: upper, in: db),
            rooms: DeviceListRows.changedRooms(of: user, after: lower, in: db), in: db)
    }

    /// Reads the changed users within a range of the stream, from its changes of keys and the user's rooms with news.
    static func read(
        for user: String, after lower: Int64, upTo upper: Int64, keyChanges: [String],
        rooms: [DeviceListRows.Changed], in db: Database
    ) throws -> DeviceLists {
        var changed: Set<String> = [], left: Set<String> = []
        let movers = try movers(around: user, rooms, after: lower, upTo: upper, in: db)
        if keyChanges.isEmpty && movers.isEmpty { return .empty }
        // If many users have changed, all companions are read at once. One query for each changed user would take longer, because the cost of each
        // query grows with the number of the user's rooms.
        let companions =
            keyChanges.count + movers.count > fewUsers
            ? try RoomAudiences.companions(of: user, in: db).union([user]) : nil
        func isCompanion(_ other: String) throws -> Bool {
            try companions?.contains(other) ?? RoomAudiences.areCompanions(user, other, in: db)
        }
        for other in keyChanges {
            if try isCompanion(other) { changed.insert(other) }
        }
        for (other, rooms) in movers {
            if try isCompanion(other) {
                changed.insert(other)
            } else if try rooms.contains(where: {
                try DeviceListRows.wasJoined(other, room: $0, after: lower, upTo: upper, in: db)
            }) {
                left.insert(other)
            }
        }
        return DeviceLists(changed: changed.sorted(), left: left.sorted())
    }

    /// Returns the users with member events in the user's rooms, and all members of the rooms that the user joined or left. Each comes with the rooms
    /// in which that was. Some of them never were companions, such as a user who was only invited.
    private static func movers(
        around user: String, _ rooms: [DeviceListRows.Changed], after lower: Int64, upTo upper: Int64, in db: Database
    ) throws -> [String: [RoomRowID]] {
        var movers: [String: [RoomRowID]] = [:]
        for place in rooms {
            var others: Set<String> = []
            let hasMoved = place.ord > lower && place.ord <= upper
            // A user who has only declined an invitation has left no companions.
            if try hasMoved
                && (place.isJoined
                    || DeviceListRows.wasJoined(user, room: place.room, after: lower, upTo: upper, in: db))
            {
                others = try MembershipRows.joinedUsers(in: place.room, in: db)
            }
            if place.isJoined {
                others.formUnion(try MembershipRows.moved(in: place.room, after: lower, upTo: upper, in: db))
            }
            for other in others where other != user { movers[other, default: []].append(place.room) }
        }
        return movers
    }
}
