extension MXSession {
    /// Calls `block` for every event that a sync brings: events of rooms, presence, account data and to-device events.
    /// - Parameters:
    ///   - types: only events of these types; `nil` for all.
    ///   - block: for a room event its `customObject` is the ``MXRoomState`` just before the event.
    /// - Returns: what ``removeListener(_:)`` takes.
    public func listenToEvents(_ types: [MXEventType]? = nil, _ block: @escaping MXOnSessionEvent) -> MXEventListener {
        listeners.add(types, block)
    }

    /// Takes a listener of this session away; anything else does nothing.
    /// - Parameter listener: what ``listenToEvents(_:_:)`` gave.
    public func removeListener(_ listener: Any) { listeners.remove(listener) }
    /// Takes every listener of this session away; those of timelines stay.
    public func removeAllListeners() { listeners.removeAll() }
}
