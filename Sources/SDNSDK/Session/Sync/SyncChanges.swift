/// What one sync response changed, for memory and listeners to follow once the store has it.
struct SyncChanges: Sendable {
    var nextToken: String
    var rooms: [RoomChange] = []
    var presence: [MXEvent] = []
    var toDevice: [MXEvent] = []
    var accountData: [MXEvent] = []
    var profiles: [String: MXUserProfile] = [:]
    /// Whether the response was not taken in, because another process that shares the store was faster.
    var isOvertaken = false
}

/// What one batch of events changed in one room.
struct RoomChange: Sendable {
    /// An event on its way to the listeners, with the state just before it.
    struct Delivery: Sendable {
        let event: MXEvent
        let state: MXRoomState
    }

    var summary: MXRoomSummary
    /// `nil` when the room was not known before.
    var previousMembership: MXMembership?
    /// The end of the timeline before and after the batch.
    var oldEnd: MXTimelinePosition?
    var newEnd: MXTimelinePosition?
    /// The beginning of the segment that the batch went to.
    var newStart: MXTimelinePosition?
    /// How many events came in at the newer end.
    var newCount = 0
    /// Filled only for a room that somebody looks at.
    var deliveries: [Delivery] = []
    var ephemeral: [MXEvent] = []
    var stateBefore: MXRoomState?
    var stateAfter: MXRoomState?
    /// Who is writing, the user left out; `nil` when it has not changed.
    var typing: [String]?
    /// Receipts that moved.
    var receipts: [MXReceiptData] = []
    /// The user's account data of the room that changed.
    var accountData: [MXEvent] = []
    /// Stored events as redactions left them.
    var redacted: [MXEvent] = []
    /// Whether events are missing before this batch.
    var hasGap = false
    /// Messages of the outbox that have arrived in the room: local ids and event ids.
    var arrived: [ArrivedMessage] = []
}

/// A message of the outbox that has been seen in its room.
struct ArrivedMessage: Sendable {
    let localId: String
    /// `nil` when the node had accepted it earlier and the event itself lies in a gap.
    let eventId: String?
}
