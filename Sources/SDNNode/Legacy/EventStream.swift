import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// The number of events of an answer that states no number, and the largest number.
    private static let streamPage = 10, streamCap = 100

    /// Returns the events after a token, oldest first, as clients of the first version of Matrix read them. Without news it waits until `timeout` has
    /// passed or the access token ends.
    /// - Throws: `M_FORBIDDEN` if a room is named that the caller may not read now.
    func events(_ request: EventStreamRequest, _ caller: Caller) async throws -> LongAnswer {
        let deadline = ContinuousClock.now + min(request.timeout, Self.longestPoll)
        let limit = max(1, min(request.limit ?? Self.streamPage, Self.streamCap))
        let live = services.live
        let (from, room) = try await read { db in
            let newest = try EventStore.position(in: db)
            let room = try request.roomID.map { try EventStream.room($0, caller, in: db).room.rowID }
            guard let text = request.from else {
                return (StreamToken(newest, live: live.news(since: nil).position), room)
            }
            return (try StreamToken(text, field: "from").checked(against: newest, field: "from"), room)
        }
        // A reader who is no member is not among the users whom the room's events wake.
        if let room { audiences.watch(room, by: caller.userID) }
        defer { if let room { audiences.unwatch(room, by: caller.userID) } }
        let reads = PollReads(services, caller, as: .online, until: deadline, since: from.live) { [self] news in
            let now = services.now()
            let (json, isNews) = try await read { db in
                try AccessTokens.requireAlive(caller, in: db)
                return try EventStream(
                    rooms: self, caller: caller, from: from, roomID: request.roomID, limit: limit, news: news, now: now,
                    db: db
                ).answer()
            }
            return Polled(LongAnswer(json), isNews: isNews)
        }
        return try await poll(reads)
    }
}

/// One answer of the event stream: the events of a range of the stream, and what changed besides events.
struct EventStream {
    /// The positions of the stream that are searched for events at once.
    private static let window: Int64 = 1_000
    /// The most ranges of 1,000 positions of the stream that are searched for one answer.
    private static let windows = 5
    /// The most entries of account data in one answer.
    private static let accountDataLimit = 1_000

    let rooms: RoomService
    let caller: Caller
    let from: StreamToken
    /// The only room to read; `nil` for all rooms of the caller.
    let roomID: String?
    let limit: Int
    let news: LiveNews
    let now: Timestamp
    let db: Database

    /// A room with its reader's rights.
    private struct Reading {
        let room: RoomRecord
        let history: HistoryAccess
        let matcher: EventMatcher
    }

    /// - Throws: `M_FORBIDDEN` if the caller is neither a member nor may everyone read the room.
    static func room(_ roomID: String, _ caller: Caller, in db: Database) throws -> RoomAccess {
        let access = try RoomAccess(roomID, reader: caller.userID, in: db)
        guard access.history.isJoined || access.history.isWorldReadable else {
            throw MatrixError(.forbidden, "You are not in this room.")
        }
        return access
    }

