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
    /// The type on the wire, such as `m.room.message`.
    public let type: String
    /// The user id of the sender; empty for events that have none, such as account data.
    public let sender: String
    /// The room; `nil` for events outside rooms.
    public let roomId: String?
    /// Of a state event the key, often empty; `nil` for every other event.
    public let stateKey: String?
    /// When the sender's node accepted the event, in milliseconds since 1970; 0 when the event does not say.
    public let originServerTs: UInt64
    /// The relation by which a store finds this event from its target, a redaction's being its type; `nil` also for state events.
    let indexedRelation: (eventId: String, type: String)?

    private struct Changing {
        var eventId: String
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
        guard view.kind == .object else { throw JSONError(.wrongKind, reason: "an event is an object, this is \(view.kind)") }
        guard let type = view["type"]?.string else {
            throw JSONError(.missingMember, path: "type", reason: "an event needs a type, as a string")
        }
        self.rawBytes = Array(view.rawBytes)
        self.type = type
        self.sender = view["sender"]?.string ?? ""
        self.roomId = roomId ?? view["room_id"]?.string
        self.stateKey = view["state_key"]?.string
        self.originServerTs = UInt64(clamping: view["origin_server_ts"]?.int ?? 0)
        if stateKey == nil, type == EventType.redaction, let target = view["redacts"]?.string ?? view["content"]?["redacts"]?.string {
            self.indexedRelation = (target, EventType.redaction)
        } else if stateKey == nil, let relation = view["content"]?["m.relates_to"], let type = relation["rel_type"]?.string,
            let eventId = relation["event_id"]?.string
        {
            self.indexedRelation = (eventId, type)
        } else {
            self.indexedRelation = nil
        }
        self.changing = Mutex(Changing(eventId: view["event_id"]?.string ?? "", sentState: sentState))
    }

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
    public var eventId: String { changing.withLock { $0.eventId } }
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
