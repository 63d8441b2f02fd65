import GRDB
import HeraldJSON
import SDNWire

/// A joined or left room, with the range of its history that an answer covers.
struct SyncRoom {
    let room: RoomRecord
    fileprivate(set) var history: HistoryAccess
    /// The start of the range: `lower` < position ≤ `upper`.
    let lower: Int64
    let upper: Int64
    /// True if the user was not joined at the client's position but has been joined since. The client then receives the room as if it were new.
    let isFirst: Bool
    let isJoined: Bool

    /// True if the range has state events.
    func hasStateEvents(in snapshot: SyncSnapshot) throws -> Bool {
        try snapshot.hasStateEvents(.init(room: room.rowID, lower: lower, upper: upper))
    }
}

/// The part of a sync answer for one joined or left room. Its account data and state are read while they are written, because they can be large.
struct SyncRoomSection: Sendable {
    private enum Stage { case head, accountData, state }

    /// The most bytes of content that are read for the timeline. A client that wants more requests a page of history.
    private static let timelineBytes = 1 << 20

    private(set) var room: SyncRoom
    /// True if the section has news for a waiting client. The value is also true if too many events would have to be read to find out.
    let hasNews: Bool
    /// The members that the device has after the written part, if members are loaded lazily.
    private(set) var sentMembers: Set<String> = []
    private var stage = Stage.head
    private var head: [UInt8]
    private var accountData: SyncAccountData
    /// The positions of the state events that are still to be written.
    private var state: ArraySlice<Int64>
    private var isFirstEvent = true

