import HeraldJSON
import SDNValues

/// An event with the events around it. A timeline that is opened at an event begins with such a context.
package struct EventContext: Sendable {
    package let event: MXEvent
    /// The events before ``event``, newest first.
    package let before: [MXEvent]
    /// The events after ``event``, oldest first.
    package let after: [MXEvent]
    /// The room's state after the newest event of this context.
    package let state: [MXEvent]
    package let start: String?
    package let end: String?

    package var oldest: MXEvent { before.last ?? event }
    package var newest: MXEvent { after.last ?? event }
    package var all: [MXEvent] { before + [event] + after }

    private init(event: MXEvent, before: [MXEvent], after: [MXEvent], state: [MXEvent], start: String?, end: String?) {
        self.event = event
        self.before = before
        self.after = after
        self.state = state
        self.start = start
        self.end = end
    }

    /// Reads the context from a node's answer.
    /// - Throws: `JSONError` when the answer has no event.
    package init(_ document: JSONDocument, roomId: String) throws {
        let root = document.root
        func events(_ name: String) -> [MXEvent] {
            SyncFold.events(of: root[name], roomId: roomId).filter { !$0.eventId.isEmpty }
        }
        guard let view = root["event"], let event = SyncFold.event(view, roomId: roomId), !event.eventId.isEmpty else {
            throw JSONError(.missingMember, path: "event", reason: "the event's context lacks the event")
        }
        var seen: Set<String> = [event.eventId]
        self.init(
            event: event, before: events("events_before").filter { seen.insert($0.eventId).inserted },
            after: events("events_after").filter { seen.insert($0.eventId).inserted },
            state: SyncFold.events(of: root["state"], roomId: roomId), start: root["start"]?.string,
            end: root["end"]?.string)
    }

    /// Reads the context from the store. To find the state at that time, the later state events are undone in the room's current state,
    /// newest first.
    /// - Returns: `nil` when the event is not stored, or when the store lacks events after it.
    package init?(of eventId: String, inRoom roomId: String, from store: any MXStoreReader, limit: Int) throws {
        guard let place = try store.position(ofEvent: eventId, inRoom: roomId),
            let event = try store.event(eventId, inRoom: roomId),
            let own = try store.segment(place.segment)
        else { return nil }
        let half = max(limit / 2, 0)
        let before = half > 0 ? try store.events(inSegment: place.segment, before: place.index, limit: half) : []
        let after = half > 0 ? try store.events(in: own, from: place.following.index, limit: half) : []
        let last = try (after.last.flatMap { try store.position(ofEvent: $0.eventId, inRoom: roomId) }) ?? place
        var state = MXRoomState(roomId: roomId, isLive: false, events: try store.state(ofRoom: roomId))
        var segment = try store.newestSegment(ofRoom: roomId)
        while let current = segment {
            let stop = current.id == last.segment ? last.following.index : current.first
            var index = current.end
            while index > stop {
                // The positions in a damaged store file may be any numbers, so their difference may overflow. The next position is always the actual
                // place of an event.
                let (left, overflow) = index.subtractingReportingOverflow(stop)
                let page = try store.events(
                    inSegment: current.id, before: index, limit: overflow ? 200 : Int(min(200, left)))
                guard let oldest = page.last, let place = try store.position(ofEvent: oldest.eventId, inRoom: roomId),
                    place.index < index
                else { break }
                let replaced = try store.replaced(by: page, inRoom: roomId)
                for event in page {
                    state.undo(event, restoringFrom: replaced)
                }
                index = place.index
            }
            if current.id == last.segment { break }
            guard current.isComplete else { return nil }
            segment = try store.segment(olderThan: current)
        }
        self.init(event: event, before: before, after: after, state: state.stateEvents, start: nil, end: nil)
    }

    /// Returns the same context with every event replaced by the result of `body`.
    package func mapEvents(_ body: (MXEvent) throws -> MXEvent) rethrows -> EventContext {
        try EventContext(
            event: body(event), before: before.map(body), after: after.map(body), state: state.map(body), start: start,
            end: end)
    }
}
