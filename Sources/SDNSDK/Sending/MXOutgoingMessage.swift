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
    public let content: JSONObject
    /// Of a redaction, its target.
    public let redacts: String?
    /// When it was handed over, in milliseconds since 1970 by this device's clock.
    public let createdAt: UInt64
    /// How far sending is.
    public var status: Status
    /// The id that the node gave it.
    public var eventId: String?
    /// Why the node refused it: its error code and sentence.
    public var failure: Failure?

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
    public init(
        localId: String, roomId: String, type: String, content: JSONObject, redacts: String? = nil, createdAt: UInt64, status: Status = .queued,
        eventId: String? = nil, failure: Failure? = nil
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
