import HeraldJSON
import SDNValues
import SDNWire

/// Writes one room's part of a sync response into the store, and collects the changes.
struct RoomFold {
    enum Section { case join, invite, knock, leave }

    let store: any MXStoreWriter
    let roomId: String
    let userId: String
    let keepsHistory: Bool
    /// True when the response contains the whole state of the room. It then replaces the stored state.
    let isInitial: Bool
    let ignored: Set<String>
    var change: RoomChange
    /// The profiles of members, in the order of their arrival. If a user has several, the last one is used.
    var profiles: [MXUserProfile] = []
    /// The room's state at the event that is being processed; `nil` for a room that is not watched.
    var state: MXRoomState?
    /// The number of members, tracked only when the node does not count them.
    var memberCount: MXRoomMembersCount?
    /// The users with new member events, tracked only when the node does not count the members.
    var changedMembers: Set<String> = []
    /// True when the room is watched: its events have listeners, or its state is in memory.
    var isWatched: Bool { state != nil }
    private let isNew: Bool
    var reading: ReadingFold<MXReceivedEvent>
    /// The current time by this device's clock.
    private let now: Timestamp
    let outgoing: OutgoingFacts

    init(
        store: any MXStoreWriter, roomId: String, userId: String, keepsHistory: Bool, isInitial: Bool,
        ignored: Set<String>,
        state: MXRoomState?, isWatched: Bool, unreadTypes: Set<String> = [],
        now: Timestamp = Timestamp(milliseconds: 0),
        outgoing: OutgoingFacts = OutgoingFacts()
    ) throws {
        self.store = store
        self.roomId = roomId
        self.userId = userId
        self.keepsHistory = keepsHistory
        self.isInitial = isInitial
        self.ignored = ignored
        self.now = now
        self.outgoing = outgoing
        let known = try store.room(roomId)
        self.reading = ReadingFold(
            store: store, roomId: roomId, userId: userId, unreadTypes: unreadTypes, ignored: ignored,
            isKnownRoom: known != nil)
        self.isNew = known == nil
        self.change = RoomChange(
            summary: known ?? MXRoomSummary(roomId: roomId, membership: .unknown), previousMembership: known?.membership
        )
        change.oldEnd = try store.newestSegment(ofRoom: roomId)?.endPosition
        change.newEnd = change.oldEnd
        if isWatched {
            self.state =
                try state
                ?? MXRoomState(
                    roomId: roomId, events: store.state(ofRoom: roomId), membersCount: change.summary.membersCount)
        }
    }

    /// Applies one room's part of a response.
    /// - Returns: false when the response only says that the user left a room that the store does not know.
    mutating func apply(_ view: JSONView, as section: Section) throws -> Bool {
        switch section {
        case .join: try join(view)
        case .invite: try strippedState(view["invite_state"], membership: .invite)
        case .knock: try strippedState(view["knock_state"], membership: .knock)
        case .leave:
            // The store may not know the room, for example if the user declined its invitation on another device.
            guard !isNew else { return false }
            try leave(view)
        }
        try finish()
        return true
    }

    /// Marks a stored room as left, because an initial response does not contain it. The user left while the session was not syncing.
    mutating func applyAbsence() throws {
        change.summary.membership = .leave
        try finish()
    }

    mutating func finish() throws {
        let isHidden = change.summary.lastMessage.map { IgnoredUsers.hide($0, ignored) } ?? true
        if isHidden { change.summary.lastMessage = try store.lastMessage(ofRoom: roomId, ignoring: ignored) }
        try store.save(change.summary)
        change.stateAfter = state
    }

    private mutating func join(_ view: JSONView) throws {
        let isEntry = isInitial || change.summary.membership != .join
        if isEntry {
            // The state from an invite or an earlier membership may be outdated. The node sends the whole state when the user joins.
            try forgetState()
            change.summary.set(.hasAllMembers, false)
            change.summary.set(.inviter, nil)
            change.summary.set(.invitedDirectly, nil)
        }
        change.summary.membership = .join
        try introduce()
        try takeCounts(view, isEntry: isEntry)
        try takeState(view["state"])
        try takeTimeline(view["timeline"], isEntry: isEntry)
        try takeQuotes()
        keepMemberCount()
        try takeHeroes(view["summary"])
        try takeEphemeralAndAccountData(view, isEntry: isEntry)
        if state != nil { change.ephemeral = SyncFold.events(view["ephemeral"], roomId: roomId) }
    }

