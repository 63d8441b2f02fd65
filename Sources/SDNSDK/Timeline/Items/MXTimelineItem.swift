import SDNWire

/// One entry of a timeline as it is shown: an event with everything folded in that other events say about it (SDN sheet 5.8).
public struct MXTimelineItem: Sendable, Identifiable {
    /// Stays the same from the local echo to the event that sync brings, and through edits and redactions.
    public let id: String
    /// The event as it is to be shown: with the content of its latest edit, or without its content after a redaction.
    public let event: MXEvent
    /// The event as it was sent, or as a redaction left it.
    public let original: MXEvent
    /// The edit that ``event`` has its content from.
    public let edit: MXEvent?
    /// How often each reaction was given, in the order in which they first were.
    public let reactions: [MXReactionCount]
    /// The ids of the events that answer this one outside of threads.
    public let replies: [String]
    /// The thread that this event begins.
    public let thread: MXThreadSummary?
    /// The poll that this event began, with the votes that count; `nil` for any other event (MSC3381).
    public let poll: MXPoll?
    /// How far this device is with sending the event.
    public let sentState: MXEventSentState
    /// Why sending failed; a sentence for a person.
    public let failure: String?
    /// Whether this device is about to redact the event.
    public let isBeingRedacted: Bool
    /// The other users whose latest read receipt stands on this event, by their ids.
    public let readers: [String]

    /// Whether the event was edited.
    public var isEdited: Bool { edit != nil }
}

extension MXTimelineItem: Equatable {
    /// Items are equal when they look the same.
    public static func == (left: MXTimelineItem, right: MXTimelineItem) -> Bool {
        left.id == right.id && left.shownId == right.shownId && left.edit?.eventId == right.edit?.eventId && left.reactions == right.reactions
            && left.replies == right.replies && left.thread == right.thread && left.poll == right.poll && left.sentState == right.sentState
            && left.failure == right.failure && left.isBeingRedacted == right.isBeingRedacted && left.readers == right.readers
            && left.original.isRedacted == right.original.isRedacted && left.event.content == right.event.content
    }

    /// The id on the node matters only once there is one.
    private var shownId: String { original.isLocalEvent ? id : original.eventId }
}

extension MXTimelineItem {
    static func sentence(_ error: any Error) -> String {
        if let error = error as? MXError { return error.error }
        return (error as? SDNSDKError)?.reason ?? "sending failed"
    }
}

/// A change of one place in a list of timeline items. Changes are to be applied in order, each to what the one before left.
public enum MXTimelineDiff: Sendable, Equatable {
    /// The list is now this one.
    case reset([MXTimelineItem])
    /// An item came in at this place.
    case insert(MXTimelineItem, at: Int)
    /// The item at this place is now this one.
    case update(MXTimelineItem, at: Int)
    /// The item at this place has gone.
    case remove(at: Int)
}

/// Changes that belong together.
public typealias MXTimelineBatch = [MXTimelineDiff]

extension Array where Element == MXTimelineItem {
    /// Applies changes in order. One that does not fit the list, because another one was left out, does nothing.
    public mutating func apply(_ batch: MXTimelineBatch) {
        for diff in batch {
            switch diff {
            case .reset(let items): self = items
            case .insert(let item, let place) where (0...count).contains(place): insert(item, at: place)
            case .update(let item, let place) where indices.contains(place): self[place] = item
            case .remove(let place) where indices.contains(place): remove(at: place)
            default: break
            }
        }
    }
}