    /// - Returns: the answer, and true if a waiting client should receive it now.
    func answer() throws -> (json: [UInt8], isNews: Bool) {
        let newest = try EventStore.position(in: db)
        let only = try roomID.map { try Self.room($0, caller, in: db) }
        let changed =
            only == nil
            ? try EventStreamRows.changedRooms(of: caller.userID, after: from.position, in: db) : []
        let (data, bound) = try accountData(upTo: newest)
        let readings = try self.readings(only, changed)
        let (events, end) = try self.events(of: readings, upTo: bound)
        var chunk = try events.map { reading, event in
            var json: [UInt8] = []
            try ClientEventWriter(
                db: db, room: reading.room, history: reading.history, reader: caller, ignored: rooms.services.ignored,
                now: now, includesRoomID: true
            ).appendLegacy(event, to: &json)
            return json
        }
        for entry in data where entry.ord <= end && (only == nil || only?.room.rowID == entry.room) {
            chunk.append(entry.json)
        }
        chunk += try others(only, changed)
        var object = JSONObjectWriter()
        object.add("start", #""\#(from)""#)
        object.add("end", #""\#(StreamToken(end, live: news.position))""#)
        object.add("chunk", JSONText.array(chunk))
        return (object.finished(), !chunk.isEmpty || end < newest)
    }

    private func readings(_ only: RoomAccess?, _ changed: [EventStreamRows.Changed]) throws -> [Reading] {
        let ignored = try rooms.services.ignored.read(caller.userID, in: db)
        func reading(_ room: RoomRecord, _ history: HistoryAccess) -> Reading {
            Reading(
                room: room, history: history,
                matcher: EventMatcher(RoomEventFilter(), room: room.roomID, ignored: ignored))
        }
        if let only { return [reading(only.room, only.history)] }
        return try changed.filter(\.hasEvents).compactMap { place in
            guard let room = try RoomRecord.find(rowID: place.room, in: db) else { return nil }
            return reading(
                room, try HistoryAccess(user: caller.userID, room: place.room, isClosed: room.isClosed, in: db))
        }
    }

    /// Returns the oldest events of the rooms, and the position up to which they are complete.
    private func events(of readings: [Reading], upTo bound: Int64) throws -> (
        events: [(Reading, StoredEvent)], end: Int64
    ) {
        guard !readings.isEmpty else { return ([], bound) }
        var low = from.position
        for _ in 0..<Self.windows where low < bound {
            var high = min(low + Self.window, bound), found: [(Reading, StoredEvent)] = [], bytes = PageSpace.bytes
            for reading in readings where reading.room.lastOrd > low {
                let page = try TimelinePage.read(
                    room: reading.room, after: low, upTo: high, newestFirst: false, limit: limit,
                    history: reading.history, matcher: reading.matcher, in: db)
                if page.hasMore, let edge = page.edge { high = min(high, edge) }
                found += page.events.map { (reading, $0) }
            }
            found = found.filter { $0.1.ord <= high }.sorted { $0.1.ord < $1.1.ord }
            let taken = found.prefix(limit).prefix { _, event in
                defer { bytes -= event.content.count }
                return bytes > 0
            }
            if taken.count < found.count, let last = taken.last { return (Array(taken), last.1.ord) }
            if !taken.isEmpty { return (Array(taken), high) }
            // A restored node leaves a very large range of positions unused, so a range without events is passed at once.
            let next = try readings.compactMap { reading in
                high < bound
                    ? try EventStore.end(of: (high + 1)...bound, newest: false, room: reading.room.rowID, in: db)?.ord
                    : nil
            }.min()
            low = next.map { $0 - 1 } ?? bound
        }
        return ([], low)
    }

    /// Returns the account data that changed, and the position up to which it is complete. It is not complete up to the newest position if there is
    /// too much of it.
    private func accountData(upTo newest: Int64) throws -> (
        entries: [(room: RoomRowID, ord: Int64, json: [UInt8])], end: Int64
    ) {
        let changed = try EventStreamRows.accountData(
            of: caller.userID, after: from.position, limit: Self.accountDataLimit, in: db)
        var entries: [(room: RoomRowID, ord: Int64, json: [UInt8])] = [], space = PageSpace()
        for entry in changed {
            guard let json = try accountData(entry.room, entry.type) else { continue }
            guard space.takes(json.count) else { return (entries, entry.ord - 1) }
            entries.append((entry.room, entry.ord, json))
        }
        return (entries, changed.count < Self.accountDataLimit ? newest : changed.last?.ord ?? newest)
    }

    private func accountData(_ room: RoomRowID, _ type: String) throws -> [UInt8]? {
        guard
            let content = try AccountDataStore.contentOrMark(caller.userID, room: room, type: type, in: db),
            let roomID = try room == .noRoom ? "" : RoomRecord.find(rowID: room, in: db)?.roomID
        else { return nil }
        var object = JSONObjectWriter()
        object.add("type", JSONText.quoted(type))
        if !roomID.isEmpty { object.add("room_id", JSONText.quoted(roomID)) }
        object.add("content", content)
        return object.finished()
    }

    /// Returns the receipts, the typing users and the presence that changed.
    private func others(_ only: RoomAccess?, _ changed: [EventStreamRows.Changed]) throws -> [[UInt8]] {
        var events: [JSONValue] = []
        let user = caller.userID
        for (rowID, users) in news.typing.sorted(by: { $0.key < $1.key }) where news.isOfThisRun || !users.isEmpty {
            let isShown = try only.map { $0.room.rowID == rowID } ?? (SyncRows.joined(rowID, by: user, in: db) != nil)
            guard isShown, let room = try RoomRecord.find(rowID: rowID, in: db) else { continue }
            events.append([
                "type": "m.typing", "room_id": .string(room.roomID),
                "content": ["user_ids": .array(users.map(JSONValue.string))],
            ])
        }
        let presence = news.presence.filter { $0.user != user }
        events += LegacyPresence.events(try visible(presence, only), reader: caller, now: rooms.services.live.now)
        return try receipts(only, changed) + events.map { $0.serialized() }
    }

    /// Returns the receipts that changed. From a very old token there may be too many for one answer. The answer then has only those of some rooms.
    private func receipts(_ only: RoomAccess?, _ changed: [EventStreamRows.Changed]) throws -> [[UInt8]] {
        var events: [[UInt8]] = [], space = PageSpace()
        let places = only.map { [$0.room.rowID] } ?? changed.filter { $0.isJoined && $0.hasReceipts }.map(\.room)
        for place in places {
            guard let room = try RoomRecord.find(rowID: place, in: db) else { continue }
            for event in try LegacyReceipts.events(of: room, after: from.position, reader: caller.userID, in: db) {
                let json = event.serialized()
                guard space.takes(json.count) else { return events }
                events.append(json)
            }
        }
        return events
    }

    /// Returns the presence of the users who share a room with the caller or, if one room is read, of its members.
    private func visible(_ presence: [PresenceList.Entry], _ only: RoomAccess?) throws -> [PresenceList.Entry] {
        guard let only else { return try SyncPresence.visible(presence, to: caller.userID, in: db) }
        guard !presence.isEmpty else { return [] }
        let members = try MembershipRows.joined(
            among: Set(presence.map(\.user)), room: only.room.rowID, in: db)
        return presence.filter { members.contains($0.user) }
    }
}
