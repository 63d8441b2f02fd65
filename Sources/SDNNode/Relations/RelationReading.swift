import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// The default number of events on a page of relations or threads.
    private static let relationPageLimit = 5
    /// The most relations that a recursive query follows in sequence. For example, an edit of a reply in a thread is two relations away from the
    /// root.
    private static let recursionDepth = 3

    /// Returns the events that relate to the requested event. The caller must be allowed to see the requested event.
    func relations(_ request: RelationsRequest, _ caller: Caller) async throws -> RawJSON {
        let from = try request.from.map { try StreamToken($0, field: "from") }
        let to = try request.to.map { try StreamToken($0, field: "to") }
        let limit = max(1, min(request.limit ?? Self.relationPageLimit, 1_000))
        let backwards = request.direction == .backwards
        let now = services.now()
        return try await read { db in
            let (access, _) = try Self.visible(request.eventID, in: request.roomID, caller, db)
            let start =
                try from?.checked(against: access.newest, field: "from").position ?? (backwards ? access.newest : 0)
            let stop = min(to?.position ?? (backwards ? 0 : access.newest), access.newest)
            let query = RelationQuery(
                room: access.room.rowID, target: request.eventID, relationType: request.relationType,
                eventType: request.eventType,
                depth: request.recurse ? Self.recursionDepth : 1)
            let shown = EventMatcher(
                RoomEventFilter(), room: request.roomID, ignored: try services.ignored.read(caller.userID, in: db))
            var list = EventList(ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now))
            var page: [[UInt8]] = [], last: Int64?, isFull = false
            let stopped = try query.walk(
                after: backwards ? stop : start, upTo: backwards ? start : stop, newestFirst: backwards, in: db
            ) { ord in
                isFull = page.count == limit
                guard !isFull else { return false }
                guard let event = try EventStore.event(room: access.room.rowID, ord: ord, in: db),
                    access.history.allows(event)
                else { return true }
                guard shown.admits(event) else { return true }
                guard let json = try list.take(event) else {
                    isFull = true
                    return false
                }
                page.append(json)
                last = ord
                return true
            }
            let edge = isFull ? last : stopped
            var out = Array(#"{"chunk":"#.utf8) + JSONText.array(page)
            if let edge {
                out.append(contentsOf: #","next_batch":"\#(StreamToken(backwards ? edge - 1 : edge))""#.utf8)
            }
            if let from { out.append(contentsOf: #","prev_batch":"\#(from)""#.utf8) }
            if request.recurse { out.append(contentsOf: #","recursion_depth":\#(Self.recursionDepth)"#.utf8) }
            out.append(UInt8(ascii: "}"))
            return RawJSON(assembled: out)
        }
    }

    /// Returns the roots of a room's threads, the one with the newest reply first.
    func threads(_ request: ThreadsRequest, _ caller: Caller) async throws -> RawJSON {
        let from = try request.from.map { try StreamToken($0, field: "from") }
        let limit = max(1, min(request.limit ?? Self.relationPageLimit, 100))
        let now = services.now()
        return try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            var list = EventList(ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now))
            var roots: [[UInt8]] = []
            let walk = ThreadWalk(
                room: access.room.rowID, reader: caller.userID,
                ignored: try services.ignored.read(caller.userID, in: db),
                db: db)
            let next = try walk.walk(from: from?.position ?? access.newest) { thread in
                guard let root = try EventStore.event(id: thread.target, room: access.room.rowID, in: db),
                    access.history.allows(root),
                    !walk.ignored.contains(root.sender)
                else { return true }
                guard try request.include == .all || root.sender.isIdentical(to: caller.userID) || thread.hasReplied()
                else { return true }
                guard roots.count < limit, let json = try list.take(root) else { return false }
                roots.append(json)
                return true
            }
            var out = Array(#"{"chunk":"#.utf8) + JSONText.array(roots)
            if let next { out.append(contentsOf: #","next_batch":"\#(StreamToken(next))""#.utf8) }
            out.append(UInt8(ascii: "}"))
            return RawJSON(assembled: out)
        }
    }
}
