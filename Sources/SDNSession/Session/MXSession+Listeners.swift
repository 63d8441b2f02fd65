import SDNValues

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
    /// Removes all listeners of this session. Those of timelines stay.
    public func removeAllListeners() { listeners.removeAll() }
}
