import HeraldJSON

/// The members that nearly every reader needs. A received event's are read when it arrives, a stored one's when first needed.
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

    /// The members of bytes that are no event. The store detects changed bytes earlier, so only a foreign store can hold such bytes.
    static let unreadable = MXEventHead()
}
