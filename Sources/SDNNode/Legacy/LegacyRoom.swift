import GRDB
import HeraldJSON
import HeraldPeer
import SDNWire

/// One room in an answer of `initialSync`: its newest events, the user's account data, and its state.
struct LegacyRoom {
    /// The most work for the newest events of one room.
    static let workLimit = TimelinePage.WorkLimit(events: 500, bytes: 1 << 20)

    let rooms: RoomService
    let caller: Caller
    let access: RoomAccess
    /// The most events.
    let limit: Int
    let now: Timestamp
    let db: Database

    /// Writes the room up to its account data.
    /// - Returns: the parts that close the room's object, and the number of events that were read.
    func begin(in out: inout [UInt8]) throws -> (parts: LegacyRoomParts, looked: Int) {
        let services = rooms.services, room = access.room, user = caller.userID
        let writer = ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now)
        var page = try TimelinePage.read(
            room: room, after: 0, upTo: access.newest, newestFirst: true, limit: limit, history: access.history,
            matcher: EventMatcher(RoomEventFilter(), room: room.roomID, ignored: services.ignored.read(user, in: db)),
            workLimit: Self.workLimit, in: db)
        let events = try writer.legacyEvents(&page)
        let start = page.events.last.map { $0.ord - 1 } ?? page.edge ?? 0
        var object = JSONObjectWriter()
        object.add("room_id", JSONText.quoted(room.roomID))
        if let membership = try StateStore.entry(EventType.member, user, room: room.rowID, in: db)?.value {
            object.add("membership", JSONText.quoted(membership))
        }
        object.add("visibility", try RoomRows.isListed(room.rowID, in: db) ? #""public""# : #""private""#)
        var messages = JSONObjectWriter()
        messages.add("start", #""\#(StreamToken(start))""#)
        messages.add("end", #""\#(StreamToken(access.newest))""#)
        messages.add("chunk", JSONText.array(events.reversed()))
        object.add("messages", messages.finished())
        out.append(contentsOf: object.bytes)
        out.append(contentsOf: #","account_data":["#.utf8)
        let parts = LegacyRoomParts(
            accountData: try SyncAccountData(legacyOf: user, room: room.rowID, in: db),
            state: StateParts(
                rooms, roomID: room.roomID, caller: caller, form: .legacyEvents,
                positions: try StateStore.positions(room: room.rowID, at: access.stateAt, in: db), end: "]}"))
        return (parts, page.looked)
    }
}

/// The account data and the state of a room, which close the room's object and are written in parts.
struct LegacyRoomParts: AnswerParts {
    private var accountData: SyncAccountData
    private var state: StateParts
    private var hasAccountData = false
    var isDone: Bool { state.isDone }
    var roomID: String { state.roomID }

    init(accountData: SyncAccountData, state: StateParts) {
        self.accountData = accountData
        self.state = state
    }

    mutating func next() async throws -> [UInt8]? {
        guard !isDone else { return nil }
        let now = state.rooms.services.now()
        let (part, parts) = try await state.rooms.read { [self] db in
            try AccessTokens.requireAlive(state.caller, in: db)
            let access = try RoomAccess(roomID, reader: state.caller.userID, in: db)
            var parts = self, out: [UInt8] = []
            try parts.write(to: &out, upTo: LongAnswer.partSize, access, now: now, in: db)
            return (out, parts)
        }
        self = parts
        return part
    }

    /// Writes until there are `size` bytes or the room is closed.
    mutating func write(to out: inout [UInt8], upTo size: Int, _ access: RoomAccess, now: Timestamp, in db: Database)
        throws
    {
        if !hasAccountData {
            guard try accountData.write(to: &out, upTo: size, in: db) else { return }
            out.append(contentsOf: #"],"state":["#.utf8)
            hasAccountData = true
        }
        try state.write(to: &out, access, now: now, in: db)
    }

    /// Closes the room without the rest of its data.
    func close(_ out: inout [UInt8]) {
        if !hasAccountData { out.append(contentsOf: #"],"state":["#.utf8) }
        out.append(contentsOf: state.end)
    }
}

extension SyncAccountData {
    /// Creates the account data of a user: all that of one room or, for the row ID 0, all global account data. The push rules are not in it:
    /// it is the data that the user's clients have stored, and the first version of Matrix has an endpoint for the rules.
    init(legacyOf user: String, room: RoomRowID, in db: Database) throws {
        let types = try AccountDataStore.changedTypes(user, room: room, after: nil, in: db)
        self.init(
            user, room: room, types: types, FilterMatcher(RoomEventFilter(), work: PatternWork(allowance: .max)))
    }
}

extension RoomService {
    /// Returns a room with its newest events, as it is now or was when the caller left it.
    func initialSync(_ request: RoomInitialSyncRequest, _ caller: Caller) async throws -> LongAnswer {
        let limit = Self.pageLimit(request.limit)
        let now = services.now(), live = services.live
        try await live.endWhatIsOver()
        return try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            var presence: [JSONValue] = [], receipts: [JSONValue] = []
            if access.history.isJoined {
                let members = try MembershipRows.joinedUsers(in: access.room.rowID, in: db)
                presence = LegacyPresence.events(
                    live.presence(of: members, offlineUpTo: SyncPresence.offlineUsers), reader: caller, now: live.now)
                receipts = try LegacyReceipts.events(of: access.room, after: -1, reader: caller.userID, in: db)
            }
            var out = Array(#"{"presence":"#.utf8) + JSONValue.array(presence).serialized()
            out += Array(#","receipts":"#.utf8) + JSONValue.array(receipts).serialized() + Array(",".utf8)
            let brace = out.count
            var (parts, _) = try LegacyRoom(
                rooms: self, caller: caller, access: access, limit: limit, now: now, db: db
            ).begin(in: &out)
            out.remove(at: brace)
            try parts.write(to: &out, upTo: LongAnswer.partSize, access, now: now, in: db)
            return LongAnswer(out, then: parts.isDone ? nil : parts)
        }
    }
}

/// Presence in the form of the first version of Matrix, with the user's ID in the content.
enum LegacyPresence {
    /// Returns the presence events of users. The reader has just been active, because this request is an activity.
    static func events(_ entries: [PresenceList.Entry], reader: Caller, now: ContinuousClock.Instant) -> [JSONValue] {
        entries.map { entry in
            var status = entry.status
            if entry.user == reader.userID { status.lastActive = status.lastActive ?? now }
            var content = status.content(now: now).json.objectValue ?? [:]
            content["user_id"] = .string(entry.user)
            return ["type": "m.presence", "content": .object(content)]
        }
    }
}

/// Receipts in the form of the first version of Matrix, with the ID of their room.
enum LegacyReceipts {
    static func events(of room: RoomRecord, after position: Int64, reader: String, in db: Database) throws
        -> [JSONValue]
    {
        let receipts = try ReceiptStore.moved(after: position, room: room.rowID, reader: reader, in: db)
        return ReceiptStore.contents(of: receipts).map {
            ["type": "m.receipt", "room_id": .string(room.roomID), "content": .object($0)]
        }
    }
}
