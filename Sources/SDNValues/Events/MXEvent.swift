import HeraldJSON
import HeraldLocks
import SDNWire

/// One event of a room, or one account-data, presence or to-device event (SDN sheet 4.5).
///
/// The event keeps the bytes that the node sent. Type, sender, IDs and time are read once. The content is read when it is first needed. A
/// received event never changes: its redacted form is another `MXEvent` with the same ``eventId``. Only a local echo changes while it is
/// being sent. Its ``eventId``, ``sentState`` and ``sentError`` then change.
///
/// ```swift
/// let event = try MXEvent(raw: raw)   // the JSON text of an event, as a node sends it
/// print(event.type, event.sender, event.timelineContent.body ?? "")
/// ```
public final class MXEvent: Sendable {
    /// The event as UTF-8 JSON text, exactly as it was received.
    public let rawBytes: [UInt8]
    /// The head of an event that was read when it arrived; `nil` for a stored event.
    private let arrivedHead: MXEventHead?
    private let knownRoomId: String?

    private struct Changing {
        /// The head of a stored event, once a member of it was needed.
        var storedHead: MXEventHead?
        /// The ID that the node has given to a local echo; `nil` while the event has only the ID in its JSON text.
        var eventId: String?
        var sentState: MXEventSentState
        var sentError: (any Error)?
        var content: JSONObject?
        var unsigned: JSONObject?
        var timelineContent: MXTimelineItemContent?
    }
    private let changing: Mutex<Changing>

    /// Reads an event from a document and copies its bytes.
    /// - Parameter roomId: the room under which the response lists the event. It takes precedence over the event's own `room_id`.
    /// - Throws: `JSONError` when this is no object or has no string `type`.
    package init(view: JSONView, roomId: String? = nil, sentState: MXEventSentState = .sent) throws(JSONError) {
        let head = try MXEventHead(view)
        self.rawBytes = Array(view.rawBytes)
        self.knownRoomId = roomId ?? head.roomId
        self.arrivedHead = head
        self.changing = Mutex(Changing(sentState: sentState))
    }

    /// Creates an event from stored bytes. Its members are read when the first of them is needed.
    package init(stored raw: [UInt8], roomId: String?) {
        self.rawBytes = raw
        self.arrivedHead = nil
        self.knownRoomId = roomId
        self.changing = Mutex(Changing(sentState: .sent))
    }

    private var head: MXEventHead {
        if let arrivedHead { return arrivedHead }
        if let head = changing.withLock({ $0.storedHead }) { return head }
        let head = (try? JSONDocument(rawBytes)).flatMap { try? MXEventHead($0.root) } ?? .unreadable
        changing.withLock { $0.storedHead = head }
        return head
    }

    /// The type on the wire, such as `m.room.message`.
    public var type: String { head.type }
    /// The user ID of the sender; empty for events that have none, such as account data.
    public var sender: String { head.sender }
    /// The room ID; `nil` for events outside rooms.
    public var roomId: String? { knownRoomId ?? head.roomId }
    /// The key of a state event, often empty; `nil` for every other event.
    public var stateKey: String? { head.stateKey }
    /// The time when the sender's node accepted the event, in milliseconds since 1970; 0 when the event has none.
    public var originServerTs: UInt64 { head.originServerTs }
    /// The relation under which a store finds this event from the event that it relates to; see ``IndexedRelation``.
    package var indexedRelation: (eventId: String, type: String)? { head.relation }

    /// Reads an event from its JSON text.
    /// - Throws: `JSONError` when the text is not JSON, is not an object, or has no string `type`.
    public convenience init(raw: [UInt8], roomId: String? = nil) throws(JSONError) {
        try self.init(view: JSONDocument(raw).root, roomId: roomId)
    }

    /// Creates an event from its members.
    /// - Throws: `JSONError` when there is no string `type`.
    public convenience init(json: JSONObject, roomId: String? = nil) throws(JSONError) {
        try self.init(raw: JSONValue.object(json).serialized(), roomId: roomId)
    }

    /// Creates a local echo: an event that this device is about to send.
    package convenience init(echo json: JSONObject, sentState: MXEventSentState, sentError: (any Error)? = nil)
        throws(JSONError)
    {
        try self.init(view: JSONDocument(JSONValue.object(json).serialized()).root, sentState: sentState)
        changing.withLock { $0.sentError = sentError }
    }

