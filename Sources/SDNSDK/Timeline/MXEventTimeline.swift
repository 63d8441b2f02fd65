import SDNWire
import Synchronization

/// What goes to a listener of a timeline: an event, which way it came, and the state of the room just before it.
public typealias MXOnRoomEvent = @Sendable (_ event: MXEvent, _ direction: MXTimelineDirection, _ roomState: MXRoomState?) -> Void

/// The events of a room, newest at one end: sync adds there, pagination walks from there to the beginning (SDN sheet 5.5).
///
/// Listeners are called one at a time, in order, on no particular thread, and must not block. A live event is in the store before they
/// hear of it, and they hear of it once.
public final class MXEventTimeline: Sendable {
    /// The room whose events these are.
    public let roomId: String
    let session: MXSession
    let listeners = ListenerList<MXOnRoomEvent>()
    let broadcast = Broadcast<MXTimelineUpdate>()
    /// One pagination at a time; sync goes on in between.
    let paginationGate = SerialGate()

    /// Where pagination stands.
    enum Cursor: Sendable {
        /// Nobody paginates.
        case none
        /// At the newest end, and nothing has come since; also while there is nothing at all.
        case atEnd
        /// Before this position.
        case at(MXTimelinePosition)
    }

    struct Changing: Sendable {
        var state: MXRoomState?
        var cursor = Cursor.none
        /// The state before the last event that pagination delivered.
        var backState: MXRoomState?
        var hasReachedStart = false
        /// Counts resets, so that a pagination under way notices one.
        var resets = 0
    }
    let changing = Mutex(Changing())

    init(roomId: String, session: MXSession) {
        self.roomId = roomId
        self.session = session
    }

    /// Whether this is a room's live timeline. Every timeline is, so far.
    public var isLiveTimeline: Bool { true }

    /// The state of the room now; `nil` while nobody has asked for it. ``MXRoom/state()`` loads it.
    public var state: MXRoomState? { changing.withLock { $0.state } }

    var isWatched: Bool { !listeners.isEmpty || broadcast.hasSubscribers || isPaginating }
    var isPaginating: Bool {
        changing.withLock { changing in
            if case .none = changing.cursor { return false }
            return true
        }
    }

    /// Calls `block` for every event that comes from now on, and for every older one that pagination brings.
    /// - Parameters:
    ///   - types: only events of these types; `nil` for all.
    ///   - block: gets the event, which way it came, and the state just before it.
    /// - Returns: what ``removeListener(_:)`` takes.
    public func listenToEvents(_ types: [MXEventType]? = nil, _ block: @escaping MXOnRoomEvent) -> MXEventListener { listeners.add(types, block) }
    /// Takes a listener of this timeline away; anything else does nothing.
    /// - Parameter listener: what ``listenToEvents(_:_:)`` gave.
    public func removeListener(_ listener: Any) { listeners.remove(listener) }
    /// Takes every listener of this timeline away; sequences of updates go on.
    public func removeAllListeners() { listeners.removeAll() }

    /// Everything that happens from now on. Each call gives a sequence of its own, which ends when the room is left or the session
    /// closed.
    public func updates() -> AsyncStream<MXTimelineUpdate> { broadcast.subscribe() }

    /// Takes every listener away and ends every sequence of updates.
    public func destroy() {
        removeAllListeners()
        broadcast.finish()
    }

    /// The state, read from the store the first time. Only inside the session's gate.
    func loadState() async throws -> MXRoomState {
        if let state { return state }
        let roomId = roomId
        let loaded = try await session.store.read { store in
            let count = try store.room(roomId)?.membersCount ?? MXRoomMembersCount()
            return MXRoomState(roomId: roomId, events: try store.state(ofRoom: roomId), membersCount: count)
        }
        changing.withLock { $0.state = loaded }
        return loaded
    }

    /// Follows a batch that the store has. Only inside the session's gate.
    func follow(_ change: RoomChange) {
        changing.withLock { changing in
            if let state = change.stateAfter { changing.state = state }
            for event in change.redacted { changing.backState?.replace(event) }
            if case .atEnd = changing.cursor, let end = change.oldEnd {
                changing.cursor = .at(end)
                changing.backState = change.stateBefore?.forPagination()
                changing.hasReachedStart = false
            }
        }
        if change.hasGap { broadcast.send(.gap) }
        for delivery in change.deliveries { deliver(delivery.event, .forwards, delivery.state) }
        if let state = change.stateAfter {
            for event in change.ephemeral { deliver(event, .forwards, state) }
        }
        for event in change.redacted { broadcast.send(.redacted(event)) }
    }

    func deliver(_ event: MXEvent, _ direction: MXTimelineDirection, _ state: MXRoomState) {
        for block in listeners.blocks(for: event) { block(event, direction, state) }
        broadcast.send(.event(event, direction, state))
    }
}
