import GRDB
import HeraldJSON
import SDNWire

/// A room of which somebody may know without being in it, before anything is read that it says of itself.
struct KnownRoom {
    let room: RoomRecord
    let joinRule: String
    /// The room ids that a restricted join rule names.
    let allowed: [String]
    /// The user's own; `nil` where there is none, and for somebody without an account.
    let membership: String?

    /// `nil` when the user may know nothing of the room.
    /// - Parameters:
    ///   - user: `nil` for somebody without an account.
    ///   - looked: grows by the bytes of state that were read.
    init?(_ room: RoomRecord, for user: String?, looked: inout Int, in db: Database) throws {
        let event = try StateStore.event(EventType.joinRules, room: room.nid, in: db)
        looked += event?.content.count ?? 0
        let rule = event?.contentObject
        let membership = try user.flatMap { try StateStore.entry(EventType.member, $0, room: room.nid, in: db)?.value }
        let isWorldReadable = try StateStore.entry(EventType.historyVisibility, room: room.nid, in: db)?.value == "world_readable"
        let name = rule?["join_rule"]?.stringValue ?? "invite"
        var isOpen = isWorldReadable || ["public", "knock", "knock_restricted"].contains(name) || membership == "join" || membership == "invite"
        if !isOpen, let user, name == "restricted" { isOpen = try RestrictedJoin(user: user, room: room, db: db).voucher() != nil }
        guard isOpen else { return nil }
        self.room = room
        self.membership = membership
        joinRule = name
        let isRestricted = name == "restricted" || name == "knock_restricted"
        allowed = isRestricted ? (rule?["allow"]?.arrayValue ?? []).compactMap { $0["room_id"]?.stringValue } : []
    }

    func isSpace(looked: inout Int, in db: Database) throws -> Bool {
        let event = try StateStore.event(EventType.create, room: room.nid, in: db)
        looked += event?.content.count ?? 0
        return event?.contentObject["type"] == "m.space"
    }
}
