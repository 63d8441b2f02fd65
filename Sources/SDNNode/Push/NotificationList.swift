import GRDB
import HeraldJSON
import SDNWire

/// The list of the events that a user was notified of, newest first.
struct NotificationList: Sendable {
    let services: NodeServices

    /// Returns the newest notifications before a position, as the body of an answer.
    func page(for caller: Caller, before position: Int64, limit: Int, highlightsOnly: Bool) async throws -> RawJSON {
        let (ignored, now) = (services.ignored, services.now())
        return try await services.database.read { db in
            try Self.page(
                caller, before: position, limit: limit, highlightsOnly: highlightsOnly, ignored: ignored, now: now,
                in: db)
        }
    }

    private static func page(
        _ caller: Caller, before: Int64, limit: Int, highlightsOnly: Bool, ignored: IgnoredSenders, now: Timestamp,
        in db: Database
    ) throws -> RawJSON {
        let reader = try PushReader(caller.userID, ignored, in: db)
        let places = try NotificationFeed.newest(
            of: reader, before: before, limit: limit + 1, highlightsOnly: highlightsOnly, in: db)
        var space = PageSpace(), items: [[UInt8]] = []
        for place in places.prefix(limit) {
            let item = try item(place, reader, caller, ignored: ignored, now: now, in: db)
            guard space.takes(item.count) else { break }
            items.append(item)
        }
        var out = Array(#"{"notifications":"#.utf8) + JSONText.array(items)
        if items.count < places.count, let last = places.prefix(items.count).last {
            out.append(contentsOf: #","next_token":"\#(last.ord)""#.utf8)
        }
        out.append(UInt8(ascii: "}"))
        return RawJSON(assembled: out)
    }

    private static func item(
        _ place: NotificationFeed.Place, _ reader: PushReader, _ caller: Caller, ignored: IgnoredSenders,
        now: Timestamp,
        in db: Database
    ) throws -> [UInt8] {
        guard let room = try RoomRecord.find(rowID: place.room, in: db),
            let event = try EventStore.event(room: place.room, ord: place.ord, in: db),
            let actions = try NotificationFeed.actions(of: place, for: reader, in: db)
        else { return Array("{}".utf8) }
        let history = try HistoryAccess(
            user: caller.userID, room: place.room, isClosed: room.isClosed, in: db)
        let marks = try ReadMarks(of: caller.userID, room: place.room, beginning: 0, in: db)
        var json: [UInt8] = []
        try ClientEventWriter(
            db: db, room: room, history: history, reader: caller, ignored: ignored, now: now, includesRoomID: false
        ).append(event, to: &json)
        var object = JSONObjectWriter()
        object.add("actions", JSONValue.array(actions.list).serialized())
        object.add("event", json)
        object.add("profile_tag", "null")
        object.add("read", "\(!marks.isUnread(position: place.ord, thread: place.thread))")
        object.add("room_id", JSONText.quoted(room.roomID))
        object.add("ts", "\(event.timestamp.milliseconds)")
        return object.finished()
    }
}