    /// - Parameters:
    ///   - changedAccountData: the changed types, if they are known.
    ///   - workLeft: the rest of ``SyncAnswer/workLimit``.
    init(
        _ room: SyncRoom, plan: SyncPlan, push: PushReader, changedAccountData: [String]?, ephemeral: SyncPart,
        workLeft: inout Int, now: Timestamp, in snapshot: SyncSnapshot
    ) throws {
        let db = snapshot.db
        let matcher = EventMatcher(plan.matchers.timeline, room: room.room.roomID, ignored: push.ignoredSenders)
        var page = try TimelinePage.read(
            room: room.room, after: room.lower, upTo: room.upper, newestFirst: true,
            limit: RoomService.pageLimit(plan.filter.timeline.limit),
            history: room.history, matcher: matcher, stopsAtHiddenState: true,
            workLimit: TimelinePage.WorkLimit(bytes: Self.timelineBytes), snapshot: snapshot, in: db)
        let writer = try Self.writer(room, plan, now: now, relatedAfter: page.events.last?.ord ?? .max, snapshot)
        var list = EventList(writer)
        var timeline = try list.take(&page)
        if plan.filter.usesFederationFormat {
            timeline = try zip(timeline, page.events).map { try writer.federationForm(of: $0, $1) }
        }
        if let fields = plan.fields { timeline = timeline.map(fields.part(of:)) }
        page.events.reverse()
        workLeft -= page.looked + page.lookedBytes / SyncAnswer.eventBytes
        let start = page.events.first.map { $0.ord - 1 } ?? room.upper
        self.room = room
        let summary: SyncSummary? = try room.isJoined ? SyncSummary(of: room, plan, in: snapshot) : nil
        state = try SyncState(
            room: room, plan: plan, timeline: page.events, start: start, isWhole: !page.hasGaps,
            heroes: summary?.heroes ?? [], snapshot: snapshot
        ).positions()[...]
        accountData = try Self.accountData(room, plan, changedAccountData, db)
        var object = JSONObjectWriter()
        if let summary { object.add("summary", summary.json) }
        var events = Array(#"{"events":"#.utf8) + JSONText.array(timeline.reversed())
        // A client that sees the room for the first time is told if it has not received the timeline from the room's first event on.
        let isLimited =
            page.hasMore || room.isFirst && plan.since != nil && page.events.first?.type != EventType.create
        events.append(contentsOf: #","limited":\#(isLimited),"prev_batch":"\#(StreamToken(start))"}"#.utf8)
        object.add("timeline", events)
        if room.isJoined {
            object.add("ephemeral", ephemeral.json)
            let unread = try UnreadCounts(
                of: push, room: room.room.rowID, history: room.history, newest: room.room.lastOrd,
                memory: plan.unread, in: db)
            let countsThreads = plan.filter.timeline.unreadThreadNotifications
            object.add("unread_notifications", (countsThreads ? unread.main : unread.all).json.serialized())
            let threads = countsThreads ? JSONObject(unread.threads.mapValues(\.json)) : [:]
            if plan.isSDN || !threads.isEmpty {
                object.add("unread_thread_notifications", JSONValue.object(threads).serialized())
            }
        }
        head = object.bytes + Array(#","account_data":{"events":["#.utf8)
        if plan.filter.state.lazyLoadMembers {
            sentMembers = Set(page.events.filter { $0.type == EventType.member }.compactMap(\.stateKey))
        }
        let brings =
            room.isFirst || plan.fullState || !page.events.isEmpty || page.hasMore || !accountData.isEmpty
            || ephemeral.hasNews
        hasNews =
            try brings || Self.hasEvent(&state, room, plan, &workLeft, db)
            || (room.isJoined && Self.hasRead(room, plan, db))
    }

    /// Writes until there are `limit` bytes or ``SyncAnswer/workLimit`` is used up.
    /// - Returns: true if all is written.
    mutating func write(
        to out: inout [UInt8], upTo limit: Int, workLeft: inout Int, _ plan: SyncPlan, now: Timestamp,
        in snapshot: SyncSnapshot
    ) throws -> Bool {
        let db = snapshot.db
        if stage == .head {
            out.append(contentsOf: head)
            (head, stage) = ([], .accountData)
        }
        if stage == .accountData {
            guard try accountData.write(to: &out, upTo: limit, in: db) else { return false }
            out.append(contentsOf: #"]},"state":{"events":["#.utf8)
            stage = .state
        }
        let matcher = EventMatcher(plan.matchers.state, room: room.room.roomID)
        var writer = try Self.writer(room, plan, now: now, relatedAfter: state.isEmpty ? .max : 0, snapshot)
        writer.keepsState = true
        while out.count < limit, workLeft > 0, !state.isEmpty {
            let positions = state.prefix(EventStore.readAtOnce)
            let events = try EventStore.events(room: room.room.rowID, ords: positions, in: db)
            for position in positions {
                // The events that do not fit are read again for the next part.
                guard out.count < limit, workLeft > 0 else { break }
                state.removeFirst()
                let event = events[position]
                workLeft -= SyncAnswer.work(of: event)
                guard let event,
                    try matcher.admits(event, in: room.room.rowID, for: room.history, work: &workLeft, db)
                else { continue }
                if !isFirstEvent { out.append(UInt8(ascii: ",")) }
                isFirstEvent = false
                if plan.filter.usesFederationFormat || plan.fields != nil {
                    var json = try writer.json(of: event)
                    if plan.filter.usesFederationFormat { json = try writer.federationForm(of: json, event) }
                    out += plan.fields?.part(of: json) ?? json
                } else {
                    try writer.append(event, to: &out)
                }
                if plan.filter.state.lazyLoadMembers, event.type == EventType.member, let member = event.stateKey {
                    sentMembers.insert(member)
                }
            }
        }
        guard state.isEmpty else { return false }
        out.append(contentsOf: "]}}".utf8)
        return true
    }

    /// - Parameter position: the writer gets only events from this position on.
    private static func writer(
        _ room: SyncRoom, _ plan: SyncPlan, now: Timestamp, relatedAfter position: Int64, _ snapshot: SyncSnapshot
    ) throws -> ClientEventWriter {
        var writer = ClientEventWriter(
            db: snapshot.db, room: room.room, history: room.history, reader: plan.caller, ignored: plan.ignored,
            now: now, snapshot: snapshot, includesRoomID: plan.filter.usesFederationFormat)
        writer.related = try snapshot.related(in: room.room.rowID, after: position)
        return writer
    }

    /// Reads the reader's rights again, from a later snapshot.
    mutating func refresh(in snapshot: SyncSnapshot) throws {
        room.history = try HistoryAccess(
            user: room.history.user, room: room.room.rowID, isClosed: room.room.isClosed, in: snapshot)
    }

    /// Returns true if the filter admits one of the state events, or if the limit on examined events is reached before all are read. Removes
    /// the events before the first admitted one from `state`. Subtracts the number of examined events from `workLeft`.
    private static func hasEvent(
        _ state: inout ArraySlice<Int64>, _ room: SyncRoom, _ plan: SyncPlan, _ workLeft: inout Int, _ db: Database
    ) throws -> Bool {
        let matcher = EventMatcher(plan.matchers.state, room: room.room.roomID)
        while workLeft > 0, let position = state.first {
            let event = try EventStore.event(room: room.room.rowID, ord: position, in: db)
            workLeft -= SyncAnswer.work(of: event)
            if let event,
                try matcher.admits(event, in: room.room.rowID, for: room.history, work: &workLeft, db)
            {
                return true
            }
            state.removeFirst()
        }
        return !state.isEmpty
    }

    private static func accountData(_ room: SyncRoom, _ plan: SyncPlan, _ changed: [String]?, _ db: Database) throws
        -> SyncAccountData
    {
        let (user, rowID, matcher) = (plan.caller.userID, room.room.rowID, plan.matchers.roomAccountData)
        guard matcher.admits(room: room.room.roomID) else {
            return SyncAccountData(user, room: rowID, types: [], matcher)
        }
        // A client that sees the room for the first time has none of its account data.
        let after = room.isFirst || plan.fullState ? nil : plan.since
        let types = room.isFirst ? nil : changed
        return SyncAccountData(
            user, room: rowID,
            types: try types ?? AccountDataStore.changedTypes(user, room: rowID, after: after, in: db),
            matcher)
    }

    /// True if the user has read further since the client's position. The unread counts may then have changed.
    private static func hasRead(_ room: SyncRoom, _ plan: SyncPlan, _ db: Database) throws -> Bool {
        try ReceiptStore.hasMoved(of: plan.caller.userID, room: room.room.rowID, after: plan.since ?? .max, in: db)
    }
}
