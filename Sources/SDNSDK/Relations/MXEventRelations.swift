/// What other events say about an event: edits, reactions, replies, its thread (SDN sheet 5.8).
public struct MXEventRelations: Sendable {
    /// The edit whose content the event now has; `nil` when it was not edited.
    public internal(set) var edit: MXEvent?
    /// How often each reaction was given, in the order in which they first were.
    public internal(set) var reactions: [MXReactionCount] = []
    /// The ids of the events that answer the event outside of threads, the oldest first.
    public internal(set) var replies: [String] = []
    /// The ids of the events that refer to the event plainly, the oldest first.
    public internal(set) var references: [String] = []
    /// The thread that the event begins.
    public internal(set) var thread: MXThreadSummary?
    /// Whether this device is about to redact the event.
    public internal(set) var isBeingRedacted = false
}

/// How often a reaction was given to an event (SDN sheet 5.8).
public struct MXReactionCount: Sendable, Hashable {
    /// What was given, such as an emoji.
    public let reaction: String
    /// By how many users.
    public let count: Int
    /// When it was first given, in milliseconds since 1970; 0 when only the node's count is known.
    public let originServerTs: UInt64
    /// The user's own reaction, to be redacted to take it back. A local id while it is on its way.
    public let myUserReactionEventId: String?
    /// Whether the user is among those who gave it.
    public var myUserHasReacted: Bool { myUserReactionEventId != nil }
}

/// What a thread looks like from its root (SDN sheet 5.8).
public struct MXThreadSummary: Sendable, Hashable {
    /// The id of the event that begins the thread.
    public let rootId: String
    /// The newest event in the thread.
    public let latestEvent: MXEvent?
    /// How many events are in the thread, without the root.
    public let count: Int
    /// Whether the user wrote in the thread or began it.
    public let isParticipated: Bool

    /// Summaries are equal when they say the same.
    public static func == (left: MXThreadSummary, right: MXThreadSummary) -> Bool {
        left.rootId == right.rootId && left.count == right.count && left.isParticipated == right.isParticipated
            && left.latestEvent?.eventId == right.latestEvent?.eventId && left.latestEvent?.isRedacted == right.latestEvent?.isRedacted
    }
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rootId)
        hasher.combine(count)
        hasher.combine(latestEvent?.eventId)
    }
}
