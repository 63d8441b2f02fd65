import GRDB
import HeraldJSON
import SDNWire

/// One answer of sync, written in parts (SDN sheet 7.3).
///
/// The snapshot in which the answer begins determines the token, the rooms and the newest event of each room. Parts that are written from later
/// snapshots cover the same ranges of history, which only redactions change. Receipts and counts have no range. They may be newer and are then sent
/// again in the next answer. For each part, the user's rights in the part's own snapshot apply.
struct SyncAnswer: Sendable {
    private enum Stage { case accountData, rooms, presence, done }

    /// The parts of `rooms`. The last one is left out if the device peeks into no room.
    private static let groups = ["join", "invite", "knock", "leave", "peek"]
    /// The most changes of account data whose types are read at the beginning. If there are more, the changes of each room are read when the room
    /// is written.
    private static let knownAccountData = 1_000
    /// The most events that are read for one part. A filter that admits nothing costs as much as one that admits all, and its answer would never be
    /// long enough to end a part.
    static let workLimit = 5_000
    /// The number of bytes of content that cost as much as reading one more event.
    static let eventBytes = 4_096
    /// The most members of one answer that are recorded as sent. If an answer has more members, the device receives the others again later.
    private static let notedMembers = 20_000

    let token: StreamToken
    /// True if a waiting client should receive the answer now. The value is final when ``isDone`` is true.
    private(set) var hasNews = false
    private(set) var sent = LazyMemberMemory.Sent()
    var isDone: Bool { stage == .done }
    /// True if messages wait for the device, in this answer or after it. The next request confirms those that the device has.
    let leavesMessages: Bool

    private let plan: SyncPlan
    private let live: LiveState
    private let news: LiveNews
    private let now: Timestamp
    private let newest: Int64
    /// True if the list of ignored users has changed. Invitations by users who are no longer ignored are then sent.
    private let hasOtherIgnored: Bool
    /// The types of account data that changed, by room; `nil` if they are read separately for each room.
    private let accountDataTypes: [RoomRowID: [String]]?
    private var head: [UInt8]
    private var stage = Stage.accountData
    private var accountData: SyncAccountData
    private var rooms: [ArraySlice<SyncRows.Place>]
    private var group = 0
    private var isGroupOpen = false
    private var isGroupEmpty = true
    private var section: SyncRoomSection?
    private var arrivals: [SyncPresence.Arrival] = []
    private var noted = 0

