extension MXSession {
    /// Calls `block` for every event that a sync brings: events of rooms, presence, account data and to-device events.
    /// - Parameters:
    ///   - types: only events of these types; `nil` for all.
    ///   - block: for a room event its `customObject` is the ``MXRoomState`` just before the event.
    /// - Returns: what ``removeListener(_:)`` takes.
    public func listenToEvents(_ types: [MXEventType]? = nil, _ block: @escaping MXOnSessionEvent) -> MXEventListener {
        listeners.add(types, block)
    }

    public func removeListener(_ listener: Any) { listeners.remove(listener) }
    public func removeAllListeners() { listeners.removeAll() }
}
