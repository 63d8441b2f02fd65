import GRDB
import HeraldJSON
import SDNWire

/// The results of one page of a search. Each is written before the next one is read.
struct SearchPage {
    /// The most events before a result, and the most after it.
    private static let contextCap = 50
    /// The most bytes of JSON for the events around one result, with the profiles of their senders.
    private static let contextBytes = 256 << 10
    /// The most work for the events on each side of a result.
    private static let contextWorkLimit = TimelinePage.WorkLimit(events: 500, bytes: 1 << 20)

    let search: MessageSearch
    let rooms: RoomService
    let now: Timestamp
    /// The number of hits that the page includes.
    private(set) var count = 0
    private(set) var results: [[UInt8]] = []
    private var given: [(room: String, sender: String, eventID: String)] = []
    private var space = PageSpace()
    private var stateSpace = PageSpace()
    private var states: [RoomRowID: [Int64]] = [:]

    init(search: MessageSearch, rooms: RoomService, now: Timestamp) {
        self.search = search
        self.rooms = rooms
        self.now = now
    }

    /// Adds the next hit if there is room for it. Returns false if there is none.
    mutating func takes(_ hit: MessageSearch.Hit) throws -> Bool {
        guard let access = search.accesses[hit.room], let event = try search.event(hit) else {
            count += 1
            return true
        }
        let result = try json(hit, event, access)
        // The space is counted in a copy, so that a hit that does not fit on the page leaves the page's space unchanged and adds no state.
        var space = space
        guard space.takes(result.count), try takesState(of: access) else { return false }
        self.space = space
        count += 1
        results.append(result)
        given.append((access.room.roomID, event.sender, event.eventID))
        return true
    }

    private func json(_ hit: MessageSearch.Hit, _ event: StoredEvent, _ access: RoomAccess) throws -> [UInt8] {
        let writer = ClientEventWriter(
            db: search.db, access, reader: search.caller, ignored: rooms.services.ignored, now: now)
        var object = JSONObjectWriter(), json: [UInt8] = []
        try writer.append(event, to: &json)
        object.add("rank", JSONValue.double(hit.rank).serialized())
        object.add("result", json)
        if let context = search.asked.context {
            object.add("context", try self.json(context, of: event, access, writer))
        }
        return object.finished()
    }

    private func json(
        _ context: RoomEventsSearch.Context, of event: StoredEvent, _ access: RoomAccess, _ writer: ClientEventWriter
    ) throws -> [UInt8] {
        let (db, rowID) = (search.db, access.room.rowID), position = min(event.ord, access.statePosition)
        var list = EventList(writer, in: PageSpace(Self.contextBytes)) { user in
            guard context.includesProfile,
                let member = try StateStore.event(EventType.member, user, room: rowID, at: position, in: db)
            else { return nil }
            return Self.profile(of: user, member.contentObject)
        }
        try list.take(sender: event.sender)
        let around = try Surroundings(
            of: event, limits: (min(context.before, Self.contextCap), min(context.after, Self.contextCap)), access,
            EventMatcher(RoomEventFilter(), room: access.room.roomID, ignored: search.ignored), in: &list,
            workLimit: Self.contextWorkLimit, db)
        var object = JSONObjectWriter()
        object.add("start", #""\#(around.start)""#)
        object.add("end", #""\#(StreamToken(around.end))""#)
        object.add("events_before", around.json.before)
        object.add("events_after", around.json.after)
        if context.includesProfile { object.add("profile_info", JSONText.object(list.senders)) }
        return object.finished()
    }

    /// Returns the profile of a sender as a JSON member: `"<user>":{…}`.
    private static func profile(of user: String, _ content: JSONObject) -> [UInt8] {
        var profile = JSONObject()
        profile.set("displayname", content["displayname"]?.stringValue)
        profile.set("avatar_url", content["avatar_url"]?.stringValue)
        var json: [UInt8] = []
        JSONText.appendQuoted(user, to: &json)
        return json + Array(":".utf8) + JSONValue.object(profile).serialized()
    }

    /// Adds a room whose state belongs to the answer, and returns true if there is room for it. The state of the first room always fits, because it
    /// is written in parts.
    private mutating func takesState(of access: RoomAccess) throws -> Bool {
        guard search.asked.includesState, states[access.room.rowID] == nil else { return true }
        let positions = try StateStore.positions(room: access.room.rowID, at: access.stateAt, in: search.db)
        var size = 0
        for position in positions where size <= PageSpace.bytes {
            size += try EventStore.size(room: access.room.rowID, ord: position, in: search.db)
        }
        guard stateSpace.takes(size) else { return false }
        states[access.room.rowID] = positions
        return true
    }

    /// The state of the rooms of the results.
    var state: SearchState {
        SearchState(
            states.sorted { $0.key < $1.key }.compactMap { room, positions in
                search.accesses[room].map {
                    StateParts(rooms, roomID: $0.room.roomID, caller: search.caller, positions: positions, end: "]")
                }
            })
    }

    /// Returns the page's results, grouped by room and by sender.
    func groups() -> JSONValue {
        var groups = JSONObject()
        for grouping in Set(search.asked.groupings) {
            var members = JSONObject()
            for (room, sender, eventID) in given {
                let key = grouping == "sender" ? sender : room
                var group = members[key]?.objectValue ?? ["order": .int(Int64(members.count)), "results": []]
                group["results"] = .array((group["results"]?.arrayValue ?? []) + [.string(eventID)])
                members[key] = .object(group)
            }
            groups[grouping] = .object(members)
        }
        return .object(groups)
    }
}
