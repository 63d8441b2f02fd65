import GRDB
import HeraldJSON
import SDNWire

/// One answer of sync, read from one snapshot of the database (SDN sheet 7.3).
struct SyncAnswer: Sendable {
    let body: [UInt8]
    let token: StreamToken
    /// Whether a waiting client should get it now.
    let hasNews: Bool
    let sent: LazyMemberMemory.Sent

    static func read(_ plan: SyncPlan, live: LiveState, news: LiveNews, now: Int64, in db: Database) throws -> SyncAnswer {
        var reading = try SyncReading(plan: plan, live: live, news: news, now: now, newest: try EventStore.position(in: db), db: db)
        return try reading.answer()
    }
}

/// The work on one answer.
private struct SyncReading {
    let plan: SyncPlan
    let live: LiveState
    let news: LiveNews
    let now: Int64
    let newest: Int64
    let db: Database
    private var join = JSONObjectWriter()
    private var invite = JSONObjectWriter()
    private var knock = JSONObjectWriter()
    private var leave = JSONObjectWriter()
    private var hasNews = false
    private var sent = LazyMemberMemory.Sent()
    private let push: PushReader
    private var arrivals: [SyncPresence.Arrival] = []
    /// Whether other users are ignored than before: invitations that were held back come now.
    private var hasOtherIgnored = false

    init(plan: SyncPlan, live: LiveState, news: LiveNews, now: Int64, newest: Int64, db: Database) throws {
        self.plan = plan
        self.live = live
        self.news = news
        self.now = now
        self.newest = newest
        self.db = db
        self.push = try PushReader(plan.caller.userID, plan.ignored, in: db)
    }

    mutating func answer() throws -> SyncAnswer {
        if let since = plan.since { _ = try StreamToken(since).checked(against: newest, field: "since") }
        let accountData = try AccountDataStore.changes(plan.caller.userID, after: plan.fullState ? nil : plan.since, in: db)
        hasOtherIgnored = accountData.contains { $0.room == 0 && $0.type == IgnoredSenders.type }
        let entries = Dictionary(grouping: accountData, by: \.room)
        for (room, membership, ord) in try rooms() where plan.matchers.admits(room: room.roomID) {
            try add(room, membership, since: ord, entries[room.nid] ?? [])
        }
        var global = entries[0] ?? []
        if let rules = try PushRuleStore.accountData(of: plan.caller.userID, changedAfter: plan.fullState ? nil : plan.since, in: db) {
            // First, as what is there from the beginning: a filter's limit leaves what comes later.
            global.insert(AccountDataStore.Entry(room: 0, type: PushRuleStore.accountDataType, content: rules), at: 0)
        }
        global = AccountDataStore.filtered(global, by: plan.matchers.accountData, user: plan.caller.userID)
        if !global.isEmpty { hasNews = true }
        let presence = try SyncPresence(plan: plan, live: live, news: news, arrivals: arrivals, now: live.now, db: db).part()
        if presence.hasNews { hasNews = true }
        let devices = try SyncDevices.read(plan, newest: newest, in: db)
        if devices.hasNews { hasNews = true }
        let token = StreamToken(newest, live: news.position, toDevice: devices.position)
        return SyncAnswer(body: body(token, global, presence.json, devices), token: token, hasNews: hasNews, sent: sent)
    }

