import HeraldJSON

/// A message in the outbox: handed over by the app, not yet seen in the room (SDN sheet 5.7).
public struct MXOutgoingMessage: Sendable, Hashable {
    /// How far sending is.
    public enum Status: String, Sendable, Hashable {
        /// It waits for its turn, or for the network.
        case queued
        /// The node accepted it; it stays until sync brings it.
        case sent
        /// The node refused it.
        case failed
    }

    /// Begins with ``kMXEventLocalEventIdPrefix``; also the transaction id, now and after every restart.
    public let localId: String
    /// The room it goes to.
    public let roomId: String
    /// The event type on the wire, such as `m.room.message`.
    public let type: String
    /// The content to send.
    public internal(set) var content: JSONObject
    /// Of a redaction, its target.
    public internal(set) var redacts: String?
    /// When it was handed over, in milliseconds since 1970 by this device's clock.
    public let createdAt: UInt64
    /// How far sending is.
    public var status: Status
    /// The id that the node gave it.
    public var eventId: String?
    /// Why the node refused it: its error code and sentence.
    public var failure: Failure?
    /// The device whose request for it may have reached the node; `nil` before the first one, and when the device has no id.
    public var attemptedBy: String?
    /// The ``localId`` of a message that this one is about, as long as that has no id on the node. Until then this one waits.
    public var dependsOn: String? { MXOutgoingMessage.localTarget(of: content, redacts: redacts) }

    /// Why a node refused a message.
    public struct Failure: Sendable, Hashable {
        /// The error code, such as `M_FORBIDDEN`.
        public let code: String
        /// The node's sentence for a person.
        public let reason: String
        /// A refusal as a node worded it.
        public init(code: String, reason: String) {
            self.code = code
            self.reason = reason
        }
    }

    /// A message as a store kept it.
    /// - Parameters:
    ///   - localId: begins with ``kMXEventLocalEventIdPrefix``.
    ///   - roomId: the room it goes to.
    ///   - type: the event type on the wire.
    ///   - content: the content to send.
    ///   - redacts: of a redaction, its target.
    ///   - createdAt: when it was handed over, in milliseconds since 1970.
    ///   - status: how far sending is.
    ///   - eventId: the id that the node gave it.
    ///   - failure: why the node refused it.
    ///   - attemptedBy: the device whose request for it may have reached the node.
    public init(
        localId: String, roomId: String, type: String, content: JSONObject, redacts: String? = nil, createdAt: UInt64, status: Status = .queued,
        eventId: String? = nil, failure: Failure? = nil, attemptedBy: String? = nil
    ) {
        self.localId = localId
        self.roomId = roomId
        self.type = type
        self.content = content
        self.redacts = redacts
        self.createdAt = createdAt
        self.status = status
        self.eventId = eventId
        self.failure = failure
        self.attemptedBy = attemptedBy
    }

    /// A message that this one is about, or answers, or whose thread it is in, has an id on the node now.
    mutating func resolve(_ localId: String, _ eventId: String) {
        if redacts == localId { redacts = eventId }
        if var relation = content["m.relates_to"]?.objectValue {
            if relation["event_id"]?.stringValue == localId { relation["event_id"] = .string(eventId) }
            if relation["m.in_reply_to"]?["event_id"]?.stringValue == localId { relation["m.in_reply_to"] = ["event_id": .string(eventId)] }
            content["m.relates_to"] = .object(relation)
        }
    }

    /// The first of the messages that a content refers to and that have no id on the node.
    static func localTarget(of content: JSONObject, redacts: String?) -> String? {
        let relation = content["m.relates_to"]
        return [redacts, relation?["event_id"]?.stringValue, relation?["m.in_reply_to"]?["event_id"]?.stringValue].compactMap { $0 }
            .first { $0.hasPrefix(kMXEventLocalEventIdPrefix) }
    }

    /// A message in a thread that says to answer the thread's root answers the newest event in the thread instead, for clients that
    /// know no threads.
    func answeringLatest(in store: any MXStoreReader) throws -> MXOutgoingMessage {
        guard var relation = content["m.relates_to"]?.objectValue, let root = relation["event_id"]?.stringValue,
            relation["rel_type"]?.stringValue == MXEventContentRelatesTo.RelationType.thread, relation["is_falling_back"]?.boolValue == true,
            relation["m.in_reply_to"]?["event_id"]?.stringValue == root
        else { return self }
        let thread = try store.events(relatedTo: root, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.thread)
        guard let latest = thread.max(by: { ($0.originServerTs, $0.eventId) < ($1.originServerTs, $1.eventId) }) else { return self }
        relation["m.in_reply_to"] = ["event_id": .string(latest.eventId)]
        var message = self
        message.content["m.relates_to"] = .object(relation)
        return message
    }

    /// The event that stands in the timeline for this message until the real one arrives.
    func echo(sender: String) throws(JSONError) -> MXEvent {
        var json: JSONObject = [
            "event_id": .string(eventId ?? localId), "type": .string(type), "room_id": .string(roomId), "sender": .string(sender),
            "origin_server_ts": .int(Int64(clamping: createdAt)), "content": .object(content), "unsigned": ["transaction_id": .string(localId)],
        ]
        if let redacts { json["redacts"] = .string(redacts) }
        let state: MXEventSentState = switch status {
        case .queued: .preparing
        case .sent: .sent
        case .failed: .failed
        }
        return try MXEvent(echo: json, sentState: state, sentError: failure.map { MXError(errcode: $0.code, error: $0.reason) })
    }
}
