import HeraldJSON
import SDNWire

/// The form of the IDs and the format of events in a sync filter. A filter with an ID that is none would silently admit nothing.
enum FilterForm {
    /// Checks the IDs of rooms and users in all parts of a filter, and the format of events.
    /// - Throws: `M_BAD_JSON` naming the member.
    static func check(_ filter: SyncFilter) throws(MatrixError) {
        guard !filter.hasUnknownFormat else {
            throw MatrixError(.badJSON, "event_format: expected client or federation.")
        }
        try check("room", rooms: filter.rooms, filter.notRooms)
        for (name, part) in [
            ("room.timeline", filter.timeline), ("room.state", filter.state), ("room.ephemeral", filter.ephemeral),
            ("room.account_data", filter.roomAccountData), ("account_data", filter.accountData),
            ("presence", filter.presence),
        ] {
            try check(name, rooms: part.rooms, part.notRooms)
            try check(name, "senders", part.senders ?? [], isID: isUserID)
            try check(name, "not_senders", part.notSenders, isID: isUserID)
            try check(name, "related_by_senders", part.relatedBySenders, isID: isUserID)
        }
    }

    private static func check(_ part: String, rooms: [String]?, _ others: [String]) throws(MatrixError) {
        try check(part, "rooms", rooms ?? [], isID: isRoomID)
        try check(part, "not_rooms", others, isID: isRoomID)
    }

    private static func check(_ part: String, _ member: String, _ list: [String], isID: (String) -> Bool)
        throws(MatrixError)
    {
        guard list.allSatisfy(isID) else {
            throw MatrixError(.badJSON, "\(part).\(member): an entry is no ID.")
        }
    }

    /// A room ID of room version 12 has no server name.
    private static func isRoomID(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "!") && text.utf8.count > 1 }

    private static func isUserID(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "@") && text.utf8.contains(UInt8(ascii: ":"))
    }
}
