import HeraldJSON
import SDNWire

/// An event that is still part of the response that brought it. It has what a store needs to keep the event, without copies.
/// ``event()`` makes an ``MXEvent`` of it.
public struct MXReceivedEvent: Sendable {
    /// All members behind one reference, because an event is passed around a dozen times while it is processed.
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
    /// - Returns: `nil` when this is no event, or when it cannot be stored. SQLite ends text at its first U+0000, so an event whose id or key
    ///   contains one would take the place of another event.
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
    /// The id on the node; empty when the event has none.
    public var eventId: String { identifier?.string ?? "" }
    /// True when the event has an id. Without one it cannot be told apart in a timeline.
    package var hasEventId: Bool { identifier.map { $0.kind == .string && $0.rawBytes.count > 2 } ?? false }
    /// True when this is a state event.
    public var isState: Bool { stateKey != nil }
    /// The event as UTF-8 JSON text, as a slice of the response.
    public var rawBytes: ArraySlice<UInt8> { view.rawBytes }
    /// The one relation by which the event is found from another one: the other event's id and the relation's type. The type is the event type
    /// for a redaction, `m.replaces_state` for a state event that replaced one, and `m.in_reply_to` for a reply outside of threads.
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

    /// Returns the readable events of a section.
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

/// The one relation by which a store finds an event from another one. It serves to look up the other event's redaction, edits, reactions,
/// replies and thread, wherever in the history they are.
package enum IndexedRelation {
    /// A reply outside of threads, found from the event it answers.
    package static let reply = "m.in_reply_to"
    /// A state event, found from the event it replaced.
    package static let replacement = "m.replaces_state"
    /// The names that a sender must not use for a relation, because readers trust what is stored under them.
    private static let own: Set = [reply, replacement, EventType.redaction]

    /// Reads the relation of an event.
    /// - Returns: the other event's id and the kind: a relation type, a redaction's event type, or one of the names above.
    static func read(_ view: JSONView, type: String, isState: Bool) -> (eventId: String, type: String)? {
        if isState { return view["unsigned"]?["replaces_state"]?.string.map { ($0, replacement) } }
        if type == EventType.redaction, let target = view["redacts"]?.string ?? view["content"]?["redacts"]?.string {
            return (target, EventType.redaction)
        }
        guard let relation = view["content"]?["m.relates_to"] else { return nil }
        if let type = relation["rel_type"]?.string, !own.contains(type), let eventId = relation["event_id"]?.string {
            return (eventId, type)
        }
        return relation["m.in_reply_to"]?["event_id"]?.string.map { ($0, reply) }
    }
}