    /// The ID on the node. A local echo that the node has not accepted yet has a local ID (see ``isLocalEvent``).
    public var eventId: String { changing.withLock { $0.eventId } ?? head.eventId }
    /// The progress of sending the event. It is ``MXEventSentState/sent`` for everything that came from the node.
    public var sentState: MXEventSentState { changing.withLock { $0.sentState } }
    /// The reason why sending failed, or why the last attempt failed while the event waits (``MXEventSentState/preparing``) for the next one.
    public var sentError: (any Error)? { changing.withLock { $0.sentError } }

    /// The content; empty when the event has none.
    public var content: JSONObject {
        if let content = changing.withLock({ $0.content }) { return content }
        let content = member("content") ?? [:]
        changing.withLock { $0.content = content }
        return content
    }

    /// The `unsigned` part as the node sent it; empty when there is none. ``unsignedData`` gives access by name.
    public var unsigned: JSONObject {
        if let unsigned = changing.withLock({ $0.unsigned }) { return unsigned }
        let unsigned = member("unsigned") ?? [:]
        changing.withLock { $0.unsigned = unsigned }
        return unsigned
    }

    /// The value of ``timelineContent`` once it was needed.
    var readTimelineContent: MXTimelineItemContent? {
        get { changing.withLock { $0.timelineContent } }
        set { changing.withLock { $0.timelineContent = newValue } }
    }

    /// The whole event as a JSON object.
    public var json: JSONObject { (try? JSONDocument(rawBytes))?.root.value.objectValue ?? [:] }

    private func member(_ name: String) -> JSONObject? { (try? JSONDocument(rawBytes))?.root[name]?.value.objectValue }

    /// Updates the state of a local echo.
    package func update(sentState: MXEventSentState, eventId: String? = nil, error: (any Error)? = nil) {
        changing.withLock { changing in
            changing.sentState = sentState
            changing.sentError = error
            if let eventId { changing.eventId = eventId }
        }
    }
}

extension MXEvent {
    /// ``type`` as an enumeration.
    public var eventType: MXEventType { MXEventType(identifier: type) }
    /// True when this is a state event, because it has a state key.
    public var isState: Bool { stateKey != nil }
    /// True when this is a local echo without an ID from the node.
    public var isLocalEvent: Bool { eventId.hasPrefix(kMXEventLocalEventIdPrefix) }
    /// The ID that stays the same from the local echo to the event from the node. It is the transaction ID for an event that this device sent, and
    /// the event's ID for any other.
    package var lastingId: String {
        guard let id = unsignedData.transactionId, id.hasPrefix(kMXEventLocalEventIdPrefix) else { return eventId }
        return id
    }
    /// ``content`` as Foundation values, for code written against `[String: Any]`.
    public var contentDictionary: [String: Any] { content.foundationObject }
    /// True when this member event changes the name or avatar of a user who was a member before and still is one.
    public var isUserProfileChange: Bool {
        guard type == "m.room.member", content["membership"] == "join", let before = prevContent,
            before["membership"] == "join"
        else { return false }
        return before["displayname"] != content["displayname"] || before["avatar_url"] != content["avatar_url"]
    }
}

extension MXEvent: Hashable {
    /// True when both events are the same object. A redacted event and its original share an ID and are not equal.
    public static func == (left: MXEvent, right: MXEvent) -> Bool { left === right }
    /// Hashes the object's identity, as `==` compares it.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension MXEvent: CustomStringConvertible {
    /// The type and the ID. The content is left out, because it may be private.
    public var description: String { "MXEvent(\(type), \(eventId))" }
}

/// The prefix of a local echo's ID. This ID is also the message's transaction ID.
public let kMXEventLocalEventIdPrefix = "kMXEventLocalId_"

/// The members of an event that nearly every reader needs. For a received event, they are read when it arrives. For a stored event, they
/// are read when one of them is first needed.
final class MXEventHead: Sendable {
    let type: String
    let sender: String
    let roomId: String?
    let stateKey: String?
    let eventId: String
    let originServerTs: UInt64
    let relation: (eventId: String, type: String)?

    /// Reads the members of an event.
    /// - Throws: `JSONError` when this is no object or has no string `type`.
    init(_ view: JSONView) throws(JSONError) {
        guard view.kind == .object else {
            throw JSONError(.wrongKind, reason: "an event must be an object, but it is \(view.kind)")
        }
        guard let type = view["type"]?.string else {
            throw JSONError(.missingMember, path: "type", reason: "an event needs a type that is a string")
        }
        self.type = type
        self.sender = view["sender"]?.string ?? ""
        self.roomId = view["room_id"]?.string
        self.stateKey = view["state_key"]?.string
        self.eventId = view["event_id"]?.string ?? ""
        self.originServerTs = UInt64(clamping: view["origin_server_ts"]?.int ?? 0)
        self.relation = IndexedRelation.read(view, type: type, isState: stateKey != nil)
    }

