import HeraldJSON

/// What a node adds to an event without signing it (SDN sheet 4.5).
public struct MXEventUnsignedData: Sendable, Hashable {
    private let json: JSONObject

    init(_ json: JSONObject) { self.json = json }

    /// How old the event was when the node answered, in milliseconds by the node's clock.
    public var age: UInt64? { json["age"]?.intValue.map(UInt64.init(clamping:)) }
    /// The id this device gave the event when it sent it; only the sending device sees one.
    public var transactionId: String? { json["transaction_id"]?.stringValue }
    /// Of a state event, the content that it replaced.
    public var prevContent: JSONObject? { json["prev_content"]?.objectValue }
    /// Of a state event, the sender of the event that it replaced.
    public var prevSender: String? { json["prev_sender"]?.stringValue }
    /// Of a state event, the id of the event that it replaced.
    public var replacesState: String? { json["replaces_state"]?.stringValue }
    /// The redaction event, when this event was redacted.
    public var redactedBecause: JSONObject? { json["redacted_because"]?.objectValue }
    /// Of an invite, what the inviting node tells about the room.
    public var inviteRoomState: [JSONValue]? { json["invite_room_state"]?.arrayValue }
    /// Relations that the node has bundled, by relation type.
    public var relations: JSONObject? { json["m.relations"]?.objectValue }
}

extension MXEvent {
    /// What the node added to the event.
    public var unsignedData: MXEventUnsignedData { MXEventUnsignedData(unsigned) }
    /// How old the event was when the node answered, in milliseconds by the node's clock.
    public var age: UInt64? { unsignedData.age }
    /// Of a state event, the content that it replaced; `nil` when it was the first of its kind.
    public var prevContent: JSONObject? { unsignedData.prevContent ?? oldStylePrevContent }
    /// The redaction event, when this event was redacted.
    public var redactedBecause: JSONObject? { unsignedData.redactedBecause }
    /// Whether this event was redacted.
    public var isRedacted: Bool { redactedBecause != nil }

    /// Nodes once put `prev_content` beside the content.
    private var oldStylePrevContent: JSONObject? {
        guard isState else { return nil }
        return (try? JSONDocument(rawBytes))?.root["prev_content"]?.value.objectValue
    }
}