    /// The user's rooms in which something has happened.
    private func rooms() throws -> [(RoomRecord, Membership, Int64)] {
        let after = plan.fullState ? -1 : plan.since ?? -1
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: """
                SELECT m.room, m.membership, m.ord FROM membership m JOIN room r ON r.nid = m.room
                WHERE m.user = ?1 AND (m.forgotten = 0 OR m.ord > ?4)
                AND (r.last_ord > ?2 OR r.last_receipt > ?2 OR m.room IN (SELECT room FROM account_data WHERE user = ?1 AND ord > ?2)
                    OR ?3 AND m.membership = 'invite') ORDER BY m.ord
                """),
            // One device forgets a room; the others are still to hear that it was left.
            arguments: [plan.caller.userID, after, hasOtherIgnored, plan.since ?? .max]) + typingRooms()
        var seen: Set<Int64> = []
        return try rows.compactMap { row in
            guard seen.insert(row[0]).inserted else { return nil }
            guard let room = try RoomRecord.find(nid: row[0], in: db), let membership = Membership(rawValue: row[1]) else { return nil }
            return (room, membership, row[2])
        }
    }

    /// The user's joined rooms in which it changed who is writing.
    private func typingRooms() throws -> [Row] {
        try news.typing.keys.sorted().compactMap { room in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT room, membership, ord FROM membership WHERE user = ? AND room = ? AND membership = 'join'"),
                arguments: [plan.caller.userID, room])
        }
    }

    private mutating func add(_ room: RoomRecord, _ membership: Membership, since ord: Int64, _ accountData: [AccountDataStore.Entry]) throws {
        let isNew = plan.since.map { ord > $0 } ?? true
        switch membership {
        case .join:
            let history = try HistoryAccess(user: plan.caller.userID, room: room.nid, in: db)
            let wasJoined = plan.since.map { history.membership(at: $0) == .join } ?? false
            try addTimeline(
                SyncRoom(room: room, history: history, lower: wasJoined ? plan.since ?? 0 : 0, upper: newest, isFirst: !wasJoined, isJoined: true),
                accountData)
        case .invite where isNew || plan.fullState || hasOtherIgnored:
            if let event = try EventStore.event(room: room.nid, ord: ord, in: db), push.ignoredSenders.contains(event.sender) { return }
            hasNews = true
            invite.add(room.roomID, try InviteState(room: room, user: plan.caller.userID, position: ord, db: db).json(named: "invite_state"))
        case .knock where isNew || plan.fullState:
            hasNews = true
            knock.add(room.roomID, try InviteState(room: room, user: plan.caller.userID, position: ord, db: db).json(named: "knock_state"))
        case .leave, .ban:
            guard plan.since == nil ? plan.filter.includeLeave : isNew else { return }
            let history = try HistoryAccess(user: plan.caller.userID, room: room.nid, in: db)
            let since = plan.since ?? 0
            let wasJoined = plan.since != nil && history.membership(at: since) == .join
            let isFirst = !wasJoined && history.wasJoined(after: since, upTo: ord)
            // Who has never been inside sees the own event that says so, and nothing else.
            let lower = wasJoined ? since : isFirst ? 0 : ord - 1
            try addTimeline(SyncRoom(room: room, history: history, lower: lower, upper: ord, isFirst: isFirst, isJoined: false), accountData)
        default: return
        }
    }

    private mutating func addTimeline(_ room: SyncRoom, _ accountData: [AccountDataStore.Entry]) throws {
        let ephemeral = try SyncEphemeral(room: room, plan: plan, live: live, news: news, db: db).part()
        let section = try SyncRoomSection.read(room, plan: plan, push: push, accountData: accountData, ephemeral: ephemeral, now: now, in: db)
        guard room.isFirst || plan.fullState || section.hasNews else { return }
        hasNews = true
        sent.members[room.room.nid] = section.sentMembers
        if room.isFirst || plan.fullState { sent.begun.insert(room.room.nid) }
        if room.isJoined { arrivals.append(SyncPresence.Arrival(room: room.room.nid, after: room.isFirst ? nil : room.lower)) }
        if room.isJoined { join.add(room.room.roomID, section.json) } else { leave.add(room.room.roomID, section.json) }
    }

    /// All parts are there even when empty: stock clients read them without looking (SDN sheet 7.8).
    private func body(_ token: StreamToken, _ accountData: [AccountDataStore.Entry], _ presence: [UInt8], _ devices: SyncDevices) -> [UInt8] {
        var rooms = JSONObjectWriter()
        for (key, part) in [("join", join), ("invite", invite), ("knock", knock), ("leave", leave)] { rooms.add(key, part.finished()) }
        var top = JSONObjectWriter()
        top.add("next_batch", "\"\(token)\"")
        top.add("account_data", SyncRoomSection.accountData(accountData))
        top.add("presence", presence)
        devices.add(to: &top)
        top.add("rooms", rooms.finished())
        return top.finished()
    }
}
