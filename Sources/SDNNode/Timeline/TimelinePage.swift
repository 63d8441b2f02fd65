import GRDB
import HeraldJSON
import SDNWire

/// A page of consecutive events that a reader may see and a filter admits.
struct TimelinePage: Sendable {
    /// The most events and bytes of content that one request reads. Events that a filter leaves out cost as much as others. Without a limit, one
    /// request could read the whole history.
    struct WorkLimit: Sendable {
        var events = 5_000
        var bytes = 16 << 20

        static let standard = WorkLimit()
    }

    /// The events in the order of reading.
    var events: [StoredEvent] = []
    /// True if the range has more events, or may have. Reading continues at ``edge``.
    var hasMore = false
    /// The position at which reading continues if the range has more events: that of the page's last event, or of the last event that was read.
    private(set) var edge: Int64?
    /// The number of events that were read, and the bytes of their content.
    private(set) var looked = 0, lookedBytes = 0
    /// True if the range may have an event that was passed over, because the reader may not see it or the filter leaves it out.
    private(set) var hasGaps = false

    /// Reads up to `limit` events with `lower` < position ≤ `upper`, and fewer if that takes too much work.
    /// - Parameters:
    ///   - stopsAtHiddenState: true to end the page, with ``hasMore`` set, at a state event that the reader may not see, unless a later event on
    ///     the page replaces it. A client that applies the page to the state before it then misses no change of state. State events that are
    ///     part of the room's current state are on the page, because a member may see the current state.
    ///   - bytes: the most bytes of content on the page, without that of its first event.
    ///   - snapshot: remembers the events, which other readers of the room read as well.
    static func read(
        room: RoomRecord, after lower: Int64, upTo upper: Int64, newestFirst: Bool, limit: Int, history: HistoryAccess,
        matcher: EventMatcher,
        stopsAtHiddenState: Bool = false, workLimit: WorkLimit = .standard, bytes: Int = PageSpace.bytes,
        snapshot: SyncSnapshot? = nil, in db: Database
    ) throws -> TimelinePage {
        let end = upper, upper = min(upper, history.upperBound)
        guard lower < upper else { return TimelinePage() }
        var page = TimelinePage(), left = workLimit, space = bytes, later = StateOnPage()
        page.hasGaps = upper < end || !stopsAtHiddenState
        let stretches = stopsAtHiddenState ? [(lower + 1)...upper] : history.readable(upTo: upper, includesOwn: true)
        for stretch in newestFirst ? stretches.reversed() : stretches where stretch.upperBound > lower && !page.hasMore
        {
            left.events -= 1
            let range = SyncSnapshot.Range(
                room: room.rowID, lower: max(lower, stretch.lowerBound - 1), upper: stretch.upperBound)
            try walk(range, newestFirst: newestFirst, snapshot, in: db) { event in
                left.events -= 1
                left.bytes -= event.content.count
                let isShown = try history.allows(event) || stopsAtHiddenState && history.allowsCurrent(event, room, db)
                guard isShown else {
                    guard stopsAtHiddenState, event.stateKey != nil, !later.replaces(event, page.events) else {
                        return page.passes(event, left)
                    }
                    return page.ends(at: event.ord)
                }
                guard try matcher.admits(event, in: room.rowID, for: history, work: &left.events, db) else {
                    return page.passes(event, left)
                }
                guard page.events.count < limit, page.events.isEmpty || event.content.count <= space else {
                    return page.ends(at: page.events.last?.ord ?? event.ord)
                }
                space -= event.content.count
                page.events.append(event)
                return page.goesOn(left, event)
            }
        }
        (page.looked, page.lookedBytes) = (workLimit.events - left.events, workLimit.bytes - left.bytes)
        return page
    }

    /// Visits the events of a range, until `visit` returns `false`.
    private static func walk(
        _ range: SyncSnapshot.Range, newestFirst: Bool, _ snapshot: SyncSnapshot?, in db: Database,
        _ visit: (StoredEvent) throws -> Bool
    ) throws {
        if newestFirst, let events = try snapshot?.events(range) {
            for event in events {
                guard try visit(event) else { return }
            }
            return
        }
        try EventStore.walk(
            room: range.room, after: range.lower, upTo: range.upper, newestFirst: newestFirst, in: db, visit)
    }