    private mutating func leave(_ view: JSONView) throws {
        let wasIn = change.summary.membership == .join
        try takeState(view["state"])
        // The timeline of a former member continues the stored one. After an invite, there is no stored timeline to continue.
        try takeTimeline(view["timeline"], isEntry: isInitial || !wasIn)
        let own = try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId).flatMap(
            MXRoomMember.init)
        change.summary.membership = own?.membership == .ban ? .ban : .leave
    }

    private mutating func strippedState(_ view: JSONView?, membership: MXMembership) throws {
        change.summary.membership = membership
        try introduce()
        try forgetState()
        for event in MXReceivedEvent.list(view, roomId: roomId) where event.isState {
            try setState(event)
            if event.type == EventType.member, event.stateKey == userId, membership == .invite { takeInvite(event) }
        }
        if membership == .invite { nameAfterInviter() }
    }

    private mutating func takeInvite(_ event: MXReceivedEvent) {
        change.summary.set(.inviter, .string(event.sender))
        change.summary.set(.invitedDirectly, event.content?["is_direct"]?.bool ?? false ? true : nil)
        // The time of arrival is used, because the state that comes with an invite has no times.
        if change.previousMembership != .invite { change.summary.noteInvite(at: now) }
    }

    /// Saves a new room before its events, because the store needs the room first. The final summary is written once, at the end.
    private func introduce() throws {
        if isNew { try store.save(change.summary) }
    }

    private mutating func forgetState() throws {
        if !isNew { try store.deleteState(ofRoom: roomId) }
        change.summary.forgetState()
        if state != nil { state = MXRoomState(roomId: roomId, membersCount: change.summary.membersCount) }
        change.stateBefore = state
    }

    mutating func takeState(_ section: JSONView?) throws {
        let events = MXReceivedEvent.list(section, roomId: roomId, where: \.isState)
        // A new room's state is stored in one step. When members are counted, events are stored singly, to compare each with the stored one.
        if isNew, memberCount == nil {
            try store.setFirstState(events, ofRoom: roomId)
            for event in events { try note(state: event) }
        } else {
            for event in events { try setState(event) }
        }
        change.stateBefore = state
    }

    private mutating func setState(_ event: MXReceivedEvent) throws {
        if memberCount != nil, event.type == EventType.member, let userId = event.stateKey {
            try countMember(userId, event.content?["membership"]?.string)
        }
        try store.setState(event, ofRoom: roomId)
        try note(state: event)
    }

    private mutating func note(state event: MXReceivedEvent) throws {
        change.summary.apply(event)
        if state != nil { state?.apply(try event.event()) }
        takeProfile(event)
    }

    /// Makes a state event current, even if the store already has the event.
    private mutating func setState(_ event: MXEvent) throws {
        if memberCount != nil, event.type == EventType.member, let userId = event.stateKey {
            try countMember(userId, event.content["membership"]?.stringValue)
        }
        try store.setState(event, ofRoom: roomId)
        change.summary.apply(event)
        state?.apply(event)
        takeProfile(event)
    }

    private mutating func takeTimeline(_ view: JSONView?, isEntry: Bool) throws {
        let events = MXReceivedEvent.list(view, roomId: roomId, where: \.hasEventId)
        let isLimited = view?["limited"]?.bool ?? false
        guard !events.isEmpty || isLimited || isEntry else { return }
        let told = isLimited || isEntry ? try countOfTold(events) : 0
        var segment = try self.segment(
            prevToken: view?["prev_batch"]?.string, isLimited: isLimited, isEntry: isEntry, events: events, told: told)
        let goesOn = change.oldEnd?.segment == segment.id
        // A room without stored history has no end yet. The beginning of the new segment then counts as its end before this batch.
        if change.oldEnd == nil { change.oldEnd = segment.endPosition }
        if goesOn, told > 0 { change.lacksHistory = try isLacking(events.prefix(told)) }
        var preview = Preview(events)
        reading.begin(events)
        for (index, event) in events.enumerated() {
            if event.isSent(by: userId) { try matchOutgoing(event) }
            // An event that comes before one in the newest segment is older history. It is not appended: it is stored already, or pagination
            // brings it to its place.
            let isNew = index < told && goesOn ? false : try store.append(event, to: &segment)
            guard isNew, index >= told else {
                // This event is not new at the live end. If it is a state event, it becomes current all the same.
                if event.isState {
                    if let stored = try store.event(event.eventId, inRoom: roomId) {
                        try setState(stored)
                    } else {
                        try setState(event)
                    }
                }
                if index < told { change.stateBefore = state }
                continue
            }
            change.newCount += 1
            let isHidden = !ignored.isEmpty && !event.isState && ignored.contains(event.sender)
            reading.note(index, isHidden: isHidden)
            if !isHidden, let state {
                change.deliveries.append(RoomChange.Delivery(event: try event.event(), state: state))
            }
            if event.isState { try setState(event) }
            if event.type == EventType.redaction {
                try preview.move(into: &change.summary)
                try redact(by: event.event(), isEntry: isEntry)
            }
            if !isHidden { preview.note(index) }
        }
        try preview.move(into: &change.summary)
        try store.save(segment)
        change.newEnd = segment.endPosition
        change.newStart = MXTimelinePosition(segment: segment.id, index: segment.first)
        if isLimited { try dropAcceptedOutgoing() }
    }

    /// Returns the number of events up to and including the newest stored event; 0 when the list does not contain that event. If the list
    /// contains it, no events are missing between the stored history and the rest of the list.
    private func countOfTold(_ events: [MXReceivedEvent]) throws -> Int {
        guard let newest = try store.newestSegment(ofRoom: roomId),
            let last = try store.events(inSegment: newest.id, before: newest.end, limit: 1).first
        else { return 0 }
        let eventId = last.eventId
        return (events.lastIndex { $0.eventId == eventId } ?? -1) + 1
    }

    /// Returns the segment to which the events are added: the newest one, or a new one when events are missing after the stored history.
    private mutating func segment(
        prevToken: String?, isLimited: Bool, isEntry: Bool, events: [MXReceivedEvent], told: Int
    ) throws -> MXTimelineSegment {
        // The timeline is known to be complete if it begins with the room's creation, or if the node sent no token for earlier events. Otherwise
        // pagination asks the node for earlier events.
        let isWhole = !isLimited && (prevToken == nil || events.first?.type == EventType.create)
        guard var newest = try store.newestSegment(ofRoom: roomId) else {
            return try store.addSegment(toRoom: roomId, prevToken: prevToken, isComplete: isWhole)
        }
        guard (isLimited || isEntry) && told == 0 else {
            guard !keepsHistory, let prevToken else { return newest }
            try store.deleteMessages(ofRoom: roomId)
            return try store.addSegment(toRoom: roomId, prevToken: prevToken, isComplete: isWhole)
        }
        change.hasGap = true
        if newest.isEmpty {
            newest.prevToken = prevToken
            newest.isComplete = false
            return newest
        }
        if !keepsHistory { try store.deleteMessages(ofRoom: roomId) }
        return try store.addSegment(toRoom: roomId, prevToken: prevToken, isComplete: false)
    }

    private mutating func redact(by redaction: MXEvent, isEntry: Bool) throws {
        guard
            let outcome = try Redactor(store: store, roomId: roomId).apply(
                redaction, to: &change.summary, isStateNew: isEntry)
        else { return }
        change.redacted.append(outcome.event)
        if outcome.isState {
            state?.apply(outcome.event)
            takeProfile(outcome.event)
        }
    }
}
