import SDNValues
import SDNWire

/// One entry of a displayed timeline: an event together with its edits, reactions and other relations (SDN sheet 5.8).
public struct MXTimelineItem: Sendable, Identifiable {
    /// The ID, which stays the same from the local echo to the event from sync, and through edits and redactions.
    public let id: String
    /// The event to display: with the content of its latest edit, or without its content after a redaction.
    public let event: MXEvent
    /// The event as it was sent, or as a redaction left it.
    public let original: MXEvent
    /// The edit whose content ``event`` has; `nil` when the event was not edited.
    public let edit: MXEvent?
    /// The reactions with their counts, in the order in which each was first given. At most the newest 100
    /// reactions of one user count.
    public let reactions: [MXReactionCount]
    /// The IDs of the events that reply to this one outside of threads.
    public let replies: [String]
    /// The thread that this event begins; `nil` when it begins none.
    public let thread: MXThreadSummary?
    /// The poll that this event began, with the votes that count; `nil` for any other event (MSC3381).
    public let poll: MXPoll?
    /// The progress of sending the event.
    public let sentState: MXEventSentState
    /// The progress of the upload of the event's files, while they are being uploaded or wait for the next try; `nil` at any other time.
    public let upload: MXUploadProgress?
    /// The reason why sending failed, or why the event waits after a failed attempt (``/SDNValues/MXEventSentState/preparing``). A sentence for
    /// people in the words of ``/SDNValues/MXStrings/localizer``; `nil` when no attempt failed. The technical reason is in the event's
    /// ``/SDNValues/MXEvent/sentError``.
    public let failure: String?
    /// True when this device is about to redact the event.
    public let isBeingRedacted: Bool
    /// The receipts of the other users whose latest read receipt is at this event, or at a later event that is no item, such as a reaction or
    /// an edit, before the next item. Each user has one, in the order of their IDs.
    public let receipts: [MXReceiptData]
    /// The sender's name and avatar at the time of the event. A list of a thread knows the changes since it began, so its older items have the name
    /// and avatar that the sender had then.
    public let senderProfile: MXTimelineProfile
    /// The message to which the event replies; `nil` when it replies to none.
    public let inReplyTo: MXInReplyTo?
    /// True when the session's user sent the event.
    public let isOwn: Bool
    /// True for the first item after the user's read marker (`m.fully_read`), if another user sent something after it. An app draws the
    /// marker before this item.
    public internal(set) var followsReadMarker = false
    /// True for the first message of another user after the user's own read receipt. An app draws the mark of unread messages before it.
    public internal(set) var isFirstUnread = false

    /// The IDs of the users of ``receipts``.
    public var readers: [String] { receipts.map(\.userId) }
    /// True when the event was edited.
    public var isEdited: Bool { edit != nil }
    /// The content in the form in which an app shows it: text without quotations, safe HTML, files, changes of the state and so on.
    public var content: MXTimelineItemContent { event.timelineContent }
    /// The ID of the event that begins the event's thread; `nil` outside of threads.
    public var threadRootId: String? { event.threadId }
    /// The reason why the event is not on the node yet; `nil` when it is.
    public var sendReason: MXSendReason? { MXSendReason(original) }
}

extension MXTimelineItem: Equatable {
    /// True when the items look the same.
    public static func == (left: MXTimelineItem, right: MXTimelineItem) -> Bool {
        let isSameEvent =
            left.id == right.id && left.shownId == right.shownId && left.edit?.eventId == right.edit?.eventId
            && left.reactions == right.reactions && left.replies == right.replies && left.thread == right.thread
            && left.poll == right.poll
        let isSameSending =
            left.sentState == right.sentState && left.upload == right.upload && left.failure == right.failure
            && left.isBeingRedacted == right.isBeingRedacted
        return isSameEvent && isSameSending && left.receipts == right.receipts
            && left.senderProfile == right.senderProfile
            && left.inReplyTo == right.inReplyTo && left.followsReadMarker == right.followsReadMarker
            && left.isFirstUnread == right.isFirstUnread
            && left.original.isRedacted == right.original.isRedacted && left.event.content == right.event.content
    }

    /// The ID by which items are compared: the event's ID on the node, or the item's ID as long as the event has none.
    private var shownId: String { original.isLocalEvent ? id : original.eventId }
}

/// A change at one place in a list of timeline items. Changes are applied in order, each to the result of the previous one.
public enum MXTimelineDiff: Sendable, Equatable {
    /// The whole list was replaced by these items.
    case reset([MXTimelineItem])
    /// An item was inserted at this place.
    case insert(MXTimelineItem, at: Int)
    /// The item at this place was replaced by the given item.
    case update(MXTimelineItem, at: Int)
    /// The item at this place was removed.
    case remove(at: Int)
}

/// Changes that have to be applied together, in order.
public typealias MXTimelineBatch = [MXTimelineDiff]

extension Array where Element == MXTimelineItem {
    /// Applies changes in order. A change that does not fit the list, because an earlier change was left out, is ignored.
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
