import GRDB
import HeraldJSON
import HeraldPeer
import SDNWire

extension RoomService {
    /// Returns all of the caller's rooms with their state and newest events, as clients of the first version of Matrix request them.
    func initialSync(_ request: InitialSyncRequest, _ caller: Caller) async throws -> LongAnswer {
        let limit = Self.pageLimit(request.limit)
        let now = services.now(), live = services.live
        try await live.endWhatIsOver()
        let news = live.news(since: nil)
        return try await read { db in
            var parts = try InitialSyncParts(
                self, caller, limit: limit, includesLeft: request.includesLeft, news: news, in: db)
            var out: [UInt8] = []
            try parts.write(to: &out, upTo: SyncParts.first, now: now, in: db)
            return LongAnswer(out, then: parts.isDone ? nil : parts)
        }
    }
}

/// The answer of `initialSync`, which is written in parts. The rights of the caller are read again for each part.
struct InitialSyncParts: AnswerParts {
    private let rooms: RoomService
    private let caller: Caller
    private let limit: Int
    private var head: [UInt8]
    private var places: ArraySlice<SyncRows.Place>
    /// The joined rooms whose receipts are still to be written.
    private var receipts: ArraySlice<RoomRowID>
    /// The rest of the room that is being written.
    private var room: LegacyRoomParts?
    private var accountData: SyncAccountData
    private var hasAccountData = false
    private let presence: [UInt8]
    private var isFirst = true
    private var hasRooms = false
    private(set) var isDone = false

    init(
        _ rooms: RoomService, _ caller: Caller, limit: Int, includesLeft: Bool, news: LiveNews, in db: Database
    ) throws {
        (self.rooms, self.caller, self.limit) = (rooms, caller, limit)
        let user = caller.userID, live = rooms.services.live
        let all = try SyncRows.changed(
            for: user, device: caller.deviceID, after: -1, since: .max, allInvitations: false, in: db)
        places =
            all.filter { place in
                place.membership.map { includesLeft || $0 != .leave && $0 != .ban } ?? false
            }[...]
        receipts = all.filter { $0.membership == .join }.map(\.room)[...]
        let own = PresenceList.Entry(user: user, status: live.presence(of: user) ?? PresenceList.Status())
        let others = try SyncPresence.visible(
            news.presence.filter {
                $0.user != user && ($0.status.state != .offline || $0.status.message != nil)
            }, to: user, in: db)
        let end = StreamToken(try EventStore.position(in: db), live: news.position)
        head = Array(#"{"end":"\#(end)","account_data":["#.utf8)
        accountData = try SyncAccountData(legacyOf: user, room: .noRoom, in: db)
        presence = JSONValue.array(
            LegacyPresence.events([own] + others, reader: caller, now: live.now)
        ).serialized()
    }

    mutating func next() async throws -> [UInt8]? {
        guard !isDone else { return nil }
        let now = rooms.services.now()
        let (part, parts) = try await rooms.read { [self] db in
            try AccessTokens.requireAlive(caller, in: db)
            var parts = self, out: [UInt8] = []
            try parts.write(to: &out, upTo: LongAnswer.partSize, now: now, in: db)
            return (out, parts)
        }
        self = parts
        return part
    }

    /// Writes until there are `limit` bytes, the work of one part is done, or all is written.
    mutating func write(to out: inout [UInt8], upTo size: Int, now: Timestamp, in db: Database) throws {
        out.append(contentsOf: head)
        head = []
        if !hasAccountData {
            guard try accountData.write(to: &out, upTo: size, in: db) else { return }
            out += Array(#"],"presence":"#.utf8) + presence + Array(#","rooms":["#.utf8)
            hasAccountData = true
        }
        var workLeft = SyncAnswer.workLimit
        while !hasRooms {
            guard out.count < size, workLeft > 0 else { return }
            workLeft -= try writeRoom(to: &out, upTo: size, now: now, in: db)
        }
        while out.count < size, workLeft > 0, let room = receipts.popFirst() {
            workLeft -= 1
            guard let record = try RoomRecord.find(rowID: room, in: db),
                try SyncRows.joined(room, by: caller.userID, in: db) != nil
            else { continue }
            for event in try LegacyReceipts.events(of: record, after: -1, reader: caller.userID, in: db) {
                separate(&out)
                out.append(contentsOf: event.serialized())
            }
        }
        guard receipts.isEmpty else { return }
        out.append(contentsOf: "]}".utf8)
        isDone = true
    }

    /// Writes a part of a room, or begins the receipts after the last room.
    /// - Returns: the number of events that were read.
    private mutating func writeRoom(to out: inout [UInt8], upTo size: Int, now: Timestamp, in db: Database) throws
        -> Int
    {
        if var room {
            self.room = nil
            // A user who may no longer read the room receives no more of it.
            guard let access = try? RoomAccess(room.roomID, reader: caller.userID, in: db) else {
                room.close(&out)
                return 1
            }
            try room.write(to: &out, upTo: size, access, now: now, in: db)
            if !room.isDone { self.room = room }
            return StateParts.eventsPerPart
        }
        guard let place = places.popFirst() else {
            out.append(contentsOf: #"],"receipts":["#.utf8)
            (hasRooms, isFirst) = (true, true)
            return 0
        }
        guard let room = try RoomRecord.find(rowID: place.room, in: db) else { return 1 }
        guard place.membership != .invite, place.membership != .knock else {
            try writeInvitation(place, room, to: &out, now: now, in: db)
            return 1
        }
        guard let access = try? RoomAccess(room.roomID, reader: caller.userID, in: db) else { return 1 }
        separate(&out)
        let (parts, looked) = try LegacyRoom(
            rooms: rooms, caller: caller, access: access, limit: limit, now: now, db: db
        ).begin(in: &out)
        self.room = parts
        return 1 + looked
    }

    /// Writes a room that the user is invited to or knocks at, with the user's member event.
    private mutating func writeInvitation(
        _ place: SyncRows.Place, _ room: RoomRecord, to out: inout [UInt8], now: Timestamp, in db: Database
    ) throws {
        let ignored = rooms.services.ignored, ignoredUsers = try ignored.read(caller.userID, in: db)
        guard let membership = place.membership,
            let event = try EventStore.event(room: room.rowID, ord: place.ord, in: db),
            membership != .invite || !ignoredUsers.contains(event.sender)
        else { return }
        let history = try HistoryAccess(user: caller.userID, room: room.rowID, in: db)
        var json: [UInt8] = []
        try ClientEventWriter(
            db: db, room: room, history: history, reader: caller, ignored: ignored, now: now, includesRoomID: true
        ).appendLegacy(event, to: &json)
        var object = JSONObjectWriter()
        object.add("room_id", JSONText.quoted(room.roomID))
        object.add("membership", JSONText.quoted(membership.rawValue))
        if membership == .invite { object.add("inviter", JSONText.quoted(event.sender)) }
        object.add(membership.rawValue, json)
        separate(&out)
        out.append(contentsOf: object.finished())
    }

    private mutating func separate(_ out: inout [UInt8]) {
        if !isFirst { out.append(UInt8(ascii: ",")) }
        isFirst = false
    }
}
