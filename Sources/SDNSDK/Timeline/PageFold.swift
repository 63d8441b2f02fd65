import HeraldJSON
import SDNWire

/// Writes one page of a room's history, newest event first, before the events of a segment (SDN sheet 5.5).
struct PageFold {
    let store: any MXStoreWriter
    let roomId: String
    let segmentId: Int64
    /// The token that the page was asked with.
    let token: String?
    /// Whether the session has a name for a user, which is at least as new as what comes with old events.
    let hasMet: @Sendable (String) -> Bool

    /// - Returns: `nil` when the segment is not what it was when the page was asked for; then nothing was written.
    /// - Throws: `JSONError` when the response has no `chunk`, and whatever the store throws.
    func apply(_ response: JSONView) throws -> PageChange? {
        guard let chunk = response["chunk"], chunk.kind == .array else {
            throw JSONError(.missingMember, path: "chunk", reason: "a page of messages needs a list of events")
        }
        guard var segment = try store.segment(segmentId), segment.prevToken == token, !segment.isComplete else { return nil }
        var summary = try store.room(roomId) ?? MXRoomSummary(roomId: roomId, membership: .unknown)
        let redactor = Redactor(store: store, roomId: roomId)
        var change = PageChange()
        try takeMembers(response["state"], &change)
        var meetsOlder = false
        var events = 0
        for view in chunk.elements {
            events += 1
            guard let received = SyncFold.event(view, roomId: roomId), !received.eventId.isEmpty else { continue }
            let event = try redactor.pruned(received, in: summary.roomVersion)
            if try store.prepend(event, to: &segment) {
                if let redacted = try redactor.apply(event, to: &summary) {
                    change.redacted.append(redacted.event)
                    change.summary = summary
                }
                if let message = try store.outgoingMessage(sentAs: event.eventId, inRoom: roomId) {
                    try store.deleteOutgoingMessage(message.localId)
                    change.arrived.append(ArrivedMessage(localId: message.localId, eventId: event.eventId))
                }
            } else if let place = try store.position(ofEvent: event.eventId, inRoom: roomId), place.segment < segmentId {
                // The gap is closed; what follows in this page is stored already or comes when the older segment is gone through.
                meetsOlder = true
                break
            }
        }
        let end = response["end"]?.string
        if meetsOlder || end == nil || end == token || (events == 0 && end == response["start"]?.string) {
            segment.isComplete = true
        } else {
            segment.prevToken = end
        }
        try store.save(segment)
        if let summary = change.summary { try store.save(summary) }
        return change
    }

    /// Lazily loaded members: only those that are not known yet, because the others may be newer (SDN sheet 5.5).
    private func takeMembers(_ state: JSONView?, _ change: inout PageChange) throws {
        guard let state else { return }
        for view in state.elements {
            guard let event = SyncFold.event(view, roomId: roomId), event.type == EventType.member, let userId = event.stateKey,
                try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId) == nil
            else { continue }
            try store.setState(event, ofRoom: roomId)
            change.members.append(event)
            guard !hasMet(userId), let member = MXRoomMember(event), member.isPresent else { continue }
            let profile = MXUserProfile(userId: userId, displayname: member.displayname, avatarUrl: member.avatarUrl)
            try store.save(profile)
            change.profiles.append(profile)
        }
    }
}

/// What a page of history changed, besides the history, for memory and listeners to follow once the store has it.
struct PageChange: Sendable {
    /// Messages of the outbox that were among the events.
    var arrived: [ArrivedMessage] = []
    /// Stored events as redactions in the page left them.
    var redacted: [MXEvent] = []
    /// The room's summary when a redaction may have changed it; its last message is not filled in.
    var summary: MXRoomSummary?
    /// Members that were not known before, and the users among them whom the session had not met.
    var members: [MXEvent] = []
    var profiles: [MXUserProfile] = []
}
