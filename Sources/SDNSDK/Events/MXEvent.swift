import HeraldJSON
import SDNWire
import Synchronization

/// One event of a room, or one account-data, presence or to-device event (SDN sheet 4.5).
///
/// The bytes that the node sent are kept as they are; what every reader needs (type, sender, ids, time) is read once, the content
/// when it is first asked for. What was received never changes: a redacted event is another `MXEvent` with the same ``eventId``.
/// Only a local echo changes, while it is on its way: its ``eventId``, ``sentState`` and ``sentError``.
public final class MXEvent: Sendable {
    /// The event as UTF-8 JSON text, exactly as it was received.
    public let rawBytes: [UInt8]
    private let knownHead = AtomicLazyReference<MXEventHead>()
    private let knownRoomId: String?

    private struct Changing {
        /// `nil` for the event's own.
        var eventId: String?
        var sentState: MXEventSentState
        var sentError: (any Error)?
        var content: JSONObject?
        var unsigned: JSONObject?
    }
    private let changing: Mutex<Changing>

    /// Reads an event in place; its bytes are copied out of the document.
    /// - Parameter roomId: the room the event stands under in a response; it wins over the event's own `room_id`.
    /// - Throws: `JSONError` when this is no object or has no string `type`.
    package init(view: JSONView, roomId: String? = nil, sentState: MXEventSentState = .sent) throws(JSONError) {
        let head = try MXEventHead(view)
        self.rawBytes = Array(view.rawBytes)
        self.knownRoomId = roomId ?? head.roomId
        self.changing = Mutex(Changing(sentState: sentState))
        _ = knownHead.storeIfNil(head)
    }

    /// An event that a store kept; its members are read when the first of them is asked for.
    init(stored raw: [UInt8], roomId: String?) {
        self.rawBytes = raw
        self.knownRoomId = roomId
        self.changing = Mutex(Changing(sentState: .sent))
    }

    private var head: MXEventHead {
        if let head = knownHead.load() { return head }
        let head = (try? JSONDocument(rawBytes)).flatMap { try? MXEventHead($0.root) }
        return knownHead.storeIfNil(head ?? .unreadable)
    }

    /// The type on the wire, such as `m.room.message`.
    public var type: String { head.type }
    /// The user id of the sender; empty for events that have none, such as account data.
    public var sender: String { head.sender }
    /// The room; `nil` for events outside rooms.
    public var roomId: String? { knownRoomId ?? head.roomId }
    /// Of a state event the key, often empty; `nil` for every other event.
    public var stateKey: String? { head.stateKey }
    /// When the sender's node accepted the event, in milliseconds since 1970; 0 when the event does not say.
    public var originServerTs: UInt64 { head.originServerTs }
    /// The relation by which a store finds this event from its target; see ``IndexedRelation``.
    var indexedRelation: (eventId: String, type: String)? { head.relation }

    /// Reads an event from its JSON text.
    /// - Throws: `JSONError` when the text is not JSON, no object, or has no string `type`.
    public convenience init(raw: [UInt8], roomId: String? = nil) throws(JSONError) {
        try self.init(view: JSONDocument(raw).root, roomId: roomId)
    }

    /// Makes an event from its members.
    /// - Throws: `JSONError` when there is no string `type`.
    public convenience init(json: JSONObject, roomId: String? = nil) throws(JSONError) {
        try self.init(raw: JSONValue.object(json).serialized(), roomId: roomId)
    }

    /// A local echo: an event that this device is about to send.
    package convenience init(echo json: JSONObject, sentState: MXEventSentState, sentError: (any Error)? = nil) throws(JSONError) {
        try self.init(view: JSONDocument(JSONValue.object(json).serialized()).root, sentState: sentState)
        changing.withLock { $0.sentError = sentError }
    }

    /// The id on the node, or for a local echo that the node has not accepted yet a local one (``isLocalEvent``).
    public var eventId: String { changing.withLock { $0.eventId } ?? head.eventId }
    /// How far this device is with sending the event; ``MXEventSentState/sent`` for everything that came from the node.
    public var sentState: MXEventSentState { changing.withLock { $0.sentState } }
    /// Why sending failed, when ``sentState`` says so.
    public var sentError: (any Error)? { changing.withLock { $0.sentError } }

    /// The content; empty when the event has none.
    public var content: JSONObject {
        if let content = changing.withLock({ $0.content }) { return content }
        let content = member("content") ?? [:]
        changing.withLock { $0.content = content }
        return content
    }

    /// The `unsigned` part as the node sent it; empty when there is none. ``unsignedData`` has names for what is in it.
    public var unsigned: JSONObject {
        if let unsigned = changing.withLock({ $0.unsigned }) { return unsigned }
        let unsigned = member("unsigned") ?? [:]
        changing.withLock { $0.unsigned = unsigned }
        return unsigned
    }

    /// The whole event as a tree.
    public var json: JSONObject { (try? JSONDocument(rawBytes))?.root.value.objectValue ?? [:] }

    private func member(_ name: String) -> JSONObject? { (try? JSONDocument(rawBytes))?.root[name]?.value.objectValue }

    /// Moves a local echo on.
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
    /// Whether this is a state event: it has a state key.
    public var isState: Bool { stateKey != nil }
    /// Whether this is a local echo that the node has not given an id yet.
    public var isLocalEvent: Bool { eventId.hasPrefix(kMXEventLocalEventIdPrefix) }
    /// ``content`` as Foundation values, for code written against `[String: Any]`.
    public var contentDictionary: [String: Any] { content.foundationObject }
    /// Whether this member event changes name or avatar of a member who was and stays in the room.
    public var isUserProfileChange: Bool {
        guard type == "m.room.member", content["membership"] == "join", let before = prevContent, before["membership"] == "join" else { return false }
        return before["displayname"] != content["displayname"] || before["avatar_url"] != content["avatar_url"]
    }
}

extension MXEvent: Hashable {
    /// Events are one when they are one object: a redacted event and its original share an id and are not equal.
    public static func == (left: MXEvent, right: MXEvent) -> Bool { left === right }
    /// Hashes the object, as `==` compares it.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension MXEvent: CustomStringConvertible {
    /// Type and id; never the content, which may be private.
    public var description: String { "MXEvent(\(type), \(eventId))" }
}

/// What the id of a local echo begins with, and so the transaction id of a message.
public let kMXEventLocalEventIdPrefix = "kMXEventLocalId_"