    private init() {
        type = ""
        sender = ""
        roomId = nil
        stateKey = nil
        eventId = ""
        originServerTs = 0
        relation = nil
    }

    /// The members of stored bytes that are not an event. The stores of this library detect changed bytes earlier, so only an app's own
    /// store can return such bytes.
    static let unreadable = MXEventHead()
}

/// An event that is still part of the response that contains it. A store can save it without copying its bytes first. ``event()`` converts
/// it to an ``MXEvent``.
public struct MXReceivedEvent: Sendable {
    /// Holds all members behind one reference, so that only the reference is copied. An event is passed on about a dozen times.
    private final class Parts: Sendable {
        let view: JSONView
        let roomId: String?
        let type: String
        let stateKey: String?
        let identifier: JSONView?

        init(view: JSONView, roomId: String?, type: String, stateKey: String?, identifier: JSONView?) {
            self.view = view
            self.roomId = roomId
            self.type = type
            self.stateKey = stateKey
            self.identifier = identifier
        }
    }

    private let parts: Parts

    /// Reads an event of a response.
    /// - Returns: `nil` when this is no event, or when it cannot be stored. SQLite ends a text at its first U+0000. An event whose type, ID or
    ///   state key contains this character would therefore replace another event.
    package init?(_ view: JSONView, roomId: String?) {
        guard let type = view["type"]?.string, !type.utf8.contains(0) else { return nil }
        let identifier = view["event_id"], stateKey = view["state_key"]?.string
        if let stateKey, stateKey.utf8.contains(0) { return nil }
        if let identifier, identifier.hasEscapes, identifier.string?.utf8.contains(0) ?? false { return nil }
        parts = Parts(view: view, roomId: roomId, type: type, stateKey: stateKey, identifier: identifier)
    }

    var view: JSONView { parts.view }
    var roomId: String? { parts.roomId }
    /// The type on the wire, such as `m.room.message`.
    public var type: String { parts.type }
    /// The key of a state event, often empty; `nil` for every other event.
    public var stateKey: String? { parts.stateKey }
    private var identifier: JSONView? { parts.identifier }
    /// The ID on the node; empty when the event has none.
    public var eventId: String { identifier?.string ?? "" }
    /// True when the event has an ID. Without an ID, an event cannot be distinguished from others in a timeline.
    package var hasEventId: Bool { identifier.map { $0.kind == .string && $0.rawBytes.count > 2 } ?? false }
    /// True when this is a state event.
    public var isState: Bool { stateKey != nil }
    /// The event as UTF-8 JSON text, as a slice of the response.
    public var rawBytes: ArraySlice<UInt8> { view.rawBytes }
    /// The relation by which a store finds this event from another one, as the other event's ID and a type. The type is the event type for a
    /// redaction, `m.replaces_state` for a state event, `m.in_reply_to` for a reply outside of threads, and otherwise the `rel_type`.
    public var relation: (eventId: String, type: String)? { IndexedRelation.read(view, type: type, isState: isState) }
    package var content: JSONView? { view["content"] }
    package var sender: String { view["sender"]?.string ?? "" }
    package var originServerTs: UInt64 { UInt64(clamping: view["origin_server_ts"]?.int ?? 0) }
    package var isRedacted: Bool { view["unsigned"]?["redacted_because"] != nil }
    /// True when this is an edit of another event.
    package var isReplacement: Bool { !isState && relation?.type == MXEventContentRelatesTo.RelationType.replace }
    package var transactionId: String? { view["unsigned"]?["transaction_id"]?.string }

    package func isSent(by userId: String) -> Bool { view["sender"]?.equals(text: userId) ?? false }

    /// Returns the event with its bytes copied out of the response.
    /// - Throws: `JSONError` when the bytes are not a readable event.
    public func event() throws(JSONError) -> MXEvent { try MXEvent(view: view, roomId: roomId) }

    /// Returns the readable events of a section of a response.
    package static func list(
        _ section: JSONView?, roomId: String?, where isWanted: (MXReceivedEvent) -> Bool = { _ in true }
    )
        -> [MXReceivedEvent]
    {
        guard let list = section?["events"] else { return [] }
        return list.elements.compactMap { element in
            guard let event = MXReceivedEvent(element, roomId: roomId), isWanted(event) else { return nil }
            return event
        }
    }
}
