/// Reads parts of a room's history that a store can find without reading all of it. It is valid only inside a transaction.
///
/// Each method has a default that reads more than it returns. A store with an index should have implementations of its own, because a
/// session processes no sync meanwhile.
public protocol MXStoreHistoryReader {
    /// Returns the newest of the events that have a relation of this type to another event, newest first, each with its place.
    /// - Parameters:
    ///   - eventId: the other event.
    ///   - roomId: the room of both events.
    ///   - relationType: the type of the relation.
    ///   - oldest: the first place at which an event may be; `nil` for any.
    ///   - end: the place before which the events have to be; `nil` for any.
    ///   - limit: the greatest number of events.
    /// - Throws: the errors of the store.
    func events(
        relatedTo eventId: String, inRoom roomId: String, by relationType: String, from oldest: MXTimelinePosition?,
        before end: MXTimelinePosition?, limit: Int
    ) throws -> [MXPlacedEvent]
    /// Returns the state events in a part of a room's history, newest first. The store may end before it has looked at the whole part.
    /// ``MXStateChanges/start`` is then the place before which to continue.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - oldest: the place of the first event of the part.
    ///   - end: the place after the last event of the part.
    ///   - limit: the number of state events after which the store ends.
    /// - Throws: the errors of the store.
    func stateChanges(
        inRoom roomId: String, from oldest: MXTimelinePosition, before end: MXTimelinePosition, limit: Int
    ) throws -> MXStateChanges
}

/// A stored event with its place in the history of its room.
public struct MXPlacedEvent: Sendable {
    /// The event.
    public let event: MXEvent
    /// The place of the event.
    public let place: MXTimelinePosition

    /// Creates an event with its place.
    public init(event: MXEvent, place: MXTimelinePosition) {
        self.event = event
        self.place = place
    }
}

/// The state events of a part of a room's history.
public struct MXStateChanges: Sendable {
    /// The events, newest first. Some may be no state events; they have no state key.
    public let events: [MXEvent]
    /// The oldest place that the store has looked at.
    public let start: MXTimelinePosition

    /// Creates the result of a search.
    /// - Parameters:
    ///   - events: the state events from `start` on, newest first.
    ///   - start: the oldest place that was looked at.
    public init(events: [MXEvent], start: MXTimelinePosition) {
        self.events = events
        self.start = start
    }
}

extension MXStoreReader {
    /// Returns the newest of the events that have a relation of this type to another event, newest first, each with its place. This default
    /// reads all of them, and looks up the place of each.
    /// - Parameters:
    ///   - eventId: the other event.
    ///   - roomId: the room of both events.
    ///   - relationType: the type of the relation.
    ///   - oldest: the first place at which an event may be; `nil` for any.
    ///   - end: the place before which the events have to be; `nil` for any.
    ///   - limit: the greatest number of events.
    /// - Throws: the errors of the store.
    public func events(
        relatedTo eventId: String, inRoom roomId: String, by relationType: String, from oldest: MXTimelinePosition?,
        before end: MXTimelinePosition?, limit: Int
    ) throws -> [MXPlacedEvent] {
        let placed = try events(relatedTo: eventId, inRoom: roomId, by: relationType).compactMap { event in
            try position(ofEvent: event.eventId, inRoom: roomId).map { MXPlacedEvent(event: event, place: $0) }
        }
        let wanted = placed.filter { found in
            (oldest.map { found.place >= $0 } ?? true) && (end.map { found.place < $0 } ?? true)
        }
        return Array(wanted.sorted { $0.place > $1.place }.prefix(max(limit, 0)))
    }

    /// Returns the state events in a part of a room's history, newest first. This default reads all events of the part, and ends after 20
    /// events for each state event that is wanted.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - oldest: the place of the first event of the part.
    ///   - end: the place after the last event of the part.
    ///   - limit: the number of state events after which the search ends.
    /// - Throws: the errors of the store.
    public func stateChanges(
        inRoom roomId: String, from oldest: MXTimelinePosition, before end: MXTimelinePosition, limit: Int
    ) throws -> MXStateChanges {
        var found: [MXEvent] = []
        var left = Int64(min(max(limit, 1), 10_000)) * 20
        var segment = try newestSegment(ofRoom: roomId)
        while let here = segment, here.id >= oldest.segment {
            var index = here.id == end.segment ? min(end.index, here.end) : here.end
            let first = here.id == oldest.segment ? max(oldest.index, here.first) : here.first
            while here.id <= end.segment, index > first {
                let between = index.subtractingReportingOverflow(first)
                let wanted = min(between.overflow ? .max : between.partialValue, left, 500)
                let events = try events(inSegment: here.id, before: index, limit: Int(clamping: wanted))
                guard !events.isEmpty else { break }
                // The positions in a segment are consecutive.
                index = index.subtractingReportingOverflow(Int64(events.count)).partialValue
                left -= Int64(events.count)
                found += events.filter(\.isState)
                guard left > 0, found.count < limit else {
                    return MXStateChanges(
                        events: found, start: max(oldest, MXTimelinePosition(segment: here.id, index: index)))
                }
            }
            segment = try self.segment(olderThan: here)
        }
        return MXStateChanges(events: found, start: oldest)
    }
}
