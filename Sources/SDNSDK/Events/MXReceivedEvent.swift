import HeraldJSON
import SDNWire

/// An event that still stands in the response that brought it: what a store needs of it to keep it, without a copy of anything else.
/// ``event()`` makes an ``MXEvent`` of it.
public struct MXReceivedEvent: Sendable {
    /// Together behind one reference: an event is handed around a dozen times while it is taken in.
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

    /// - Returns: `nil` for what is no event, and for one that cannot be stored: SQLite takes text up to its first U+0000, so that an
    ///   event whose id or key holds one would take another event's place.
    init?(_ view: JSONView, roomId: String?) {
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
    /// Of a state event the key, often empty; `nil` for every other event.
    public var stateKey: String? { parts.stateKey }
    private var identifier: JSONView? { parts.identifier }
    /// The id on the node; empty when the event has none.
    public var eventId: String { identifier?.string ?? "" }
    /// Whether the event has an id, without which nothing can be told apart in a timeline.
    var hasEventId: Bool { identifier.map { $0.kind == .string && $0.rawBytes.count > 2 } ?? false }
    /// Whether this is a piece of the room's state.
    public var isState: Bool { stateKey != nil }
    /// The event as UTF-8 JSON text, in place.
    public var rawBytes: ArraySlice<UInt8> { view.rawBytes }
    /// The one relation by which the event is found from another one: the other's id and the relation's type. Of a redaction the type is
    /// its event type, of a state event that replaced one `m.replaces_state`, of a reply outside of threads `m.in_reply_to`.
    public var relation: (eventId: String, type: String)? { IndexedRelation.read(view, type: type, isState: isState) }
    var content: JSONView? { view["content"] }
    var sender: String { view["sender"]?.string ?? "" }
    var originServerTs: UInt64 { UInt64(clamping: view["origin_server_ts"]?.int ?? 0) }
    var isRedacted: Bool { view["unsigned"]?["redacted_because"] != nil }
    /// Whether this is an edit of another event.
    var isReplacement: Bool { !isState && relation?.type == MXEventContentRelatesTo.RelationType.replace }
    var transactionId: String? { view["unsigned"]?["transaction_id"]?.string }

    func isSent(by userId: String) -> Bool { view["sender"]?.equals(text: userId) ?? false }

    /// The event by itself, with its bytes copied out of the response.
    public func event() throws(JSONError) -> MXEvent { try MXEvent(view: view, roomId: roomId) }

    /// The readable events of a section.
    static func list(_ section: JSONView?, roomId: String?, where isWanted: (MXReceivedEvent) -> Bool = { _ in true }) -> [MXReceivedEvent] {
        guard let list = section?["events"] else { return [] }
        return list.elements.compactMap { element in
            guard let event = MXReceivedEvent(element, roomId: roomId), isWanted(event) else { return nil }
            return event
        }
    }
}

extension MXReceivedEvent: ReadableEvent {}
