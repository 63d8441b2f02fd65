import HeraldJSON

/// The message that a room list shows for a room. A message that this device is sending is shown until its own event arrives.
public enum MXLatestEvent: Sendable, Hashable {
    /// A message that the node has.
    case remote(MXEvent)
    /// A message that waits in the outbox, or is being sent.
    case localIsSending(MXEvent)
    /// A message that the node has accepted and no sync has brought yet.
    case localHasBeenSent(MXEvent)
    /// A message that the node refused. It stays until the user sends it again or removes it.
    case localCannotBeSent(MXEvent)

    /// Creates the entry of a local echo, with the progress that the echo has now.
    package init(echo: MXEvent) {
        self =
            switch echo.sentState {
            case .sent: .localHasBeenSent(echo)
            case .failed: .localCannotBeSent(echo)
            case .preparing, .sending, .uploading: .localIsSending(echo)
            }
    }

    /// The message.
    public var event: MXEvent {
        switch self {
        case .remote(let event), .localIsSending(let event), .localHasBeenSent(let event),
            .localCannotBeSent(let event):
            event
        }
    }

    /// The content of the message in the form in which an app shows it. ``MXEvent/shortText(from:)`` of ``event`` is the text of a row.
    public var content: MXTimelineItemContent { event.timelineContent }

    /// True for a message that no sync has brought yet.
    public var isLocal: Bool {
        if case .remote = self { false } else { true }
    }
}

extension MXRoomSummary {
    /// The message that a room list shows: the newest message in the outbox, or else ``lastMessage``. A summary that was read from a store has only
    /// the second.
    public var latestEvent: MXLatestEvent? { pending ?? lastMessage.map(MXLatestEvent.remote) }

    /// The time by which a room list sorts the room, in milliseconds since 1970. It is ``lastActivity``, or the time of a later message in the
    /// outbox.
    public var latestActivity: UInt64 { max(lastActivity, pending?.event.originServerTs ?? 0) }
}

extension MXRoomSummary {
    /// The number to show beside a room: its unread events that notify the user.
    ///
    /// It is ``notificationCount``, which the node counts by the user's push rules on all devices: a muted room has 0, and reading on another
    /// device sets it to 0. Until the node has counted the room, it is ``localUnreadEventCount``.
    ///
    /// | number | counted by | use |
    /// | --- | --- | --- |
    /// | ``notificationCount`` | the node, by push rules | the number beside the room, through this property, and the app's badge |
    /// | ``highlightCount`` | the node, by push rules | a mark for mentions; these events are part of the number |
    /// | ``localUnreadEventCount`` | this device, without push rules | "n new messages" in an open room, also in a muted one, and offline |
    ///
    /// ``hasUnread`` is for a dot without a number. It is also true for a muted room with new messages, and for a room that the user marked as
    /// unread.
    public var unreadCount: UInt {
        details[Detail.notifications.rawValue] == nil ? localUnreadEventCount : notificationCount
    }
}
