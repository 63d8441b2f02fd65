import GRDB
import HeraldJSON
import SDNWire

/// Removes the guests from a room that no longer lets guests in (Matrix: guest access). Each guest leaves.
struct GuestFanOut: FanOut {
    static let kind = FanOutKind.guests
    private let room: RoomRowID
    /// The last guest who was removed.
    private var place = ""

    private init(of room: RoomRowID) { self.room = room }

    var subject: String { String(room.rawValue) }

    /// Begins the work after a state event, if it forbids guests and the room has some.
    /// - Parameter log: the room, to which the event has been appended.
    static func begin(after draft: EventDraft, in log: RoomLog, _ services: NodeServices) throws -> FanOuts.Begun? {
        guard draft.type == EventType.guestAccess, draft.stateKey?.isEmpty == true, !letsIn(draft.content),
            try !GuestRows.joined(in: log.room.rowID, after: "", limit: 1, in: log.db).isEmpty
        else { return nil }
        let turn = try services.fanOuts.turn(of: draft.sender, spent: 1, in: log.db)
        return try services.fanOuts.begin(GuestFanOut(of: log.room.rowID), turn, paid: 0)
    }

    private static func letsIn(_ content: JSONObject) -> Bool { content["guest_access"] == "can_join" }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        guard let record = try RoomRecord.find(rowID: room, in: turn.db),
            let access = try StateStore.event(EventType.guestAccess, room: room, in: turn.db),
            !Self.letsIn(access.contentObject)
        else { return true }
        let limit = max(0, turn.left)
        let guests = try GuestRows.joined(in: room, after: place, limit: limit, in: turn.db)
        var log = turn.log(of: record)
        for guest in guests {
            place = guest
            try turn.offer(.member(guest, .leave, by: guest), to: &log)
        }
        try turn.finish(log)
        return guests.count < limit
    }
}
