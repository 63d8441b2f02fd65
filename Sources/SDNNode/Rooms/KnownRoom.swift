import GRDB
import HeraldJSON
import SDNWire

/// A room that a user may know of without being a member. It is checked before the room's descriptive state is read.
struct KnownRoom {
    let room: RoomRecord
    let joinRule: String
    /// The room IDs that a restricted join rule names.
    let allowed: [String]
    /// The user's membership; `nil` if there is none, or for a visitor without an account.
    let membership: String?

    /// Returns `nil` if the user may not know of the room, and if the operator has closed it.
    /// - Parameters:
    ///   - user: the user; `nil` for a visitor without an account.
    ///   - looked: is increased by the number of bytes of state that were read.
    init?(_ room: RoomRecord, for user: String?, looked: inout Int, in db: Database) throws {
        guard !room.isClosed else { return nil }
        let event = try StateStore.event(EventType.joinRules, room: room.rowID, in: db)
        looked += event?.content.count ?? 0
        let rule = event?.contentObject
        let membership = try user.flatMap {
            try StateStore.entry(EventType.member, $0, room: room.rowID, in: db)?.value
        }
        let isWorldReadable =
            try StateStore.entry(EventType.historyVisibility, room: room.rowID, in: db)?.value == "world_readable"
        let name = rule?["join_rule"]?.stringValue ?? "invite"
        var isOpen =
            isWorldReadable || ["public", "knock", "knock_restricted"].contains(name) || membership == "join"
            || membership == "invite"
        if !isOpen, let user, name == "restricted" {
            isOpen = try RestrictedJoin(user: user, room: room, db: db).voucher() != nil
        }
        guard isOpen else { return nil }
        self.room = room
        self.membership = membership
        joinRule = name
        let isRestricted = name == "restricted" || name == "knock_restricted"
        allowed = isRestricted ? (rule?["allow"]?.arrayValue ?? []).compactMap { $0["room_id"]?.stringValue } : []
    }

    func isSpace(looked: inout Int, in db: Database) throws -> Bool {
        let event = try StateStore.event(EventType.create, room: room.rowID, in: db)
        looked += event?.content.count ?? 0
        return event?.contentObject["type"] == "m.space"
    }
}
