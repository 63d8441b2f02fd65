/// The changes of one sync response. Memory and listeners follow them once the store has them.
struct SyncChanges: Sendable {
    var nextToken: String
    var rooms: [RoomChange] = []
    var presence: [MXEvent] = []
    var toDevice: [MXEvent] = []
    var accountData: [MXEvent] = []
    var profiles: [String: MXUserProfile] = [:]
    /// True when the response was not processed, because another process that shares the store was faster.
    var isOvertaken = false
}

/// The changes of one batch of events in one room.
struct RoomChange: Sendable {
    /// An event to be delivered to listeners, with the state just before it.
    struct Delivery: Sendable {
        let event: MXEvent
        let state: MXRoomState
    }

    var summary: MXRoomSummary
    /// The membership before the batch; `nil` when the room was not known.
    var previousMembership: MXMembership?
    /// The ends of the timeline before and after the batch.
    var oldEnd: MXTimelinePosition?
    var newEnd: MXTimelinePosition?
    /// The beginning of the segment to which the batch was added.
    var newStart: MXTimelinePosition?
    /// The number of events that were added at the newer end.
    var newCount = 0
    /// The events for listeners. They are filled only for a watched room.
    var deliveries: [Delivery] = []
    var ephemeral: [MXEvent] = []
    var stateBefore: MXRoomState?
    var stateAfter: MXRoomState?
    /// The other users who are typing; `nil` when they have not changed.
    var typing: [String]?
    /// The receipts that moved.
    var receipts: [MXReceiptData] = []
    /// The user's account data of the room that changed.
    var accountData: [MXEvent] = []
    /// The stored events that were redacted, in their pruned form.
    var redacted: [MXEvent] = []
    /// True when events are missing before this batch.
    var hasGap = false
    /// The messages of the outbox that have arrived in the room, with local ids and event ids.
    var arrived: [ArrivedMessage] = []
}

/// A message of the outbox that has been seen in its room.
struct ArrivedMessage: Sendable {
    let localId: String
    /// The event id; `nil` when the node had accepted the message earlier and its event is in a gap.
    let eventId: String?
}