    /// Reads what is new. Nothing is written yet.
    /// - Throws: `M_INVALID_PARAM` if the token is ahead of the stream.
    init(
        _ plan: SyncPlan, _ facts: SyncFacts, live: LiveState, news: LiveNews, now: Timestamp, in snapshot: SyncSnapshot
    ) throws {
        let db = snapshot.db
        (self.plan, self.live, self.news, self.now) = (plan, live, news, now)
        leavesMessages = facts.hasMessages
        newest = try snapshot.position()
        if let since = plan.since { _ = try StreamToken(since).checked(against: newest, field: "since") }
        let user = plan.caller.userID, after = plan.fullState ? nil : plan.since
        accountDataTypes = try after.flatMap {
            guard facts.hasAccountData else { return [:] }
            return try AccountDataStore.changes(user, after: $0, atMost: Self.knownAccountData, in: db)
        }
        var types =
            try accountDataTypes.map { $0[.noRoom] ?? [] }
            ?? AccountDataStore.changedTypes(user, room: .noRoom, after: after, in: db)
        hasOtherIgnored = types.contains(IgnoredSenders.type)
        // Push rules are put first, as if they had changed longest ago. If the filter's limit is too small for all types, the types at the end are
        // sent.
        if after.map({ facts.pushRules ?? -1 > $0 }) ?? true {
            types.insert(PushRuleStore.accountDataType, at: 0)
        }
        accountData = SyncAccountData(user, room: .noRoom, types: types, plan.matchers.accountData)
        let listed = try Self.listedRooms(plan, news, allInvitations: hasOtherIgnored, in: db)
        // With the whole state, rooms without news are listed too.
        let devices = try SyncDevices.read(plan, facts, rooms: plan.fullState ? nil : listed, in: snapshot)
        token = StreamToken(newest, live: news.position, toDevice: devices.position)
        hasNews = !accountData.isEmpty || devices.hasNews
        var top = JSONObjectWriter()
        top.add("next_batch", "\"\(token)\"")
        devices.add(to: &top)
        head = top.bytes + Array(#","account_data":{"events":["#.utf8)
        rooms = Self.groups.map { _ in [] }
        for place in listed { rooms[Self.group(of: place.membership)].append(place) }
        if rooms.last?.isEmpty == true { rooms.removeLast() }
    }

    /// Writes until there are `limit` bytes or all is written. All parts are present even if they are empty, because stock clients read them without
    /// a check (SDN sheet 7.8).
    /// - Parameter facts: the facts of the same snapshot; `nil` if they are to be read.
    mutating func write(
        to out: inout [UInt8], upTo limit: Int, _ facts: SyncFacts? = nil, in snapshot: SyncSnapshot
    ) throws {
        out.append(contentsOf: head)
        head = []
        if stage == .accountData {
            guard try accountData.write(to: &out, upTo: limit, in: snapshot.db) else { return }
            out.append(contentsOf: #"]},"rooms":{"#.utf8)
            stage = .rooms
        }
        if stage == .rooms {
            guard try writeRooms(to: &out, upTo: limit, facts, in: snapshot) else { return }
            out.append(UInt8(ascii: "}"))
            stage = .presence
        }
        guard stage == .presence, out.count < limit else { return }
        let presence = try SyncPresence(
            plan: plan, live: live, news: news, arrivals: arrivals, now: live.now, snapshot: snapshot
        ).part()
        if presence.hasNews { hasNews = true }
        out.append(contentsOf: #","presence":"#.utf8)
        out.append(contentsOf: presence.json)
        out.append(UInt8(ascii: "}"))
        stage = .done
    }

    private mutating func writeRooms(
        to out: inout [UInt8], upTo limit: Int, _ facts: SyncFacts?, in snapshot: SyncSnapshot
    ) throws -> Bool {
        let db = snapshot.db
        // The facts are read only if there is a room, because most polls end without news.
        var known: PushReader?
        try section?.refresh(in: snapshot)
        var workLeft = Self.workLimit
        while group < rooms.count {
            if !isGroupOpen {
                out.append(contentsOf: "\(group == 0 ? "" : ",")\"\(Self.groups[group])\":{".utf8)
                (isGroupOpen, isGroupEmpty) = (true, true)
            }
            while true {
                if var current = section.take() {
                    guard
                        try current.write(to: &out, upTo: limit, workLeft: &workLeft, plan, now: now, in: snapshot)
                    else {
                        section = current
                        return false
                    }
                    note(current)
                }
                guard out.count < limit, workLeft > 0 else { return false }
                guard let next = rooms[group].popFirst() else { break }
                let user = plan.caller.userID
                let push =
                    try known ?? facts.map { try PushReader(user, $0, plan.ignored, in: db) }
                    ?? PushReader(user, plan.ignored, in: db)
                known = push
                try begin(next, push, to: &out, workLeft: &workLeft, in: snapshot)
            }
            out.append(UInt8(ascii: "}"))
            (isGroupOpen, group) = (false, group + 1)
        }
        return true
    }

    private mutating func begin(
        _ listed: SyncRows.Place, _ push: PushReader, to out: inout [UInt8], workLeft: inout Int,
        in snapshot: SyncSnapshot
    ) throws {
        let db = snapshot.db
        guard let room = try snapshot.room(listed.room), plan.matchers.admits(room: room.roomID) else {
            return
        }
        let user = plan.caller.userID, ord = listed.ord
        let isNew = plan.since.map { ord > $0 } ?? true
        switch listed.membership {
        case .join:
            let history = try HistoryAccess(user: user, room: room.rowID, isClosed: room.isClosed, in: snapshot)
            let wasJoined = plan.since.map { history.membership(at: $0) == .join } ?? false
            try begin(
                SyncRoom(
                    room: room, history: history, lower: wasJoined ? plan.since ?? 0 : 0, upper: newest,
                    isFirst: !wasJoined, isJoined: true),
                listed, push, to: &out, workLeft: &workLeft, in: snapshot)
        case .invite where isNew || plan.fullState || hasOtherIgnored:
            if let event = try EventStore.event(room: room.rowID, ord: ord, in: db),
                push.ignoredSenders.contains(event.sender)
            {
                return
            }
            hasNews = true
            name(room, in: &out)
            out.append(
                contentsOf: try InviteState(room: room, user: user, position: ord, db: db).json(named: "invite_state"))
        case .knock where isNew || plan.fullState:
            hasNews = true
            name(room, in: &out)
            out.append(
                contentsOf: try InviteState(room: room, user: user, position: ord, db: db).json(named: "knock_state"))
        case .leave, .ban:
            guard plan.since == nil ? plan.filter.includeLeave : isNew else { return }
            let history = try HistoryAccess(user: user, room: room.rowID, isClosed: room.isClosed, in: snapshot)
            let since = plan.since ?? 0
            let wasJoined = plan.since != nil && history.membership(at: since) == .join
            let isFirst = !wasJoined && history.wasJoined(after: since, upTo: ord)
            // A user who has never joined sees only the user's own event, such as a ban.
            let lower = wasJoined ? since : isFirst ? 0 : ord - 1
            try begin(
                SyncRoom(room: room, history: history, lower: lower, upper: ord, isFirst: isFirst, isJoined: false),
                listed, push, to: &out, workLeft: &workLeft, in: snapshot)
        case nil:
            let history = try HistoryAccess(user: user, room: room.rowID, isClosed: room.isClosed, in: snapshot)
            guard history.isWorldReadable else { return }
            let isFirst = isNew || plan.fullState
            try begin(
                SyncRoom(
                    room: room, history: history, lower: isFirst ? 0 : plan.since ?? 0, upper: newest, isFirst: isFirst,
                    isJoined: false),
                listed, push, to: &out, workLeft: &workLeft, in: snapshot)
        default: return
        }
    }

    private mutating func begin(
        _ room: SyncRoom, _ listed: SyncRows.Place, _ push: PushReader, to out: inout [UInt8], workLeft: inout Int,
        in snapshot: SyncSnapshot
    ) throws {
        let ephemeral = try SyncEphemeral(
            room: room, plan: plan, live: live, news: news, lastReceipt: listed.lastReceipt, db: snapshot.db
        ).part()
        let begun = try SyncRoomSection(
            room, plan: plan, push: push,
            changedAccountData: accountDataTypes?[room.room.rowID] ?? (accountDataTypes == nil ? nil : []),
            ephemeral: ephemeral, workLeft: &workLeft, now: now, in: snapshot)
        guard begun.hasNews else { return }
        hasNews = true
        if room.isJoined {
            arrivals.append(SyncPresence.Arrival(room: room.room.rowID, after: room.isFirst ? nil : room.lower))
        }
        name(room.room, in: &out)
        section = begun
    }

    /// Returns the cost of reading an event.
    static func work(of event: StoredEvent?) -> Int { 1 + (event?.content.count ?? 0) / eventBytes }

    /// Records the members that a room's section has sent to the device.
    private mutating func note(_ section: SyncRoomSection) {
        let room = section.room
        if room.isFirst || plan.fullState { sent.begun.insert(room.room.rowID) }
        noted += section.sentMembers.count
        if noted <= Self.notedMembers { sent.members[room.room.rowID] = section.sentMembers }
    }

    private mutating func name(_ room: RoomRecord, in out: inout [UInt8]) {
        if !isGroupEmpty { out.append(UInt8(ascii: ",")) }
        isGroupEmpty = false
        JSONText.appendQuoted(room.roomID, to: &out)
        out.append(UInt8(ascii: ":"))
    }

    private static func group(of membership: Membership?) -> Int {
        switch membership {
        case .join: 0
        case .invite: 1
        case .knock: 2
        case .leave, .ban: 3
        case nil: 4
        }
    }
}

extension SyncAnswer {
    /// Returns the user's rooms with news, and the rooms whose typing lists changed.
    private static func listedRooms(
        _ plan: SyncPlan, _ news: LiveNews, allInvitations: Bool, in db: Database
    ) throws -> [SyncRows.Place] {
        let user = plan.caller.userID
        let changed = try SyncRows.changed(
            for: user, device: plan.caller.deviceID, after: plan.fullState ? -1 : plan.since ?? -1,
            since: plan.since ?? .max,
            allInvitations: allInvitations, in: db)
        let typing = try news.typing.keys.sorted().compactMap { room in try SyncRows.joined(room, by: user, in: db) }
        var seen: Set<RoomRowID> = []
        return (changed + typing).filter { seen.insert($0.room).inserted }
    }
}
