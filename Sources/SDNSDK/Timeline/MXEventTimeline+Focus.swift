extension MXRoom {
    /// A timeline that begins at an event, wherever in the room's history that stands (SDN sheet 5.5).
    ///
    /// ``MXEventTimeline/resetPaginationAroundInitialEvent(withLimit:)`` brings the event with what stands around it; then
    /// ``MXEventTimeline/paginate(_:direction:onlyFromStore:)`` goes on in both directions. Where it meets history that the store has, it
    /// walks through the store and fills its gaps. Hold on to the timeline as long as it is of use.
    /// - Parameter eventId: the event; it need not be stored.
    public func timeline(onEvent eventId: String) -> MXEventTimeline {
        let timeline = MXEventTimeline(roomId: roomId, session: mxSession, initialEventId: eventId)
        liveTimeline.focused.add(timeline)
        return timeline
    }
}

extension MXEventTimeline {
    /// Brings the event that this timeline was opened on, forwards, then the events before it, backwards, then those after it, forwards.
    ///
    /// When the node cannot be reached, the store is read, if everything from the event to now is in it.
    /// - Parameter limit: how many events to bring around the event, half of them on each side.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` for a live timeline; ``MXError/notFound`` when the node does not have the
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

    /// The closure form of ``resetPaginationAroundInitialEvent(withLimit:)``.
    @discardableResult
    public func resetPaginationAroundInitialEvent(
        withLimit limit: UInt, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        session.sdnRestClient.adapt(completion) { try await self.resetPaginationAroundInitialEvent(withLimit: limit) }
    }
}
