import HeraldJSON
import SDNWire
import Synchronization

/// What goes to a listener of a timeline: an event, which way it came, and the state of the room just before it.
public typealias MXOnRoomEvent = @Sendable (_ event: MXEvent, _ direction: MXTimelineDirection, _ roomState: MXRoomState?) -> Void

/// The events of a room (SDN sheet 5.5): the live timeline has the newest at one end, where sync adds, and pagination walks from there to
/// the beginning; a timeline on an event (``MXRoom/timeline(onEvent:)``) walks from that event to both sides.
///
/// Listeners are called one at a time, in order, on no particular thread, and must not block. A live event is in the store before they
/// hear of it, and they hear of it once.
public final class MXEventTimeline: Sendable {
    /// The room whose events these are.
    public let roomId: String
    let session: MXSession
    /// The event that this timeline was opened on; `nil` for a live timeline.
    public let initialEventId: String?
    /// What a timeline on an event has in place of the cursor.
    let focus: FocusedWalk?
    /// Of a live timeline, the timelines on events of the same room.
    let focused = WeakList<MXEventTimeline>()
    /// Of a live timeline, the lists that are kept in step with it.
    let feeds = WeakList<TimelineFeed>()
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
        var filter: MXRoomEventFilter?
    }
    let changing = Mutex(Changing())

    /// - Parameter initialEventId: the event to walk from; `nil` for the live timeline.
    init(roomId: String, session: MXSession, initialEventId: String? = nil) {
        self.roomId = roomId
        self.session = session
        self.initialEventId = initialEventId
        self.focus = initialEventId.map { FocusedWalk(pages: HistoryPages(session: session, roomId: roomId), eventId: $0) }
        focus?.attach(self)
    }

    /// Tells this timeline from others of its room.
    public var timelineId: String { initialEventId.map { "event-" + $0 } ?? "live" }
    /// Whether this is a room's live timeline.
    public var isLiveTimeline: Bool { initialEventId == nil }

    /// The state of the room: of a live timeline now, of a timeline on an event after the newest event it brought; `nil` while nobody has
    /// asked for it. ``MXRoom/state()`` loads a live one.
    public var state: MXRoomState? {
        if let focus { return focus.frontState }
        return changing.withLock { $0.state }
    }

    /// Which events pagination brings; `nil` for all. It is held against each event here, after the state was walked on, and the history
    /// that is stored stays whole.
    public var roomEventFilter: MXRoomEventFilter? {
        get { changing.withLock { $0.filter } }
        set { changing.withLock { $0.filter = newValue } }
    }

    var pages: HistoryPages { HistoryPages(session: session, roomId: roomId) }

    /// What of the history is shown: nothing of ignored users, and only what the filter lets pass.
    func visibility() -> (MXEvent) -> Bool {
        let ignored = session.ignored
        guard let filter = roomEventFilter.flatMap({ try? RoomEventFilter(json: JSONReader($0.json)) }) else {
            return { !IgnoredUsers.hide($0, ignored) }
        }
        guard filter.admits(room: roomId) else { return { _ in false } }
        return { event in
            let hasURL = filter.containsURL != nil && event.content["url"]?.stringValue != nil
            return !IgnoredUsers.hide(event, ignored) && filter.admits(type: event.type, sender: event.sender, hasURL: hasURL)
        }
    }

    var isWatched: Bool { !listeners.isEmpty || broadcast.hasSubscribers || isPaginating }
    var isPaginating: Bool {
        !focused.isEmpty || !feeds.isEmpty || changing.withLock { changing in
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
        for timeline in focused.all { timeline.destroy() }
        for feed in feeds.all { feed.finish() }
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
            // A batch that was not made for anybody to follow is history to whoever stands at the end only now.
            if case .atEnd = changing.cursor, let end = change.oldEnd, let before = change.stateBefore {
                changing.cursor = .at(end)
                changing.backState = before.forPagination()
                changing.hasReachedStart = false
            }
        }
        if change.hasGap { broadcast.send(.gap) }
        for delivery in change.deliveries { deliver(delivery.event, .forwards, delivery.state) }
        if let state = change.stateAfter {
            for event in change.ephemeral { deliver(event, .forwards, state) }
        }
        for event in change.redacted { broadcast.send(.redacted(event)) }
        for timeline in focused.all { timeline.focus?.follow(redacted: change.redacted, hasNew: change.newEnd != change.oldEnd) }
        for feed in feeds.all { feed.follow(change) }
    }

    func deliver(_ event: MXEvent, _ direction: MXTimelineDirection, _ state: MXRoomState) {
        for block in listeners.blocks(for: event) { block(event, direction, state) }
        broadcast.send(.event(event, direction, state))
    }
}
