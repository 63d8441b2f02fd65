import GRDB
import HeraldJSON
import SDNWire

/// A joined or left room, and the stretch of its history that an answer covers.
struct SyncRoom {
    let room: RoomRecord
    let history: HistoryAccess
    /// The stretch: `lower` < position ≤ `upper`.
    let lower: Int64
    let upper: Int64
    /// Whether the client knows nothing of the room yet, or lost track by leaving it.
    let isFirst: Bool
    let isJoined: Bool
}

/// The part of a sync answer for one joined or left room.
struct SyncRoomSection {
    let json: [UInt8]
    let hasNews: Bool
    let sentMembers: Set<String>

    static func read(
        _ room: SyncRoom, plan: SyncPlan, push: PushReader, accountData: [AccountDataStore.Entry], ephemeral: SyncPart, now: Int64,
        in db: Database
    ) throws -> SyncRoomSection {
        let matcher = EventMatcher(plan.matchers.timeline, room: room.room.roomID, ignored: push.ignoredSenders)
        var page = try TimelinePage.read(
            room: room.room, after: room.lower, upTo: room.upper, newestFirst: true, limit: RoomService.pageLimit(plan.filter.timeline.limit),
            history: room.history, matcher: matcher, stopsAtHiddenState: true, in: db)
        page.events.reverse()
        let start = page.events.first.map { $0.ord - 1 } ?? room.upper
        let state = try SyncState(room: room, plan: plan, timeline: page.events, start: start, db: db).block()
        let own = try accountDataEvents(room, plan, accountData, db)
        let writer = ClientEventWriter(db: db, room: room.room, history: room.history, reader: plan.caller, ignored: plan.ignored, now: now, includesRoomID: false)
        var object = JSONObjectWriter()
        if room.isJoined {
            let showsSummary = try room.isFirst || plan.fullState || membersChanged(room, db)
            object.add("summary", showsSummary ? try summary(of: room, for: plan.caller.userID, db) : Array("{}".utf8))
        }
        var events: [UInt8] = Array(#"{"events":"#.utf8)
        try writer.appendList(state.events, to: &events)
        object.add("state", events + [UInt8(ascii: "}")])
        events = Array(#"{"events":"#.utf8)
        try writer.appendList(page.events, to: &events)
        events.append(contentsOf: #","limited":\#(page.hasMore),"prev_batch":"\#(StreamToken(start))"}"#.utf8)
        object.add("timeline", events)
        object.add("account_data", Self.accountData(own))
        if room.isJoined {
            object.add("ephemeral", ephemeral.json)
            let unread = try UnreadCounts(of: push, room: room.room.nid, history: room.history, in: db)
            let countsThreads = plan.filter.timeline.unreadThreadNotifications
            object.add("unread_notifications", (countsThreads ? unread.main : unread.all).json.serialized())
            let threads = countsThreads ? JSONObject(unread.threads.mapValues(\.json)) : [:]
            object.add("unread_thread_notifications", JSONValue.object(threads).serialized())
        }
        let brings = !page.events.isEmpty || page.hasMore || !state.events.isEmpty || !own.isEmpty || ephemeral.hasNews
        return SyncRoomSection(
            json: object.finished(), hasNews: try brings || (room.isJoined && hasRead(room, plan, db)),
            sentMembers: state.sentMembers)
    }

    /// `{"events":[{"type":…,"content":…}]}`.
    static func accountData(_ entries: [AccountDataStore.Entry]) -> [UInt8] {
        var out = Array(#"{"events":["#.utf8)
        for (index, entry) in entries.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            var object = JSONObjectWriter()
            object.add("type", JSONText.quoted(entry.type))
            object.add("content", entry.content)
            out.append(contentsOf: object.finished())
        }
        return out + Array("]}".utf8)
    }

    private static func accountDataEvents(
        _ room: SyncRoom, _ plan: SyncPlan, _ changed: [AccountDataStore.Entry], _ db: Database
    ) throws -> [AccountDataStore.Entry] {
        let all = room.isFirst ? try AccountDataStore.all(plan.caller.userID, room: room.room.nid, in: db) : changed
        guard plan.matchers.roomAccountData.admits(room: room.room.roomID) else { return [] }
        return AccountDataStore.filtered(all, by: plan.matchers.roomAccountData, user: plan.caller.userID)
    }

    /// Whether the user has read on, so that the counts are other ones.
    private static func hasRead(_ room: SyncRoom, _ plan: SyncPlan, _ db: Database) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM receipt WHERE room = ? AND user = ? AND ord > ? LIMIT 1"),
            arguments: [room.room.nid, plan.caller.userID, plan.since ?? .max]) != nil
    }

    private static func membersChanged(_ room: SyncRoom, _ db: Database) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: """
                SELECT 1 FROM event WHERE room = ? AND ord > ? AND ord <= ? AND state_key IS NOT NULL AND type = 'm.room.member' LIMIT 1
                """),
            arguments: [room.room.nid, room.lower, room.upper]) != nil
    }

    /// Counts, and up to five others by whom a room without a name is called.
    private static func summary(of room: SyncRoom, for user: String, _ db: Database) throws -> [UInt8] {
        func count(_ membership: String) throws -> Int64 {
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM membership WHERE room = ? AND membership = ?"), arguments: [room.room.nid, membership]) ?? 0
        }
        func heroes(_ memberships: String) throws -> [String] {
            try String.fetchAll(
                db.cachedStatement(sql: """
                    SELECT user FROM membership WHERE room = ? AND membership IN (\(memberships)) AND user <> ? ORDER BY ord LIMIT 5
                    """),
                arguments: [room.room.nid, user])
        }
        var names = try heroes("'join', 'invite'")
        if names.isEmpty { names = try heroes("'leave', 'ban'") }
        let object: JSONObject = [
            "m.heroes": .array(names.map(JSONValue.string)), "m.joined_member_count": .int(try count("join")),
            "m.invited_member_count": .int(try count("invite")),
        ]
        return JSONValue.object(object).serialized()
    }
}
