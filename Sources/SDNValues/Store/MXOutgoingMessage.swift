import HeraldJSON
import SDNWire

/// A message in the outbox: the app has handed it over, and no sync has brought it yet (SDN sheet 5.7).
public struct MXOutgoingMessage: Sendable, Hashable {
    /// The progress of sending.
    public enum Status: String, Sendable, Hashable {
        /// The message waits for its turn, or for the network.
        case queued
        /// The node accepted the message. It stays in the outbox until sync brings it.
        case sent
        /// The node refused the message.
        case failed
    }

    /// The local ID, which begins with ``kMXEventLocalEventIdPrefix``. It is also the transaction ID, even after a restart.
    public let localId: String
    /// The room to which the message is sent.
    public let roomId: String
    /// The event type on the wire, such as `m.room.message`.
    public let type: String
    /// The content to send.
    public package(set) var content: JSONObject
    /// The ID of the event that a redaction removes.
    public package(set) var redacts: String?
    /// The time when the app handed the message over, by this device's clock.
    public let createdAt: Timestamp
    /// The progress of sending.
    public var status: Status
    /// The ID that the node gave the message.
    public var eventId: String?
    /// The reason why the message failed.
    public var failure: Failure?
    /// The device whose request for the message may have reached the node. `nil` before the first request, and for a device without an ID.
    public var attemptedBy: String?
    /// The ``localId`` of another message that this message refers to; `nil` when there is none. This message is sent only after the other
    /// message has an ID on the node.
    public var dependsOn: String? { MXOutgoingMessage.localTarget(of: content, redacts: redacts) }

    /// The reason why a message failed: the node's refusal, or an error of the SDK.
    public struct Failure: Sendable, Hashable {
        /// The error code: the node's, such as `M_FORBIDDEN`, or the SDK's, such as `room_is_encrypted`.
        public let code: String
        /// The node's sentence, or the technical reason.
        public let reason: String
        /// Creates a refusal.
        public init(code: String, reason: String) {
            self.code = code
            self.reason = reason
        }

        /// The error that the message had. Codes of nodes are in upper case, and those of the SDK in lower case.
        var error: any Error {
            let isOwn = !code.isEmpty && code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
            return isOwn
                ? SDNSDKError(.init(rawValue: code), reason: reason) : MXError(errcode: code, error: reason)
        }
    }

    /// Creates a message from its stored form.
    /// - Parameters:
    ///   - localId: the local ID, which begins with ``kMXEventLocalEventIdPrefix``.
    ///   - roomId: the room to which the message is sent.
    ///   - type: the event type on the wire.
    ///   - content: the content to send.
    ///   - redacts: the ID of the event that a redaction removes.
    ///   - createdAt: the time when the app handed the message over.
    ///   - status: the progress of sending.
    ///   - eventId: the ID that the node gave the message.
    ///   - failure: the reason why the message failed.
    ///   - attemptedBy: the device whose request for the message may have reached the node.
    public init(
        localId: String, roomId: String, type: String, content: JSONObject, redacts: String? = nil,
        createdAt: Timestamp,
        status: Status = .queued,
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

    /// Replaces a local ID by the ID on the node, wherever this message refers to it: as its target, as the message it replies to, or as its
    /// thread.
    package mutating func resolve(_ localId: String, _ eventId: String) {
        if redacts == localId { redacts = eventId }
        if var relation = content["m.relates_to"]?.objectValue {
            if relation["event_id"]?.stringValue == localId { relation["event_id"] = .string(eventId) }
            if relation["m.in_reply_to"]?["event_id"]?.stringValue == localId {
                relation["m.in_reply_to"] = ["event_id": .string(eventId)]
            }
            content["m.relates_to"] = .object(relation)
        }
    }

    /// Returns the first local ID to which a content or a redaction refers; `nil` when it refers to none.
    package static func localTarget(of content: JSONObject, redacts: String?) -> String? {
        let relation = content["m.relates_to"]
        return [redacts, relation?["event_id"]?.stringValue, relation?["m.in_reply_to"]?["event_id"]?.stringValue]
            .compactMap { $0 }
            .first { $0.hasPrefix(kMXEventLocalEventIdPrefix) }
    }

    /// Returns the message with its reply changed to the newest event in the thread. A message is changed only if it is in a thread, its
    /// reply names the thread's root, and its reply is meant for clients without thread support.
    package func answeringLatest(in store: any MXStoreReader) throws -> MXOutgoingMessage {
        guard var relation = content["m.relates_to"]?.objectValue, let root = relation["event_id"]?.stringValue,
            relation["rel_type"]?.stringValue == MXEventContentRelatesTo.RelationType.thread,
            relation["is_falling_back"]?.boolValue == true,
            relation["m.in_reply_to"]?["event_id"]?.stringValue == root
        else { return self }
        let thread = try store.events(relatedTo: root, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.thread)
            .filter { !$0.isRedacted }
        guard let latest = thread.max(by: { ($0.originServerTs, $0.eventId) < ($1.originServerTs, $1.eventId) }) else {
            return self
        }
        relation["m.in_reply_to"] = ["event_id": .string(latest.eventId)]
        var message = self
        message.content["m.relates_to"] = .object(relation)
        return message
    }

    /// Returns the event that represents this message in the timeline until the real one arrives.
    package func echo(sender: String) throws(JSONError) -> MXEvent {
        var json: JSONObject = [
            "event_id": .string(eventId ?? localId), "type": .string(type), "room_id": .string(roomId),
            "sender": .string(sender),
            "origin_server_ts": .int(Int64(clamping: createdAt.published)), "content": .object(content),
            "unsigned": ["transaction_id": .string(localId)],
        ]
        if let redacts { json["redacts"] = .string(redacts) }
        let state: MXEventSentState =
            switch status {
            case .queued: .preparing
            case .sent: .sent
            case .failed: .failed
            }
        return try MXEvent(echo: json, sentState: state, sentError: failure?.error)
    }
}
