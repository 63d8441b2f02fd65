import GRDB
import HeraldJSON
import SDNWire

/// The rooms in which two users are alone.
enum DirectRooms {
    /// Returns the direct rooms that a joined user shares with another user who is joined or invited, newest first.
    ///
    /// A direct room has these two members only. In addition, one of them marked it as direct (`is_direct` in a member event), or `user` lists it in
    /// `m.direct`.
    static func shared(by user: String, with other: String, in db: Database) throws -> [String] {
        let candidates = try MembershipRows.roomsOfTwo(user, and: other, in: db)
        guard !candidates.isEmpty else { return [] }
        let kept = try kept(by: user, for: other, in: db)
        var left = workLimit
        return try candidates.filter { room in
            try kept.contains(room.roomID) || isMadeDirect(room.rowID, [user, other], &left, in: db)
        }.map(\.roomID)
    }

    /// Adds a room to the user's `m.direct`.
    static func keep(_ roomID: String, by user: String, for other: String, in db: Database) throws {
        var direct = try content(of: user, in: db)
        var rooms = direct[other]?.arrayValue ?? []
        guard !rooms.contains(.string(roomID)) else { return }
        rooms.append(.string(roomID))
        direct[other] = .array(rooms)
        try AccountDataStore.set(
            user, room: .noRoom, type: "m.direct", content: JSONValue.object(direct).serialized(), in: db)
    }

    private static func kept(by user: String, for other: String, in db: Database) throws -> Set<String> {
        try Set((content(of: user, in: db)[other]?.arrayValue ?? []).compactMap(\.stringValue))
    }

    private static func content(of user: String, in db: Database) throws -> JSONObject {
        guard let bytes = try AccountDataStore.content(user, room: .noRoom, type: "m.direct", in: db) else {
            return [:]
        }
        return try JSONValue(parsing: bytes).objectValue ?? [:]
    }

    /// The most member events that one search for direct rooms reads.
    private static let workLimit = 500
    /// The number of member events of each member in which the node looks for `is_direct`: this many of the first ones, and as many of the
    /// latest invitations after these. Later changes of the member's profile are not read.
    private static let perMember = 5

    private static func isMadeDirect(_ room: RoomRowID, _ users: [String], _ left: inout Int, in db: Database) throws
        -> Bool
    {
        for user in users {
            let history = try StateStore.history(EventType.member, user, room: room, in: db)
            let invitations = history.dropFirst(perMember).filter { $0.value == Membership.invite.rawValue }
            for entry in history.prefix(perMember) + invitations.suffix(perMember) where left > 0 {
                left -= 1
                if try EventStore.event(room: room, ord: entry.ord, in: db)?.contentObject["is_direct"]?.boolValue
                    == true
                {
                    return true
                }
            }
        }
        return false
    }
}
