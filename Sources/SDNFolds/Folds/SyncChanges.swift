import SDNValues

/// The changes of one sync response. Memory and listeners follow them once the store has them.
package struct SyncChanges: Sendable {
    /// The token of the next sync; `nil` when another process that shares the store has not synced yet.
    package var nextToken: String?
    package var rooms: [RoomChange] = []
    package var presence: [MXEvent] = []
    package var toDevice: [MXEvent] = []
    package var accountData: [MXEvent] = []
    package var profiles: [String: MXUserProfile] = [:]
    /// True when the response was not processed, because another process that shares the store was faster.
    package var isOvertaken = false

    package init(
        nextToken: String?, rooms: [RoomChange] = [], presence: [MXEvent] = [], toDevice: [MXEvent] = [],
        accountData: [MXEvent] = [], profiles: [String: MXUserProfile] = [:], isOvertaken: Bool = false
    ) {
        self.nextToken = nextToken
        self.rooms = rooms
        self.presence = presence
        self.toDevice = toDevice
        self.accountData = accountData
        self.profiles = profiles
        self.isOvertaken = isOvertaken
    }
}

/// The changes of one batch of events in one room.
package struct RoomChange: Sendable {
    /// An event to be delivered to listeners, with the state just before it.
    package struct Delivery: Sendable {
        package let event: MXEvent
        package let state: MXRoomState

        package init(event: MXEvent, state: MXRoomState) {
            self.event = event
            self.state = state
        }
    }

    package var summary: MXRoomSummary
    /// The membership before the batch; `nil` when the room was not known.
    package var previousMembership: MXMembership?
    /// The ends of the timeline before and after the batch.
    package var oldEnd: MXTimelinePosition?
    package var newEnd: MXTimelinePosition?
    /// The beginning of the segment to which the batch was added.
    var newStart: MXTimelinePosition?
    /// The number of events that were added at the newer end.
    package var newCount = 0
    /// The events for listeners. They are filled only for a watched room.
    package var deliveries: [Delivery] = []
    package var ephemeral: [MXEvent] = []
    package var stateBefore: MXRoomState?
    package var stateAfter: MXRoomState?
    /// The other users who are typing; `nil` when they have not changed.
    package var typing: [String]?
    /// The receipts that moved.
    package var receipts: [MXReceiptData] = []
    /// The user's account data of the room that changed.
    package var accountData: [MXEvent] = []
    /// The stored events that were redacted, in their pruned form.
    package var redacted: [MXEvent] = []
    /// True when events are missing before this batch.
    package var hasGap = false
    /// The messages of the outbox that have arrived in the room, with local ids and event ids.
    package var arrived: [ArrivedMessage] = []

    package init(
        summary: MXRoomSummary, previousMembership: MXMembership? = nil, oldEnd: MXTimelinePosition? = nil,
        newEnd: MXTimelinePosition? = nil, newStart: MXTimelinePosition? = nil, newCount: Int = 0,
        deliveries: [Delivery] = [], ephemeral: [MXEvent] = [], stateBefore: MXRoomState? = nil,
        stateAfter: MXRoomState? = nil, typing: [String]? = nil, receipts: [MXReceiptData] = [],
        accountData: [MXEvent] = [], redacted: [MXEvent] = [], hasGap: Bool = false, arrived: [ArrivedMessage] = []
    ) {
        self.summary = summary
        self.previousMembership = previousMembership
        self.oldEnd = oldEnd
        self.newEnd = newEnd
        self.newStart = newStart
        self.newCount = newCount
        self.deliveries = deliveries
        self.ephemeral = ephemeral
        self.stateBefore = stateBefore
        self.stateAfter = stateAfter
        self.typing = typing
        self.receipts = receipts
        self.accountData = accountData
        self.redacted = redacted
        self.hasGap = hasGap
        self.arrived = arrived
    }
}

/// A message of the outbox that has been seen in its room.
package struct ArrivedMessage: Sendable {
    package let localId: String
    /// The event id; `nil` when the node had accepted the message earlier and its event is in a gap.
    package let eventId: String?

    package init(localId: String, eventId: String?) {
        self.localId = localId
        self.eventId = eventId
    }
}
