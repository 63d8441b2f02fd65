import HeraldJSON

/// What nearly every reader asks of an event. Read once: of a received event when it arrives, of a stored one when it is first needed.
final class MXEventHead: Sendable {
    let type: String
    let sender: String
    let roomId: String?
    let stateKey: String?
    let eventId: String
    let originServerTs: UInt64
    let relation: (eventId: String, type: String)?

    /// - Throws: `JSONError` when this is no object or has no string `type`.
    init(_ view: JSONView) throws(JSONError) {
        guard view.kind == .object else { throw JSONError(.wrongKind, reason: "an event is an object, this is \(view.kind)") }
        guard let type = view["type"]?.string else {
            throw JSONError(.missingMember, path: "type", reason: "an event needs a type, as a string")
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

    /// For bytes that are no event; a store notices changed bytes before, so that only a foreign store can hold such.
    static let unreadable = MXEventHead()
}
