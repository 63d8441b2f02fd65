import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// One event. One that the caller may not see looks like one that is not there.
    func event(_ request: RoomEventRequest, _ caller: Caller) async throws -> RawJSON {
        let now = services.now()
        return try await read { db in
            let (access, event) = try Self.visible(request.eventID, in: request.roomID, caller, db)
            var out: [UInt8] = []
            try ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now).append(event, to: &out)
            return RawJSON(assembled: out)
        }
    }

    /// An event with its neighbours, newest first before it and oldest first after it, and the state after the last of them.
    func context(_ request: EventContextRequest, _ caller: Caller) async throws -> RawJSON {
        let filter = try RoomEventFilter(text: request.filter, services.configuration.filterLimits)
        let limit = Self.pageLimit(request.limit)
        let now = services.now()
        return try await read { db in
            let (access, event) = try Self.visible(request.eventID, in: request.roomID, caller, db)
            let matcher = EventMatcher(
                filter, room: request.roomID, ignored: try services.ignored.read(caller.userID, in: db), limits: services.configuration.filterLimits)
            let before = try TimelinePage.read(
                room: access.room, after: 0, upTo: event.ord - 1, newestFirst: true, limit: limit / 2, history: access.history, matcher: matcher, in: db)
            let after = try TimelinePage.read(
                room: access.room, after: event.ord, upTo: access.newest, newestFirst: false, limit: limit - limit / 2, history: access.history,
                matcher: matcher, in: db)
            let first = before.events.last ?? event, last = after.events.last ?? event
            let writer = ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now)
            var out = Array(#"{"start":"\#(StreamToken(first.ord - 1))","end":"\#(StreamToken(last.ord))","event":"#.utf8)
            try writer.append(event, to: &out)
            out.append(contentsOf: #","events_before":"#.utf8)
            try writer.appendList(before.events, to: &out)
            out.append(contentsOf: #","events_after":"#.utf8)
            try writer.appendList(after.events, to: &out)
            out.append(contentsOf: #","state":"#.utf8)
            let shown = before.events + [event] + after.events
            // The own ban or invitation is visible even long after leaving, the state around it is not.
            try writer.appendList(Self.state(around: shown, at: min(last.ord, access.statePosition), access, matcher.filter, db), to: &out)
            out.append(UInt8(ascii: "}"))
            return RawJSON(assembled: out)
        }
    }

    private static func state(
        around shown: [StoredEvent], at position: Int64, _ access: RoomAccess, _ filter: RoomEventFilter, _ db: Database
    ) throws -> [StoredEvent] {
        let senders = Set(shown.map(\.sender))
        return try StateStore.entries(room: access.room.nid, at: position, in: db)
            .filter { !filter.lazyLoadMembers || $0.type != EventType.member || senders.contains($0.stateKey) }
            .compactMap { try EventStore.event(room: access.room.nid, ord: $0.ord, in: db) }
    }

    /// - Throws: `M_NOT_FOUND` for an event that the caller does not see.
    static func visible(_ eventID: String, in roomID: String, _ caller: Caller, _ db: Database) throws -> (RoomAccess, StoredEvent) {
        let access = try RoomAccess(roomID, reader: caller.userID, in: db)
        guard let event = try EventStore.event(id: eventID, room: access.room.nid, in: db), access.history.allows(event) else {
            throw MatrixError(.notFound, "There is no such event in this room.")
        }
        return (access, event)
    }
}
