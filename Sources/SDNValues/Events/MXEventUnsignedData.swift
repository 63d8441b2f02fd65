import HeraldJSON

/// The members that a node adds to an event without signing them (SDN sheet 4.5).
public struct MXEventUnsignedData: Sendable, Hashable {
    private let json: JSONObject

    init(_ json: JSONObject) { self.json = json }

    /// The age of the event when the node answered, in milliseconds by the node's clock.
    public var age: UInt64? { json["age"]?.intValue.map(UInt64.init(clamping:)) }
    /// The transaction ID that this device gave the event when it sent it. Only the sending device sees it.
    public var transactionId: String? { json["transaction_id"]?.stringValue }
    /// The content that a state event replaced.
    public var prevContent: JSONObject? { json["prev_content"]?.objectValue }
    /// The sender of the event that a state event replaced.
    public var prevSender: String? { json["prev_sender"]?.stringValue }
    /// The ID of the event that a state event replaced.
    public var replacesState: String? { json["replaces_state"]?.stringValue }
    /// The redaction event, when this event was redacted.
    public var redactedBecause: JSONObject? { json["redacted_because"]?.objectValue }
    /// The room state that the inviting node sends with an invite.
    public var inviteRoomState: [JSONValue]? { json["invite_room_state"]?.arrayValue }
    /// The relations that the node has bundled with the event, by relation type.
    public var relations: JSONObject? { json["m.relations"]?.objectValue }
}

extension MXEvent {
    /// The members that the node added to the event.
    public var unsignedData: MXEventUnsignedData { MXEventUnsignedData(unsigned) }
    /// The age of the event when the node answered, in milliseconds by the node's clock.
    public var age: UInt64? { unsignedData.age }
    /// The content that a state event replaced; `nil` when it replaced none.
    public var prevContent: JSONObject? { unsignedData.prevContent ?? oldStylePrevContent }
    /// The redaction event, when this event was redacted.
    public var redactedBecause: JSONObject? { unsignedData.redactedBecause }
    /// True when this event was redacted.
    public var isRedacted: Bool { redactedBecause != nil }

    /// The member `prev_content` beside `content`, where older nodes put it.
    private var oldStylePrevContent: JSONObject? {
        guard isState else { return nil }
        return (try? JSONDocument(rawBytes))?.root["prev_content"]?.value.objectValue
    }
}
