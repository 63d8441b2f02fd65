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
    /// - Returns: `nil` when the target is not stored or was redacted before.
    func apply(_ redaction: MXEvent, to summary: inout MXRoomSummary) throws -> Outcome? {
        let version = summary.roomVersion
        guard let targetId = redaction.redacts(in: version), let target = try store.event(targetId, inRoom: roomId), !target.isRedacted,
            let pruned = target.prune(roomVersion: version, because: redaction)
        else { return nil }
        try store.replace(pruned, inRoom: roomId)
        if summary.lastMessage?.eventId == targetId { summary.lastMessage = pruned }
        guard let stateKey = pruned.stateKey, try store.stateEvent(ofRoom: roomId, type: pruned.type, stateKey: stateKey)?.eventId == targetId else {
            return Outcome(event: pruned, isState: false)
        }
        try store.setState(pruned, ofRoom: roomId)
        summary.apply(pruned)
        return Outcome(event: pruned, isState: true)
    }

    /// An event as it is to be stored when its redaction is stored already: a page may have been on its way when sync brought that.
    func pruned(_ event: MXEvent, in version: RoomVersion) throws -> MXEvent {
        guard !event.isRedacted else { return event }
        let redactions = try store.events(relatedTo: event.eventId, inRoom: roomId, by: EventType.redaction)
        guard let redaction = redactions.first(where: { $0.redacts(in: version) == event.eventId }) else { return event }
        return event.prune(roomVersion: version, because: redaction) ?? event
    }
}
