import HeraldJSON
import HeraldLocks
import SDNClient
import SDNValues
import SDNWire

// The events that a room shows at its top (`m.room.pinned_events`).
extension MXRoom {
    private static let pinnedEvents = "m.room.pinned_events"

    /// Returns the IDs of the pinned events, in the room's order.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func pinnedEventIds() async throws -> [String] {
        Self.pinned(in: try await state().stateEvent(Self.pinnedEvents)?.content ?? [:])
    }

    /// Pins an event. Does nothing when it is pinned.
    ///
    /// The change is made to the node's current list, as ``setPowerLevel(ofUser:powerLevel:)`` changes the node's current levels.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notSentYet` for an event that the node has not accepted yet;
    ///   ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func pinEvent(_ eventId: String) async throws {
        guard !eventId.hasPrefix(kMXEventLocalEventIdPrefix) else { throw Outbox.notSentYet }
        try await changePins { $0.contains(eventId) ? nil : $0 + [eventId] }
    }

    /// Unpins an event. Does nothing when it is not pinned.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func unpinEvent(_ eventId: String) async throws {
        try await changePins { $0.contains(eventId) ? $0.filter { $0 != eventId } : nil }
    }

    private func changePins(_ change: @escaping @Sendable ([String]) -> [String]?) async throws {
        try await powerLevelGate.runUnlessCancelled {
            var content = JSONObject()
            do {
                let request = StateContentRequest(roomID: self.roomId, type: Self.pinnedEvents)
                content = try await self.mxSession.sdnRestClient.perform(
                    Endpoints.stateContent, request, as: ObjectContent.self
                ).content
            } catch MXError.notFound {}
            guard let pinned = change(Self.pinned(in: content)) else { return }
            content["pinned"] = .array(pinned.map(JSONValue.string))
            try await self.sendStateEvent(.custom(Self.pinnedEvents), content: content)
        }
    }

    private static func pinned(in content: JSONObject) -> [String] {
        (content["pinned"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
}