    /// Ends the page before an index. The events from the index on belong to the next page.
    mutating func end(before index: Int) {
        events.removeSubrange(index...)
        hasMore = true
        if let last = events.last { edge = last.ord }
    }

    private mutating func passes(_ event: StoredEvent, _ left: WorkLimit) -> Bool {
        hasGaps = true
        return goesOn(left, event)
    }

    private mutating func goesOn(_ left: WorkLimit, _ event: StoredEvent) -> Bool {
        guard left.events > 0, left.bytes > 0 else { return ends(at: event.ord) }
        return true
    }

    private mutating func ends(at position: Int64) -> Bool {
        hasMore = true
        edge = position
        return false
    }
}

/// Writes events in the form for clients. The stored content is copied unchanged (SDN sheet 7.5).
struct ClientEventWriter {
    let db: Database
    let room: RoomRecord
    /// The rights of the reader, which decide on the other events that `unsigned` quotes.
    let history: HistoryAccess
    let reader: Caller
    let now: Timestamp
    /// The ignored users, whose events `unsigned` does not quote.
    let ignored: IgnoredSenders
    /// Remembers the relations of the events, which other readers of the room read as well.
    let snapshot: SyncSnapshot?
    /// True if each event has its room ID. It is false in sync, where the room ID is the key of the room's section.
    let includesRoomID: Bool
    /// True if the events are the state of a room, of which nothing is redacted because a sender is erased.
    var keepsState = false
    /// The events that may have relations.
    var related = RelatedEvents.unknown

    init(
        db: Database, room: RoomRecord, history: HistoryAccess, reader: Caller, ignored: IgnoredSenders, now: Timestamp,
        snapshot: SyncSnapshot? = nil, includesRoomID: Bool
    ) {
        self.db = db
        self.snapshot = snapshot
        self.room = room
        self.history = history
        self.reader = reader
        self.ignored = ignored
        self.now = now
        self.includesRoomID = includesRoomID
    }

    init(db: Database, _ access: RoomAccess, reader: Caller, ignored: IgnoredSenders, now: Timestamp) {
        self.init(
            db: db, room: access.room, history: access.history, reader: reader, ignored: ignored, now: now,
            includesRoomID: true)
    }

    func append(_ event: StoredEvent, to out: inout [UInt8]) throws {
        try append(event, withThread: true, to: &out)
    }

