import GRDB
import HeraldJSON
import HeraldPeer
import SDNWire

/// The state of a room, which is written in parts while the client receives them.
///
/// Only the positions of the events are in memory. Each part is read separately, with the rights that the caller has at that time. Events that were
/// redacted meanwhile are sent redacted.
struct StateParts: AnswerParts {
    /// The form of each event in the answer.
    enum Form: Sendable {
        /// The whole event.
        case events
        /// The whole event, as ``ClientEventWriter/appendLegacy(_:to:)`` writes it.
        case legacyEvents
        /// `"<state key>":{…}` with the profile of a member event.
        case profiles
    }

    /// The most events of one database read.
    static let eventsPerPart = 200

    let rooms: RoomService
    let roomID: String
    let caller: Caller
    let form: Form
    /// The text that closes the answer.
    let end: [UInt8]
    private var left: ArraySlice<Int64>
    private var isFirst = true
    private(set) var isDone = false

    /// - Parameter positions: the positions of the events, in the order of the answer.
    init(_ rooms: RoomService, roomID: String, caller: Caller, form: Form = .events, positions: [Int64], end: String) {
        self.rooms = rooms
        self.roomID = roomID
        self.caller = caller
        self.form = form
        self.end = Array(end.utf8)
        left = positions[...]
    }

    mutating func next() async throws -> [UInt8]? {
        guard !isDone else { return nil }
        let now = rooms.services.now()
        let (part, parts) = try await rooms.read { [self] db in
            try AccessTokens.requireAlive(caller, in: db)
            let access = try RoomAccess(roomID, reader: caller.userID, in: db)
            if form == .profiles { try access.requireJoined() }
            var parts = self, out: [UInt8] = []
            try parts.write(to: &out, access, now: now, in: db)
            return (out, parts)
        }
        self = parts
        return part
    }

    /// Writes the next state events to one part of the answer. The part ends at ``LongAnswer/partSize`` bytes, after ``eventsPerPart`` examined
    /// events, or when no events are left.
    mutating func write(to out: inout [UInt8], _ access: RoomAccess, now: Timestamp, in db: Database) throws {
        var writer = ClientEventWriter(db: db, access, reader: caller, ignored: rooms.services.ignored, now: now)
        writer.keepsState = true
        var looked = 0
        while out.count < LongAnswer.partSize, looked < Self.eventsPerPart, let position = left.popFirst() {
            looked += 1
            guard let event = try EventStore.event(room: access.room.rowID, ord: position, in: db) else { continue }
            if !isFirst { out.append(UInt8(ascii: ",")) }
            isFirst = false
            switch form {
            case .events: try writer.append(event, to: &out)
            case .legacyEvents: try writer.appendLegacy(event, to: &out)
            case .profiles: try Self.appendProfile(event, to: &out)
            }
        }
        guard left.isEmpty else { return }
        out.append(contentsOf: end)
        isDone = true
    }

    /// Writes both members always, with `null` for what is not set: there are clients that refuse a profile without a display name.
    private static func appendProfile(_ event: StoredEvent, to out: inout [UInt8]) throws {
        let content = event.contentObject
        let profile: JSONObject = [
            "display_name": content["displayname"]?.stringValue.map(JSONValue.string) ?? .null,
            "avatar_url": content["avatar_url"]?.stringValue.map(JSONValue.string) ?? .null,
        ]
        JSONText.appendQuoted(try event.requiredStateKey(), to: &out)
        out.append(UInt8(ascii: ":"))
        out.append(contentsOf: JSONValue.object(profile).serialized())
    }

    /// Returns the answer that begins with `out` and continues with the remaining parts.
    func answer(after out: [UInt8]) -> LongAnswer { LongAnswer(out, then: isDone ? nil : self) }
}
