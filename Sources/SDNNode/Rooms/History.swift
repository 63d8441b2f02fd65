import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// One page of history. `end` is left out when there is nothing more to read that way (SDN sheet 7.4); a page for which much had to be
    /// looked through may be short, or empty, and have one.
    func messages(_ request: MessagesRequest, _ caller: Caller) async throws -> RawJSON {
        let filter = try RoomEventFilter(text: request.filter, services.configuration.filterLimits)
        let from = try request.from.map { try StreamToken($0, field: "from") }
        let to = try request.to.map { try StreamToken($0, field: "to") }
        let limit = Self.pageLimit(request.limit ?? filter.limit)
        let backwards = request.direction == .backwards
        let now = services.now()
        return try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            let matcher = EventMatcher(
                filter, room: request.roomID, ignored: try services.ignored.read(caller.userID, in: db), limits: services.configuration.filterLimits)
            let newest = access.newest
            let start = try from?.checked(against: newest, field: "from").position ?? (backwards ? newest : 0)
            // A bound beyond the stream bounds nothing.
            let stop = min(to?.position ?? (backwards ? 0 : newest), newest)
            let page = try TimelinePage.read(
                room: access.room, after: backwards ? stop : start, upTo: backwards ? start : stop, newestFirst: backwards, limit: max(1, limit),
                history: access.history, matcher: matcher, in: db)
            // An empty page up to `to` has no `end`: the same question would get the same answer.
            let beyond = try page.hasMore || page.events.isEmpty ? nil : Self.isReadable(beyond: stop, backwards: backwards, access, matcher, db)
            var out = Array(#"{"start":"\#(StreamToken(start))","#.utf8)
            if let edge = page.edge {
                out.append(contentsOf: #""end":"\#(StreamToken(backwards ? edge - 1 : edge))","#.utf8)
            } else if beyond == true {
                out.append(contentsOf: #""end":"\#(StreamToken(stop))","#.utf8)
            }
            let writer = ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now)
            if matcher.filter.lazyLoadMembers, let edge = page.events.first?.ord {
                out.append(contentsOf: #""state":"#.utf8)
                try writer.appendList(Self.members(sending: page.events, room: access.room.nid, at: min(edge, access.statePosition), in: db), to: &out)
                out.append(UInt8(ascii: ","))
            }
            out.append(contentsOf: #""chunk":"#.utf8)
            try writer.appendList(page.events, to: &out)
            out.append(UInt8(ascii: "}"))
            return RawJSON(assembled: out)
        }
    }

    /// The default and the cap of pages (SDN sheet 7.4).
    static func pageLimit(_ asked: Int?) -> Int { min(asked ?? 10, 1_000) }

    /// The member events, at a position, of the users who sent these events.
    static func members(sending events: [StoredEvent], room: Int64, at position: Int64, in db: Database) throws -> [StoredEvent] {
        var seen: Set<String> = []
        var members: [StoredEvent] = []
        for event in events where seen.insert(event.sender).inserted {
            if let member = try StateStore.event(EventType.member, event.sender, room: room, at: position, in: db) { members.append(member) }
        }
        return members
    }

    /// Whether a page that ended at `to` has more behind it.
    private static func isReadable(beyond stop: Int64, backwards: Bool, _ access: RoomAccess, _ matcher: EventMatcher, _ db: Database) throws -> Bool {
        let page = try TimelinePage.read(
            room: access.room, after: backwards ? 0 : stop, upTo: backwards ? stop : access.newest, newestFirst: backwards, limit: 1,
            history: access.history, matcher: matcher, in: db)
        return !page.events.isEmpty || page.hasMore
    }
}
