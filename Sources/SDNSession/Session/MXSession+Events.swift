import HeraldJSON
import SDNClient
import SDNValues
import SDNWire
import Synchronization

extension MXSession {
    /// Calls `block` for every event that a sync brings: events of rooms, presence, account data and to-device events.
    /// - Parameters:
    ///   - types: the wanted event types; `nil` for all.
    ///   - block: the listener. For a room event its `customObject` is the ``/SDNValues/MXRoomState`` just before the event.
    /// - Returns: the listener, to be passed to ``removeListener(_:)``.
    public func listenToEvents(_ types: [MXEventType]? = nil, _ block: @escaping MXOnSessionEvent) -> MXEventListener {
        listeners.add(types, block)
    }

    /// Removes a listener of this session. Any other object is ignored.
    /// - Parameter listener: the object from ``listenToEvents(_:_:)``.
    public func removeListener(_ listener: Any) { listeners.remove(listener) }
    /// Removes all listeners of this session. Listeners of timelines are not removed.
    public func removeAllListeners() { listeners.removeAll() }
}

extension MXSession {
    /// Returns an event of a room from the store. An event that is not stored is requested from the node.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the node does not have it; ``/SDNValues/SDNSDKError`` when the store cannot be read or the node does not answer.
    public func event(withEventId eventId: String, inRoom roomId: String) async throws -> MXEvent {
        if let stored = try await store.read({ try $0.event(eventId, inRoom: roomId) }) { return stored }
        return try await sdnRestClient.event(withEventId: eventId, inRoom: roomId)
    }

    /// Creates a room with a body that the app composed, and waits until sync brings it.
    /// - Throws: the errors of ``createRoom(parameters:)-(MXRoomCreationParameters)``.
    public func createRoom(parameters: JSONObject) async throws -> MXRoom {
        try requireSync()
        return try await listed(sdnRestClient.createRoom(parameters: parameters).roomId, as: .join)
    }

    /// True when syncs bring only the members that are needed to show their events. ``MXRoom/members(loadFromNode:)`` loads the other
    /// members. False while the filter is unknown, and for a filter that is known only by its id.
    public var syncWithLazyLoadOfRoomMembers: Bool {
        let filter = shared.withLock { $0.filter }.flatMap { try? JSONValue(parsing: $0) }
        return filter?["room"]?["state"]?["lazy_load_members"]?.boolValue ?? false
    }
}
