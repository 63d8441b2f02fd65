import HeraldLocks
import SDNValues

extension MXRoom {
    /// Returns a timeline that begins at an event, wherever in the room's history it is (SDN sheet 5.5).
    ///
    /// ``MXEventTimeline/resetPaginationAroundInitialEvent(withLimit:)`` delivers the event with the events around it.
    /// ``MXEventTimeline/paginate(_:direction:onlyFromStore:)`` then continues in both directions. When it meets history that the store has, it walks
    /// through the store and fills its gaps. Keep a reference to the timeline as long as you use it.
    /// - Parameter eventId: the event. It need not be stored.
    public func timeline(onEvent eventId: String) -> MXEventTimeline {
        let timeline = MXEventTimeline(roomId: roomId, session: mxSession, initialEventId: eventId)
        liveTimeline.focused.add(timeline)
        return timeline
    }
}

extension MXEventTimeline {
    /// Delivers the event on which this timeline was opened, forwards; then the events before it, backwards; then those after it, forwards.
    ///
    /// When the node cannot be reached, the events are read from the store, if it has everything from the event to now.
    /// - Parameter limit: the number of events to deliver around the event, half of them on each side.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for a live timeline; ``/SDNValues/MXError/notFound`` when the node does not have the
    ///   event or does not show it.
    public func resetPaginationAroundInitialEvent(withLimit limit: UInt) async throws {
        guard let focus else {
            throw SDNSDKError(.invalidArgument, field: "timeline", reason: "a live timeline has no initial event")
        }
        try await paginationGate.run {
            focus.reset()
            try await focus.begin(limit: Int(clamping: limit))
        }
    }
}