    private func append(_ event: StoredEvent, withThread: Bool, to out: inout [UInt8]) throws {
        try appendCore(shown(event), to: &out)
        out.append(contentsOf: #","unsigned":"#.utf8)
        try appendUnsigned(event, withThread: withThread, to: &out)
        out.append(UInt8(ascii: "}"))
    }

    /// Returns the JSON of an event.
    func json(of event: StoredEvent) throws -> [UInt8] {
        var json: [UInt8] = []
        // Most events have fewer bytes besides their content.
        json.reserveCapacity(event.content.count + 448)
        try append(event, to: &json)
        return json
    }

    /// Writes all members except `unsigned`, without the closing brace.
    private func appendCore(_ event: StoredEvent, to out: inout [UInt8]) {
        out.append(contentsOf: #"{"content":"#.utf8)
        out.append(contentsOf: event.content)
        out.append(contentsOf: #","event_id":"#.utf8)
        JSONText.appendQuoted(event.eventID, to: &out)
        out.append(contentsOf: #","origin_server_ts":"#.utf8)
        out.append(contentsOf: String(event.timestamp.milliseconds).utf8)
        if let redacts = event.redacts {
            out.append(contentsOf: #","redacts":"#.utf8)
            JSONText.appendQuoted(redacts, to: &out)
        }
        if includesRoomID {
            out.append(contentsOf: #","room_id":"#.utf8)
            JSONText.appendQuoted(room.roomID, to: &out)
        }
        out.append(contentsOf: #","sender":"#.utf8)
        JSONText.appendQuoted(event.sender, to: &out)
        if let key = event.stateKey {
            out.append(contentsOf: #","state_key":"#.utf8)
            JSONText.appendQuoted(key, to: &out)
        }
        out.append(contentsOf: #","type":"#.utf8)
        JSONText.appendQuoted(event.type, to: &out)
    }

    private func appendUnsigned(_ event: StoredEvent, withThread: Bool, to out: inout [UInt8]) throws {
        out.append(contentsOf: #"{"age":"#.utf8)
        out.append(contentsOf: String(max(0, now.milliseconds(since: event.timestamp))).utf8)
        out.append(contentsOf: #","membership":""#.utf8)
        out.append(contentsOf: membership(at: event).rawValue.utf8)
        out.append(UInt8(ascii: "\""))
        if let relations = try bundledRelations(event, withThread: withThread) {
            out.append(contentsOf: #","m.relations":"#.utf8)
            out.append(contentsOf: relations)
        }
        if let replaces = event.replaces, let before = try EventStore.event(room: room.rowID, ord: replaces, in: db),
            history.allows(before)
        {
            out.append(contentsOf: #","prev_content":"#.utf8)
            out.append(contentsOf: try quoted(before).content)
            out.append(contentsOf: #","prev_sender":"#.utf8)
            JSONText.appendQuoted(before.sender, to: &out)
            out.append(contentsOf: #","replaces_state":"#.utf8)
            JSONText.appendQuoted(before.eventID, to: &out)
        }
        if let ord = event.redactedBy, let redaction = try EventStore.event(room: room.rowID, ord: ord, in: db),
            history.allows(redaction)
        {
            out.append(contentsOf: #","redacted_because":"#.utf8)
            appendCore(try quoted(redaction), to: &out)
            out.append(contentsOf: #","unsigned":{}}"#.utf8)
        }
        if let origin = event.origin, let txn = origin.transactionID, reader.userID == event.sender,
            reader.deviceID == origin.deviceID
        {
            out.append(contentsOf: #","transaction_id":"#.utf8)
            JSONText.appendQuoted(txn, to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }

    /// Returns `m.relations` with edit, references and thread, as far as the reader may see them; `nil` if there are none.
    /// - Parameter withThread: false for the newest event of a thread, because the writer would otherwise follow threads without end.
    private func bundledRelations(_ event: StoredEvent, withThread: Bool) throws -> [UInt8]? {
        guard related.mayContain(event.eventID) else { return nil }
        let kinds =
            try snapshot?.relationKinds(of: event.eventID, room: room.rowID)
            ?? RelationStore.kinds(of: event.eventID, room: room.rowID, in: db)
        guard !kinds.isEmpty else { return nil }
        var parts: [[UInt8]] = []
        let ignored =
            kinds.contains("m.reference") || kinds.contains("m.thread") ? try ignored.read(reader.userID, in: db) : []
        if kinds.contains("m.reference") {
            let ids = try RelationStore.references(
                to: event.eventID, room: room.rowID, for: history, ignoring: ignored, in: db)
            let chunk = JSONValue.array(ids.map { ["event_id": .string($0)] })
            if !ids.isEmpty {
                parts.append(Array(#""m.reference":"#.utf8) + JSONValue.object(["chunk": chunk]).serialized())
            }
        }
        if kinds.contains("m.replace"),
            let edit = try RelationStore.latestEdit(of: event, room: room.rowID, for: history, in: db)
        {
            var part = Array(#""m.replace":"#.utf8)
            try appendPlain(edit, to: &part)
            parts.append(part)
        }
        if withThread, kinds.contains("m.thread"),
            let thread = try RelationStore.thread(
                from: event, room: room.rowID, for: history, ignoring: ignored, in: db)
        {
            var part = Array(
                #""m.thread":{"count":\#(thread.count),"current_user_participated":\#(thread.includesReader),"latest_event":"#
                    .utf8)
            try append(thread.latest, withThread: false, to: &part)
            part.append(UInt8(ascii: "}"))
            parts.append(part)
        }
        guard !parts.isEmpty else { return nil }
        return [UInt8(ascii: "{")] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }

    /// Writes an edit inside another event's `unsigned`, without relations of its own.
    private func appendPlain(_ event: StoredEvent, to out: inout [UInt8]) throws {
        try appendCore(shown(event), to: &out)
        out.append(contentsOf: #","unsigned":{}}"#.utf8)
    }
}
