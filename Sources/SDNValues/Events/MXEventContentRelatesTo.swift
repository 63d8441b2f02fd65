import HeraldJSON
import SDNWire

/// The relation of an event to an earlier one: the content's `m.relates_to` (SDN sheet 5.7, 5.8).
public struct MXEventContentRelatesTo: Sendable, Hashable {
    /// Relation types as they are on the wire.
    public enum RelationType {
        /// An edit: the event has new content for its target.
        public static let replace = "m.replace"
        /// A reaction; ``MXEventContentRelatesTo/key`` says which.
        public static let annotation = "m.annotation"
        /// A plain reference to the target, such as from a verification step to its request.
        public static let reference = "m.reference"
        /// Membership in the thread that the target begins.
        public static let thread = "m.thread"
        /// The types of events that are shown as a part of their target.
        package static let parts = [replace, annotation, reference]
    }

    /// `rel_type`; `nil` for a plain reply.
    public let relationType: String?
    /// The ID of the related event.
    public let eventId: String?
    /// The ID of the event that is replied to.
    public let inReplyTo: String?
    /// True when the event is in a thread, and its reply is meant only for clients without thread support.
    public let isFallingBack: Bool
    /// The key of an annotation, such as an emoji.
    public let key: String?

    init(_ json: JSONObject) {
        self.relationType = json["rel_type"]?.stringValue
        self.eventId = json["event_id"]?.stringValue
        self.inReplyTo = json["m.in_reply_to"]?["event_id"]?.stringValue
        self.isFallingBack = json["is_falling_back"]?.boolValue ?? false
        self.key = json["key"]?.stringValue
    }
}

extension MXEvent {
    /// The relation of this event to an earlier one; `nil` when it has none.
    public var relatesTo: MXEventContentRelatesTo? {
        content["m.relates_to"]?.objectValue.map(MXEventContentRelatesTo.init)
    }
    /// True when this event is an edit of an earlier one. A state event is never an edit.
    public var isEditEvent: Bool { !isState && relatesTo?.relationType == MXEventContentRelatesTo.RelationType.replace }
    /// True when this event replies to an earlier one. A reply that a threaded event contains only for clients without thread support does
    /// not count.
    public var isReplyEvent: Bool {
        guard let relation = relatesTo, relation.inReplyTo != nil else { return false }
        return !(isInThread && relation.isFallingBack)
    }
    /// The ID of the event that begins this event's thread; `nil` outside of threads, and for an event that was redacted before this device received
    /// it, unless its node says so in the member in which this device keeps it.
    public var threadId: String? {
        guard let relation = relatesTo else {
            // A redacted event has no content.
            guard content.isEmpty, let kept = indexedRelation,
                kept.type == MXEventContentRelatesTo.RelationType.thread
            else { return nil }
            return kept.eventId
        }
        return relation.relationType == MXEventContentRelatesTo.RelationType.thread ? relation.eventId : nil
    }
    /// True when this event is in a thread.
    public var isInThread: Bool { threadId != nil }

    /// Returns this event with the new content of an edit, `m.new_content` (SDN sheet 5.8). The relation of this event stays.
    /// - Returns: `nil` when the edit does not apply: it has another target, sender or type, or one of the two events is a state event or is
    ///   redacted.
    public func editedEvent(fromReplacementEvent edit: MXEvent) -> MXEvent? {
        canTake(edit) ? taking(edit) : nil
    }

    /// True when an edit may replace this event's content (SDN sheet 5.8).
    /// - Parameter names: the IDs under which the edit may name this event; `nil` for its own ID alone.
    package func canTake(_ edit: MXEvent, by names: Set<String>? = nil) -> Bool {
        edit.isEditEvent && !isEditEvent && edit.relatesTo?.eventId.map { (names ?? [eventId]).contains($0) } ?? false
            && edit.sender == sender && edit.type == type && !isState && !isRedacted
            && !edit.isRedacted && edit.content["m.new_content"]?.objectValue != nil
    }

    /// Returns this event with the content of an edit, without checking that the edit applies.
    package func taking(_ edit: MXEvent) -> MXEvent? {
        guard var content = edit.content["m.new_content"]?.objectValue else { return nil }
        content["m.relates_to"] = self.content["m.relates_to"]
        var json = json
        json["content"] = .object(content)
        return try? MXEvent(json: json, roomId: roomId)
    }

    /// True when this edit is later than another edit of the same event. The later edit counts. Edits are ordered by the node's time, then
    /// by ID.
    package func isLaterEdit(than other: MXEvent) -> Bool {
        (originServerTs, eventId) > (other.originServerTs, other.eventId)
    }
}

extension MXEvent {
    /// The ID of the message to which this event replies. The content of most events need not be read for it.
    package var repliedToId: String? {
        guard !isState, let relation = indexedRelation else { return nil }
        if relation.type == IndexedRelation.reply { return relation.eventId }
        guard relation.type == MXEventContentRelatesTo.RelationType.thread, isReplyEvent else { return nil }
        return relatesTo?.inReplyTo
    }
}

/// The one relation of an event that a store indexes. With it, a store finds the redaction, edits, reactions, replies and thread of an
/// event, wherever in the history they are.
package enum IndexedRelation {
    /// The relation of a reply outside of threads. The store finds the reply from the event that it answers.
    package static let reply = "m.in_reply_to"
    /// The relation of a state event. The store finds it from the event that it replaced.
    package static let replacement = "m.replaces_state"
    /// The member of `unsigned` in which this device keeps the thread of an event that was redacted. Its content no longer says so.
    static let keptThread = "org.sdn.thread_root"
    /// The relation types that this library itself defines. A sender's `rel_type` with one of these names is ignored, because readers trust
    /// the relations that are stored under them.
    private static let own: Set = [reply, replacement, EventType.redaction]

    /// Reads the relation of an event.
    /// - Returns: the other event's ID and the relation's type. The type is a sender's `rel_type`, a redaction's event type, ``reply`` or ``replacement``.
    static func read(_ view: JSONView, type: String, isState: Bool) -> (eventId: String, type: String)? {
        if isState { return view["unsigned"]?["replaces_state"]?.string.map { ($0, replacement) } }
        if type == EventType.redaction, let target = view["redacts"]?.string ?? view["content"]?["redacts"]?.string {
            return (target, EventType.redaction)
        }
        guard let content = view["content"] else { return nil }
        guard let relation = content["m.relates_to"] else {
            guard content.rawBytes.count == 2 else { return nil }
            // Only a redacted event has the member.
            guard view["unsigned"]?["redacted_because"] != nil else { return nil }
            return view["unsigned"]?[keptThread]?.string.map { ($0, MXEventContentRelatesTo.RelationType.thread) }
        }
        if let type = relation["rel_type"]?.string, !own.contains(type), let eventId = relation["event_id"]?.string {
            return (eventId, type)
        }
        return relation["m.in_reply_to"]?["event_id"]?.string.map { ($0, reply) }
    }
}
