import HeraldJSON
import HeraldLocks
import SDNClient
import SDNValues
import SDNWire

extension MXSession {
    // MARK: Listening

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

    /// Returns the session's state as a stream: the current state, and then each change, until the session is closed. A slow reader may miss
    /// states in between and gets the newest. ``updates()`` delivers every one.
    public func stateUpdates() -> AsyncStream<MXSessionState> { states.subscribe() }
}

extension MXSession {
    // MARK: Reading

    /// Returns an event from the store. An event that is not stored is requested from the node.
    /// - Parameters:
    ///   - eventId: the event's ID.
    ///   - roomId: the event's room; `nil` when it is not known. All stored rooms are then searched.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the node does not have it; ``/SDNValues/SDNSDKError`` when the store cannot be read or the node does not answer.
    public func event(withEventId eventId: String, inRoom roomId: String?) async throws -> MXEvent {
        let stored = try await store.read { store -> MXEvent? in
            let rooms = if let roomId { [roomId] } else { try store.rooms().map(\.roomId) }
            for room in rooms {
                if let event = try store.event(eventId, inRoom: room) { return event }
            }
            return nil
        }
        if let stored { return stored }
        guard let roomId else { return try await sdnRestClient.event(withEventId: eventId) }
        return try await sdnRestClient.event(withEventId: eventId, inRoom: roomId)
    }

    /// True when syncs bring only the members that are needed to show their events. ``MXRoom/members(loadFromNode:)`` loads the other
    /// members. False while the filter is unknown, and for a filter that is known only by its ID.
    public var syncWithLazyLoadOfRoomMembers: Bool {
        let filter = shared.withLock { $0.filter }.flatMap { try? JSONValue(parsing: $0) }
        return filter?["room"]?["state"]?["lazy_load_members"]?.boolValue ?? false
    }

    /// The edits and reactions of the session's rooms.
    public var aggregations: MXAggregations { MXAggregations(session: self) }

    /// Opens a world-readable room without joining it.
    /// - Parameter roomIdOrAlias: a room whose history visibility is ``/SDNValues/MXRoomHistoryVisibility/worldReadable``.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the room is not world-readable, or the errors of the requests.
    public func peek(inRoom roomIdOrAlias: String) async throws -> MXPeekingRoom {
        var roomId = roomIdOrAlias
        if roomIdOrAlias.hasPrefix("#") {
            roomId = try await sdnRestClient.perform(Endpoints.roomAlias, RoomAliasRequest(alias: roomIdOrAlias)).roomID
        }
        return try await MXPeekingRoom(roomId: roomId, client: sdnRestClient)
    }

    /// Searches the stored messages, without the node. It works offline, and in rooms whose messages the node cannot read. Messages that were never
    /// loaded to this device are not found; ``/SDNClient/MXRestClient/searchMessages(withPattern:roomEventFilter:beforeLimit:afterLimit:nextBatch:)`` asks the
    /// node (SDN sheet 9.4).
    /// - Parameters:
    ///   - text: the words, all of which a message has to contain, in any order. Case, accents and width do not matter. A text without words finds
    ///     nothing.
    ///   - roomIds: the rooms to search; `nil` for all rooms in the store.
    ///   - limit: the greatest number of messages.
    /// - Returns: the newest messages first, each with the content of its latest edit. Redacted messages and those of ignored users are left out.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeFailed` or `storeDamaged`; `CancellationError`.
    public func searchStoredMessages(_ text: String, inRooms roomIds: [String]? = nil, limit: Int = 50) async throws
        -> [MXEvent]
    {
        let (store, search) = (store, StoredMessageSearch(text, ignored: ignored))
        let rooms = if let roomIds { roomIds } else { try await store.read { try $0.rooms().map(\.roomId) } }
        var found: [MXEvent] = []
        for roomId in Set(rooms).sorted() {
            found += try await search.messages(ofRoom: roomId, in: store, limit: limit)
        }
        return Array(found.sorted { $0.originServerTs > $1.originServerTs }.prefix(max(limit, 0)))
    }
}
