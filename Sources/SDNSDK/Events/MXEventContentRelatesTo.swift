import HeraldJSON

/// How an event relates to an earlier one (SDN sheet 5.7, 5.8): the content's `m.relates_to`.
public struct MXEventContentRelatesTo: Sendable, Hashable {
    /// Relation types as they are on the wire.
    public enum RelationType {
        /// An edit: the event has new content for its target.
        public static let replace = "m.replace"
        /// A reaction; ``MXEventContentRelatesTo/key`` says which.
        public static let annotation = "m.annotation"
        /// A plain reference to the target, such as a verification step's to its request.
        public static let reference = "m.reference"
        /// A place in the thread that the target begins.
        public static let thread = "m.thread"
    }

    /// `rel_type`; `nil` for a plain reply.
    public let relationType: String?
    /// The event this one is about.
    public let eventId: String?
    /// The event that is replied to.
    public let inReplyTo: String?
    /// In a thread: whether the reply only stands there for clients that know no threads.
    public let isFallingBack: Bool
    /// Of an annotation, its key, such as an emoji.
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
    /// How this event relates to an earlier one.
    public var relatesTo: MXEventContentRelatesTo? { content["m.relates_to"]?.objectValue.map(MXEventContentRelatesTo.init) }
    /// Whether this event offers new content for an earlier one. State events never do.
    public var isEditEvent: Bool { !isState && relatesTo?.relationType == MXEventContentRelatesTo.RelationType.replace }
    /// Whether this event answers an earlier one. The reply that an event in a thread carries for old clients does not count.
    public var isReplyEvent: Bool {
        guard let relation = relatesTo, relation.inReplyTo != nil else { return false }
        return !(isInThread && relation.isFallingBack)
    }
    /// The root of the thread this event stands in.
    public var threadId: String? {
        guard let relation = relatesTo, relation.relationType == MXEventContentRelatesTo.RelationType.thread else { return nil }
        return relation.eventId
    }
    /// Whether this event stands in a thread.
    public var isInThread: Bool { threadId != nil }

    /// This event with the content that an edit gives it (SDN sheet 5.8): `m.new_content`, with this event's own relation kept.
    /// - Returns: `nil` when the edit does not apply: another target, sender or type, a state event, or either one redacted.
    public func editedEvent(fromReplacementEvent edit: MXEvent) -> MXEvent? {
        canTake(edit) ? taking(edit) : nil
    }

    /// This event with the content that an edit gives it, whatever the edit calls it.
    func taking(_ edit: MXEvent) -> MXEvent? {
        guard var content = edit.content["m.new_content"]?.objectValue else { return nil }
        content["m.relates_to"] = self.content["m.relates_to"]
        var json = json
        json["content"] = .object(content)
        return try? MXEvent(json: json, roomId: roomId)
    }

    /// Whether this edit wins over another edit of the same event: the later one does, by node time, then by id.
    func isLaterEdit(than other: MXEvent) -> Bool {
        (originServerTs, eventId) > (other.originServerTs, other.eventId)
    }
}
