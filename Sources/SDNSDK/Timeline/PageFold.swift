import HeraldJSON
import SDNWire

/// Writes one page of a room's history, newest event first, before the events of a segment (SDN sheet 5.5).
struct PageFold {
    let store: any MXStoreWriter
    let roomId: String
    let segmentId: Int64
    /// The token that the page was asked with.
    let token: String?

    enum Outcome: Sendable {
        /// Written; with the messages of the outbox that were among the events.
        case added(arrived: [ArrivedMessage])
        /// The segment is not what it was when the page was asked for; nothing was written.
        case outdated
    }

    /// - Throws: `JSONError` when the response has no `chunk`, and whatever the store throws.
    func apply(_ response: JSONView) throws -> Outcome {
        guard let chunk = response["chunk"], chunk.kind == .array else {
            throw JSONError(.missingMember, path: "chunk", reason: "a page of messages needs a list of events")
        }
        guard var segment = try store.segment(segmentId), segment.prevToken == token, !segment.isComplete else { return .outdated }
        try takeMembers(response["state"])
        let version = try store.room(roomId)?.roomVersion ?? .standard
        var arrived: [ArrivedMessage] = []
        var meetsOlder = false
        var events = 0
        for view in chunk.elements {
            events += 1
            guard let event = try? MXEvent(view: view, roomId: roomId), !event.eventId.isEmpty else { continue }
            if try store.prepend(event, to: &segment) {
                if event.type == EventType.redaction { _ = try Redactor(store: store, roomId: roomId, version: version).apply(event) }
                if let message = try store.outgoingMessage(sentAs: event.eventId, inRoom: roomId) {
                    try store.deleteOutgoingMessage(message.localId)
                    arrived.append(ArrivedMessage(localId: message.localId, eventId: event.eventId))
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
        return .added(arrived: arrived)
    }

    /// Lazily loaded members: only those that are not known yet, because the others may be newer (SDN sheet 5.5).
    private func takeMembers(_ state: JSONView?) throws {
        guard let state else { return }
        for view in state.elements {
            guard let event = try? MXEvent(view: view, roomId: roomId), event.type == EventType.member, let userId = event.stateKey,
                try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId) == nil
            else { continue }
            try store.setState(event, ofRoom: roomId)
        }
    }
}
