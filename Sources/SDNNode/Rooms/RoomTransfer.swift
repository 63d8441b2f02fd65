import GRDB
import HeraldJSON
import SDNWire

/// Copies a user's personal settings of a room to the room that replaced it: tags, and the entry in `m.direct`.
///
/// The settings of the old room stay. A setting that would exceed a limit of the user is left out, because it must not prevent the join.
struct RoomTransfer {
    let user: String
    let old: RoomRecord
    let new: RoomRecord
    let limits: UserLimits

    init(of user: String, from old: RoomRecord, to new: RoomRecord, limits: UserLimits) {
        self.user = user
        self.old = old
        self.new = new
        self.limits = limits
    }

    /// Creates the transfer for a user who has joined a room. The result is `nil` if the room replaces no room that the user has been in. Both rooms
    /// must name each other.
    init?(of user: String, joining room: RoomRecord, limits: UserLimits, in db: Database) throws {
        guard
            let create = try StateStore.event(EventType.create, room: room.rowID, in: db),
            let oldID = create.contentObject["predecessor"]?["room_id"]?.stringValue, !oldID.utf8.contains(0),
            let old = try RoomRecord.find(oldID, in: db),
            try StateStore.entry(EventType.member, user, room: old.rowID, in: db) != nil,
            try StateStore.event(EventType.tombstone, room: old.rowID, in: db)?.contentObject["replacement_room"]?
                .stringValue?.isIdentical(to: room.roomID) == true
        else { return nil }
        self.init(of: user, from: old, to: room, limits: limits)
    }

    func run(in db: Database) throws {
        for copy in [copyTags, copyDirect] {
            do {
                try db.inSavepoint {
                    try copy(db)
                    return .commit
                }
            } catch {
                // A setting that a limit refuses is left out.
                guard error is MatrixError || error is StatusedError else { throw error }
            }
        }
    }

    private func copyTags(_ db: Database) throws {
        guard let tags = try AccountDataStore.content(user, room: old.rowID, type: "m.tag", in: db),
            try AccountDataStore.content(user, room: new.rowID, type: "m.tag", in: db) == nil
        else { return }
        try AccountDataStore.check(user, room: new.rowID, type: "m.tag", bytes: tags.count, limits, in: db)
        try AccountDataStore.set(user, room: new.rowID, type: "m.tag", content: tags, in: db)
    }

    private func copyDirect(_ db: Database) throws {
        guard let bytes = try AccountDataStore.content(user, room: .noRoom, type: "m.direct", in: db),
            let before = try JSONValue(parsing: bytes).objectValue
        else { return }
        let (oldID, newID) = (JSONValue.string(old.roomID), JSONValue.string(new.roomID))
        var direct = before
        for (other, value) in before {
            guard let rooms = value.arrayValue, rooms.contains(oldID), !rooms.contains(newID) else { continue }
            direct[other] = .array(rooms + [newID])
        }
        guard direct != before else { return }
        let content = JSONValue.object(direct).serialized()
        try AccountDataStore.check(user, room: .noRoom, type: "m.direct", bytes: content.count, limits, in: db)
        try AccountDataStore.set(user, room: .noRoom, type: "m.direct", content: content, in: db)
    }
}
