import SDNWire

/// Carries redactions out on what is stored (SDN sheet 5.8).
struct Redactor {
    let store: any MXStoreWriter
    let roomId: String

    /// A stored event as a redaction left it.
    struct Outcome {
        let event: MXEvent
        /// Whether it is a piece of the room's current state.
        let isState: Bool
    }

    /// Prunes the target in its place, in the state where it stands there, and in the summary.
    /// - Parameter isStateNew: whether the room's state came with the redaction, and so as that left it.
    /// - Returns: `nil` when the target is not stored or was redacted before.
    func apply(_ redaction: MXEvent, to summary: inout MXRoomSummary, isStateNew: Bool = false) throws -> Outcome? {
        let version = summary.roomVersion
        guard let targetId = redaction.redacts(in: version) else { return nil }
        try pruneSuccessors(of: targetId, version)
        let stored = try store.event(targetId, inRoom: roomId)
        let mayBeState = !isStateNew && stored?.isState ?? true
        var current = try stored.flatMap(currentState)
        if mayBeState {
            // State that was there before the stored history began stands only among the state; and an event that came pruned with a page
            // may stand there as it was before.
            for event in try store.stateEvents(about: targetId, ofRoom: roomId) {
                if event.eventId == targetId { current = event } else { try prune(successor: event, version) }
            }
        }
        let outcome = try prune([stored, current].compactMap(\.self), isState: current != nil, because: redaction, &summary)
        if mayBeState { try store.dropReplacedState(targetId, ofRoom: roomId) }
        return outcome
    }

    /// - Parameter targets: the redacted event as it is stored, in the timeline and among the state.
    private func prune(_ targets: [MXEvent], isState: Bool, because redaction: MXEvent, _ summary: inout MXRoomSummary) throws -> Outcome? {
        guard let target = targets.first(where: { !$0.isRedacted }),
            let pruned = target.prune(roomVersion: summary.roomVersion, because: redaction)
        else { return nil }
        try store.replace(pruned, inRoom: roomId)
        // Another message, or an earlier version of it, is to be shown.
        if summary.lastMessage?.eventId == target.eventId || target.isReplacement { summary.lastMessage = nil }
        guard isState else { return Outcome(event: pruned, isState: false) }
        try store.setState(pruned, ofRoom: roomId)
        summary.apply(pruned)
        return Outcome(event: pruned, isState: true)
    }

    /// An event as it stands among the room's current state; `nil` when it is not current.
    private func currentState(_ event: MXEvent) throws -> MXEvent? {
        guard let stateKey = event.stateKey else { return nil }
        let current = try store.stateEvent(ofRoom: roomId, type: event.type, stateKey: stateKey)
        return current?.eventId == event.eventId ? current : nil
    }

    /// A state event that replaced the target repeats its content.
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

    /// An event as it is to be stored when its redaction is stored already: a page may have been on its way when sync brought that.
    func pruned(_ event: MXEvent, in version: RoomVersion) throws -> MXEvent {
        try event.pruned(byRedactionsIn: store, roomId: roomId, version)
    }
}

extension MXEvent {
    /// This event, and what it says about the one it replaced, as the redactions leave it that are stored.
    func pruned(byRedactionsIn store: any MXStoreReader, roomId: String, _ version: RoomVersion) throws -> MXEvent {
        func redaction(of eventId: String) throws -> MXEvent? {
            try store.events(relatedTo: eventId, inRoom: roomId, by: EventType.redaction).first { $0.redacts(in: version) == eventId }
        }
        var event = self
        if !isRedacted, let redaction = try redaction(of: eventId) { event = prune(roomVersion: version, because: redaction) ?? event }
        guard isState, let replaced = unsignedData.replacesState, try redaction(of: replaced) != nil else { return event }
        return event.pruningPrevContent(version) ?? event
    }
}
