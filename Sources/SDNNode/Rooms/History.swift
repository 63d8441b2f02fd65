import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Returns one page of history. `end` is left out if there is nothing more to read in this direction (SDN sheet 7.4). Forwards, this is so only
    /// after an empty page, as long as the reader may see later events: a client continues there when they have come. Backwards, a filtered page with
    /// events has one, unless the create event is among them. A page may be short or empty and still have an `end`, if the node had to read many
    /// events for it. A page of large events may be short as well.
    func messages(_ request: MessagesRequest, _ caller: Caller) async throws -> RawJSON {
        let filter = try RoomEventFilter(text: request.filter, services.configuration.filterLimits)
        let from = try request.from.map { try StreamToken($0, field: "from") }
        let to = try request.to.map { try StreamToken($0, field: "to") }
        let limit = Self.pageLimit(request.limit ?? filter.limit)
        let now = services.now()
        return try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            guard let direction = request.direction else { throw MatrixError(.missingParam, "dir: expected b or f.") }
            let backwards = direction == .backwards
            let matcher = EventMatcher(
                filter, room: request.roomID, ignored: try services.ignored.read(caller.userID, in: db),
                limits: services.configuration.filterLimits)
            let newest = access.newest
            let start = try from?.checked(against: newest, field: "from").position ?? (backwards ? newest : 0)
            // A value of `to` after the end of the stream has no effect.
            let stop = min(to?.position ?? (backwards ? 0 : newest), newest)
            var page = try TimelinePage.read(
                room: access.room, after: backwards ? stop : start, upTo: backwards ? start : stop,
                newestFirst: backwards, limit: max(1, limit),
                history: access.history, matcher: matcher, in: db)
            let writer = ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now)
            var stateWriter = writer
            stateWriter.keepsState = true
            let memberWriter = stateWriter
            let members =
                matcher.filter.lazyLoadMembers ? page.events.first.map { min($0.ord, access.statePosition) } : nil
            var list = EventList(writer) { user in
                try members.flatMap {
                    try StateStore.event(EventType.member, user, room: access.room.rowID, at: $0, in: db)
                        .map(memberWriter.json(of:))
                }
            }
            let chunk = try list.take(&page)
            // A page that is empty up to `to` has no `end`. A client that continued from there would receive an empty page again. Backwards, a
            // filtered page with events has one all the same, because clients of Matrix expect it, unless the create event shows that nothing is
            // left.
            let grows =
                backwards
                ? matcher.filter.choosesEvents && !page.events.contains { $0.type == EventType.create }
                : access.history.isJoined || access.history.isWorldReadable
            let beyond =
                try page.hasMore || page.events.isEmpty
                ? nil : grows || Self.isReadable(beyond: stop, backwards: backwards, access, matcher, db)
            var out = Array(#"{"start":"\#(StreamToken(start))","#.utf8)
            if let edge = page.edge {
                out.append(contentsOf: #""end":"\#(StreamToken(backwards ? edge - 1 : edge))","#.utf8)
            } else if beyond == true {
                out.append(contentsOf: #""end":"\#(StreamToken(stop))","#.utf8)
            }
            if members != nil { out += Array(#""state":"#.utf8) + JSONText.array(list.senders) + Array(",".utf8) }
            out += Array(#""chunk":"#.utf8) + JSONText.array(chunk) + Array("}".utf8)
            return RawJSON(assembled: out)
        }
    }

    /// Returns the number of events for a page. Defaults to 10, at most 1,000 (SDN sheet 7.4).
    static func pageLimit(_ asked: Int?) -> Int { min(asked ?? 10, 1_000) }

    /// True if there are more readable events after a page that ended at `to`.
    private static func isReadable(
        beyond stop: Int64, backwards: Bool, _ access: RoomAccess, _ matcher: EventMatcher, _ db: Database
    ) throws -> Bool {
        let page = try TimelinePage.read(
            room: access.room, after: backwards ? 0 : stop, upTo: backwards ? stop : access.newest,
            newestFirst: backwards, limit: 1,
            history: access.history, matcher: matcher, in: db)
        return !page.events.isEmpty || page.hasMore
    }
}
