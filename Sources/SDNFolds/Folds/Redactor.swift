import SDNValues
import SDNWire

/// Applies redactions to stored events (SDN sheet 5.8).
struct Redactor {
    let store: any MXStoreWriter
    let roomId: String

    /// The redacted form of a stored event.
    struct Outcome {
        let event: MXEvent
        /// True when the event is part of the room's current state.
        let isState: Bool
    }

    /// Prunes the redacted event wherever it is stored: in the timeline, in the current state and in the summary.
    /// - Parameter isStateNew: true when the room's state came with the redaction and already reflects it.
    /// - Returns: the pruned event; `nil` when the event is not stored or was redacted before.
    func apply(_ redaction: MXEvent, to summary: inout MXRoomSummary, isStateNew: Bool = false) throws -> Outcome? {
        let version = summary.roomVersion
        guard let targetId = redaction.redacts(in: version) else { return nil }
        try pruneSuccessors(of: targetId, version)
        let stored = try store.event(targetId, inRoom: roomId)
        let mayBeState = !isStateNew && stored?.isState ?? true
        var current = try stored.flatMap(currentState)
        if mayBeState {
            // A state event from before the stored history is stored only as state, not in the timeline. A page may have brought an event
            // in redacted form while the event is still stored as state with its content.
            for event in try store.stateEvents(about: targetId, ofRoom: roomId) {
                if event.eventId == targetId { current = event } else { try prune(successor: event, version) }
            }
        }
        let outcome = try prune(
            [stored, current].compactMap(\.self), isState: current != nil, because: redaction, &summary)
        if mayBeState { try store.dropReplacedState(targetId, ofRoom: roomId) }
        return outcome
    }

    /// Prunes stored copies of an event.
    /// - Parameter targets: the stored copies of the redacted event, in the timeline and in the state.
    private func prune(_ targets: [MXEvent], isState: Bool, because redaction: MXEvent, _ summary: inout MXRoomSummary)
        throws -> Outcome?
    {
        guard let target = targets.first(where: { !$0.isRedacted }),
            let pruned = target.prune(roomVersion: summary.roomVersion, because: redaction)
        else { return nil }
        try store.replace(pruned, inRoom: roomId)
        // The redacted message or edit can no longer be what the room list shows.
        if summary.lastMessage?.eventId == target.eventId || target.isReplacement { summary.lastMessage = nil }
        guard isState else { return Outcome(event: pruned, isState: false) }
        try store.setState(pruned, ofRoom: roomId)
        summary.apply(pruned)
        return Outcome(event: pruned, isState: true)
    }

    /// Returns the copy of an event in the room's current state; `nil` when the event is not current.
    private func currentState(_ event: MXEvent) throws -> MXEvent? {
        guard let stateKey = event.stateKey else { return nil }
        let current = try store.stateEvent(ofRoom: roomId, type: event.type, stateKey: stateKey)
        return current?.eventId == event.eventId ? current : nil
    }

    /// Prunes the content of the redacted event in the state events that replaced it. Such an event repeats that content as `prev_content`.
    private func pruneSuccessors(of targetId: String, _ version: RoomVersion) throws {
        for successor in try store.events(relatedTo: targetId, inRoom: roomId, by: IndexedRelation.replacement) {
            try prune(successor: successor, version)
        }
    }

    private func prune(successor: MXEvent, _ version: RoomVersion) throws {
        guard let pruned = successor.pruningPrevContent(version) else { return }
        try store.replace(pruned, inRoom: roomId)
        guard let stateKey = pruned.stateKey else { return }
        if try store.stateEvent(ofRoom: roomId, type: pruned.type, stateKey: stateKey)?.eventId == pruned.eventId {
            try store.setState(pruned, ofRoom: roomId)
        }
    }

    /// Returns an event, pruned if its redaction is already stored. A page may contain the event with its content, because the page was
    /// requested before sync brought the redaction.
    func pruned(_ event: MXEvent, in version: RoomVersion) throws -> MXEvent {
        try event.pruned(byRedactionsIn: store, roomId: roomId, version)
    }
}

extension MXEvent {
    /// Returns this event as the stored redactions leave it. Redactions also apply to `prev_content`, the content of the event that this
    /// event replaced.
    package func pruned(byRedactionsIn store: any MXStoreReader, roomId: String, _ version: RoomVersion) throws
        -> MXEvent
    {
        func redaction(of eventId: String) throws -> MXEvent? {
            try store.events(relatedTo: eventId, inRoom: roomId, by: EventType.redaction).first {
                $0.redacts(in: version) == eventId
            }
        }
        var event = self
        if !isRedacted, let redaction = try redaction(of: eventId) {
            event = prune(roomVersion: version, because: redaction) ?? event
        }
        guard isState, let replaced = unsignedData.replacesState, try redaction(of: replaced) != nil else {
            return event
        }
        return event.pruningPrevContent(version) ?? event
    }
}
