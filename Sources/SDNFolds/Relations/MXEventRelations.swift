import SDNValues

/// The relations of other events to an event: edits, reactions, replies and its thread (SDN sheet 5.8).
public struct MXEventRelations: Sendable {
    /// The edit whose content the event now has; `nil` when it was not edited.
    public internal(set) var edit: MXEvent?
    /// The reactions with their counts, in the order in which each was first given. At most the newest 100
    /// reactions of one user count.
    public internal(set) var reactions: [MXReactionCount] = []
    /// The IDs of the events that reply to the event outside of threads, oldest first.
    public internal(set) var replies: [String] = []
    /// The IDs of the events that refer to the event with a plain reference, oldest first. If the event is no poll, these are
    /// at most the newest 100 that are stored.
    public internal(set) var references: [String] = []
    /// The thread that the event begins.
    public internal(set) var thread: MXThreadSummary?
    /// True when this device is about to redact the event.
    public internal(set) var isBeingRedacted = false
}

/// A reaction to an event, with its count (SDN sheet 5.8).
public struct MXReactionCount: Sendable, Hashable {
    /// The reaction, such as an emoji.
    public let reaction: String
    /// The number of users who gave the reaction.
    public let count: Int
    /// The time when the reaction was first given, in milliseconds since 1970; 0 when only the node's count is known.
    public let originServerTs: UInt64
    /// The ID of the user's own reaction. Redacting that event removes the reaction. While it is being sent, this is a local ID.
    public let myUserReactionEventId: String?
    /// The users who gave the reaction, the first one first. When only the node's count is known, there may be fewer than ``count``.
    public let senders: [MXReactionSender]
    /// True when the user gave this reaction.
    public var myUserHasReacted: Bool { myUserReactionEventId != nil }
}

/// A user who gave a reaction.
public struct MXReactionSender: Sendable, Hashable {
    /// The user.
    public let userId: String
    /// The time of the reaction, in milliseconds since 1970.
    public let originServerTs: UInt64
}

/// The summary of a thread for its root (SDN sheet 5.8).
public struct MXThreadSummary: Sendable, Hashable {
    /// The ID of the event that begins the thread.
    public let rootId: String
    /// The newest event in the thread, with the content of its latest edit.
    public package(set) var latestEvent: MXEvent?
    /// The number of events in the thread, without the root.
    public let count: Int
    /// True when the user wrote in the thread or began it.
    public let isParticipated: Bool

    /// True when both summaries have the same root, count, participation and latest event.
    public static func == (left: MXThreadSummary, right: MXThreadSummary) -> Bool {
        left.rootId == right.rootId && left.count == right.count && left.isParticipated == right.isParticipated
            && left.latestEvent?.eventId == right.latestEvent?.eventId
            && left.latestEvent?.isRedacted == right.latestEvent?.isRedacted
            && left.latestEvent?.content == right.latestEvent?.content
    }
    /// Hashes the members that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rootId)
        hasher.combine(count)
        hasher.combine(latestEvent?.eventId)
    }
}
