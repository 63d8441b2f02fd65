import HeraldJSON
import SDNValues

extension StoreTransaction {
    private func summary(_ row: StoreStatement) throws -> MXRoomSummary {
        let roomId = try row.text(0)
        var summary = try MXRoomSummary(
            roomId: roomId, membership: MXMembership(identifier: row.text(1)),
            details: object(row, 2, for: .room(roomId)))
        if let place = try row.optionalInt(3), !row.isNull(4) {
            summary.lastMessage = try event(row, 4, for: .event(place: place), roomId: roomId)
        }
        return summary
    }

    func rooms() throws -> [MXRoomSummary] { try statement(.rooms).all(summary) }

    func room(_ roomId: String) throws -> MXRoomSummary? {
        let statement = try statement(.room)
        statement.bind(roomId, at: 1)
        return try statement.first(summary)
    }

    func roomList(_ order: MXRoomListOrder, memberships: [MXMembership], limit: Int?, offset: Int) throws
        -> [MXRoomSummary]
    {
        let statement =
            switch order {
            case .activity: try statement(.roomsByActivity)
            case .tags: try statement(.roomsByTags)
            case .unread: try statement(.roomsByUnread)
            }
        statement.bind(StoreTransaction.list(memberships.map(\.identifier)), at: 1)
        // For SQLite a negative limit means no limit.
        statement.bind(limit.map { Int64(max($0, 0)) } ?? -1, at: 2)
        statement.bind(Int64(max(offset, 0)), at: 3)
        return try statement.all(summary)
    }

    func save(_ room: MXRoomSummary) throws {
        let statement = try statement(.saveRoom)
        statement.bind(room.roomId, at: 1)
        statement.bind(room.membership.identifier, at: 2)
        let last = room.lastMessage
        let place = try last.flatMap {
            try isEdited($0.eventId, inRoom: room.roomId) ? nil : self.place(ofEvent: $0.eventId, inRoom: room.roomId)
        }
        statement.bind(place, at: 4)
        statement.bind(Int64(clamping: room.lastActivity), at: 5)
        statement.bind(Int64(clamping: room.notificationCount), at: 6)
        statement.bind(Int64(clamping: room.highlightCount), at: 7)
        statement.bind(generation, at: 8)
        _ = try run(statement, sealing: JSONValue.object(room.details).serialized(), for: .room(room.roomId), at: 3)
    }

    /// Returns true when an event was edited. A room list shows an edited message with the content of its edit, which the reader of the list looks
    /// up.
    private func isEdited(_ eventId: String, inRoom roomId: String) throws -> Bool {
        guard let room = try rowID(ofRoom: roomId) else { return false }
        let statement = try statement(.isEdited)
        statement.bind(room, at: 1)
        statement.bind(eventId, at: 2)
        return try statement.first { _ in true } ?? false
    }

    func rooms(changedAfter generation: Int64) throws -> [MXRoomSummary] {
        let statement = try statement(.changedRooms)
        statement.bind(generation, at: 1)
        return try statement.all(summary)
    }

    /// Sets the room's rank by its tags, for ``MXRoomListOrder/tags``.
    func rank(_ tags: MXEvent, ofRoom roomId: String) throws {
        let names = tags.content["tags"]?.objectValue?.keys ?? []
        let statement = try statement(.rankRoom)
        let rank: Int64 = names.contains("m.favourite") ? 0 : names.contains("m.lowpriority") ? 2 : 1
        statement.bind(rank, at: 1)
        statement.bind(roomId, at: 2)
        try statement.run()
    }
}
