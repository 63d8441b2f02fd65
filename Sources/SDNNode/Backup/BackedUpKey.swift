import HeraldJSON
import SDNWire

/// The key of one session of a room, as a client backs it up. The node does not read `session_data`, which the client has encrypted.
struct BackedUpKey: Sendable, Equatable {
    /// The bytes that the limits count for each key in addition to its data and its names.
    static let overhead = 256
    /// The most bytes of a room ID and of a session ID.
    static let nameLimit = 255

    let firstMessageIndex: Int64
    let forwardedCount: Int64
    let isVerified: Bool
    /// `session_data` as compact JSON.
    let data: [UInt8]

    init(firstMessageIndex: Int64, forwardedCount: Int64, isVerified: Bool, data: [UInt8]) {
        self.firstMessageIndex = firstMessageIndex
        self.forwardedCount = forwardedCount
        self.isVerified = isVerified
        self.data = data
    }

    /// - Throws: `WireError` or `JSONError` naming the member; `M_TOO_LARGE` if the data is too large; `M_BAD_JSON` if it is nested too deeply.
    init(_ json: JSONReader, _ limits: KeyLimits) throws {
        func count(_ member: String) throws -> Int64 {
            let value = try json.int(member)
            guard value >= 0 else {
                throw WireError(.invalid, field: json.path(of: member), reason: "expected a whole number of 0 or more")
            }
            return value
        }
        let data = try json.value("session_data")
        guard data.isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "session_data: has more than \(EventFormat.depthLimit) levels.")
        }
        self.init(
            firstMessageIndex: try count("first_message_index"), forwardedCount: try count("forwarded_count"),
            isVerified: try json.bool("is_verified"), data: data.serialized())
        guard self.data.count <= limits.backedUpKey else {
            throw MatrixError(.tooLarge, "session_data: at most \(limits.backedUpKey) bytes are allowed.")
        }
    }

    /// True if the key replaces another one of the same session (Matrix 1.11, 11.11.3.2.2): a verified one replaces one that is not, then the one
    /// with the lower first message index counts, and then the one that was forwarded less often.
    func isBetter(than other: BackedUpKey) -> Bool {
        if isVerified != other.isVerified { return isVerified }
        if firstMessageIndex != other.firstMessageIndex { return firstMessageIndex < other.firstMessageIndex }
        return forwardedCount < other.forwardedCount
    }

    /// The bytes that the limits count for the key. The room and the session are stored twice: in the row and in the index.
    func weight(_ room: String, _ session: String) -> Int {
        data.count + Self.weight(ofNames: room.utf8.count + session.utf8.count)
    }

    /// The bytes that the limits count for a key in addition to its data.
    /// - Parameter bytes: the bytes of the room and the session together.
    static func weight(ofNames bytes: Int) -> Int { overhead + 2 * bytes }

    /// The key as JSON.
    var json: [UInt8] {
        var object = JSONObjectWriter()
        object.add("first_message_index", String(firstMessageIndex))
        object.add("forwarded_count", String(forwardedCount))
        object.add("is_verified", isVerified ? "true" : "false")
        object.add("session_data", data)
        return object.finished()
    }
}

/// The keys that one request backs up.
struct BackupUpload: Sendable {
    struct Entry: Sendable {
        let room: String
        let session: String
        let key: BackedUpKey
    }

    private(set) var entries: [Entry] = []
    private let limits: KeyLimits

    private init(_ limits: KeyLimits) { self.limits = limits }

    /// Reads the keys of several rooms.
    /// - Throws: as ``BackedUpKey/init(_:_:)``; `WireError` if there are too many keys or a name is too long.
    init(rooms body: JSONReader, _ limits: KeyLimits) throws {
        self.init(limits)
        let rooms = try body.object("rooms")
        for room in rooms.value.keys { try add(sessions: rooms.object(room).object("sessions"), of: room) }
    }

    /// Reads the keys of one room.
    /// - Throws: as ``init(rooms:_:)``.
    init(sessions body: JSONReader, of room: String, _ limits: KeyLimits) throws {
        self.init(limits)
        try add(sessions: body.object("sessions"), of: room)
    }

    /// Reads the key of one session.
    /// - Throws: as ``init(rooms:_:)``.
    init(_ body: JSONReader, room: String, session: String, _ limits: KeyLimits) throws {
        self.init(limits)
        try add(body, room: room, session: session)
    }

    private mutating func add(sessions: JSONReader, of room: String) throws {
        for session in sessions.value.keys { try add(sessions.object(session), room: room, session: session) }
    }

    private mutating func add(_ body: JSONReader, room: String, session: String) throws {
        guard entries.count < limits.entriesPerRequest else {
            throw WireError(
                .tooLong, field: "rooms", reason: "at most \(limits.entriesPerRequest) keys can be backed up at once")
        }
        for (name, field) in [(room, "roomId"), (session, "sessionId")] {
            guard try StoredText.checked(name, field: field).utf8.count <= BackedUpKey.nameLimit else {
                throw WireError(.tooLong, field: field, reason: "at most \(BackedUpKey.nameLimit) bytes are allowed")
            }
        }
        entries.append(Entry(room: room, session: session, key: try BackedUpKey(body, limits)))
    }
}
