import HeraldJSON
import HeraldLocks
import SDNFolds
import SDNValues
import SDNWire

/// A listener of a timeline. It receives an event, its direction, and the state of the room just before it.
public typealias MXOnRoomEvent =
    @Sendable (_ event: MXEvent, _ direction: MXTimelineDirection, _ roomState: MXRoomState?) -> Void

/// The events of a room (SDN sheet 5.5). Sync adds new events at the newest end of the live timeline, and pagination delivers older events,
/// down to the beginning. A timeline on an event (``MXRoom/timeline(onEvent:)``) begins at that event and paginates in both directions.
///
/// ```swift
/// let timeline = room.liveTimeline
/// let listener = timeline.listenToEvents { event, direction, _ in print(event.type, direction) }
/// timeline.resetPagination()
/// try await timeline.paginate(20, direction: .backwards)
/// ```
///
/// Listeners are called one at a time, in order, on no particular thread, and must not block. A live event is stored before they are called, and
/// they are called with it once.
public final class MXEventTimeline: Sendable {
    /// The room of the events.
    public let roomId: String
    package let session: MXSession
    /// The event on which this timeline was opened; `nil` for a live timeline.
    public let initialEventId: String?
    /// The position of a timeline on an event; `nil` for a live timeline, which has a cursor.
    let focus: FocusedWalk?
    /// The timelines on events of the same room. Only a live timeline has them.
    let focused = WeakList<MXEventTimeline>()
    /// The live lists of this timeline. Only a live timeline has them.
    let feeds = WeakList<TimelineFeed>()
    let listeners = ListenerList<MXOnRoomEvent>()
    let broadcast = Broadcast<MXTimelineUpdate>()
    /// Runs one pagination at a time. Sync continues in between.
    let paginationGate = SerialGate()

    /// The position of pagination.
    enum Cursor: Sendable {
        /// Pagination has not begun.
        case none
        /// Pagination begins at the newest event, and no event has arrived since. A timeline without events has this position too.
        case atEnd
        /// Pagination continues before this position.
        case at(MXTimelinePosition)
    }

    struct Changing: Sendable {
        var state: MXRoomState?
        var cursor = Cursor.none
        /// The state before the last event that pagination delivered; `nil` if pagination has not begun, or if the state was released.
        var backState: MXRoomState?
        /// The place whose state `backState` is, while a released state is made again; `nil` when it is the state at the position of pagination.
        var restoredPlace: MXTimelinePosition?
        var hasReachedStart = false
        /// The number of resets. A running pagination compares it to detect a reset.
        var resets = 0
        var filter: MXRoomEventFilter?
    }
    let changing = Mutex(Changing())

    /// Creates a timeline.
    /// - Parameter initialEventId: the event to begin at; `nil` for the live timeline.
    init(roomId: String, session: MXSession, initialEventId: String? = nil) {
        self.roomId = roomId
        self.session = session
        self.initialEventId = initialEventId
        self.focus = initialEventId.map {
            FocusedWalk(pages: HistoryPages(session: session, roomId: roomId), eventId: $0)
        }
        focus?.attach(self)
    }

    /// An ID that distinguishes this timeline from others of its room.
    public var timelineId: String { initialEventId.map { "event-" + $0 } ?? "live" }
    /// True when this is a room's live timeline.
    public var isLiveTimeline: Bool { initialEventId == nil }

    /// The state of the room: the current state for a live timeline, and the state after the newest delivered event for a timeline on an event. It is
    /// `nil` until it was first loaded, and again after it was released to save memory, which happens only to a room without listeners and lists.
    /// ``MXRoom/state()`` loads the current state.
    public var state: MXRoomState? {
        if let focus { return focus.frontState }
        return changing.withLock { $0.state }
    }

    /// The filter for the events that pagination delivers; `nil` for all. It is applied on this device and does not affect the state: a state event
    /// that it holds back still changes the state. The stored history stays complete.
    public var roomEventFilter: MXRoomEventFilter? {
        get { changing.withLock { $0.filter } }
        set { changing.withLock { $0.filter = newValue } }
    }

    var pages: HistoryPages { HistoryPages(session: session, roomId: roomId) }

    /// Returns a test that is true for events to be shown. It is false for events of ignored users and for events that the filter rejects.
    func visibility() -> (MXEvent) -> Bool {
        let ignored = session.ignored
        guard let filter = roomEventFilter.flatMap({ try? RoomEventFilter(json: JSONReader($0.json)) }) else {
            return { !IgnoredUsers.hide($0, ignored) }
        }
        guard filter.admits(room: roomId) else { return { _ in false } }
        return { event in
            let hasURL = filter.containsURL != nil && event.content["url"]?.stringValue != nil
            return !IgnoredUsers.hide(event, ignored)
                && filter.admits(type: event.type, sender: event.sender, hasURL: hasURL)
        }
    }

    /// True while somebody reads the timeline. Its state stays in memory.
    var isInUse: Bool { !listeners.isEmpty || broadcast.hasSubscribers || !focused.isEmpty || !feeds.isEmpty }
    var isWatched: Bool { !listeners.isEmpty || broadcast.hasSubscribers || isPaginating }
    var isPaginating: Bool {
        !focused.isEmpty || !feeds.isEmpty
            || changing.withLock { changing in
                if case .none = changing.cursor { return false }
                return true
            }
    }

    /// Calls `block` for every event that arrives from now on, and for every older one that pagination delivers.
    /// - Parameters:
    ///   - types: the wanted event types; `nil` for all.
    ///   - block: the listener. It receives the event, its direction, and the state just before it.
    /// - Returns: the listener, to be passed to ``removeListener(_:)``.
    public func listenToEvents(_ types: [MXEventType]? = nil, _ block: @escaping MXOnRoomEvent) -> MXEventListener {
        listeners.add(types, block)
    }
    /// Removes a listener of this timeline. Any other object is ignored.
    /// - Parameter listener: the object from ``listenToEvents(_:_:)``.
    public func removeListener(_ listener: Any) { listeners.remove(listener) }
    /// Removes all listeners of this timeline. Sequences of updates continue.
    public func removeAllListeners() { listeners.removeAll() }

    /// Returns a sequence of the timeline's updates from now on. Each call returns its own sequence, which ends when the room is left or
    /// the session closed.
    public func updates() -> AsyncStream<MXTimelineUpdate> { broadcast.subscribe() }

    /// Removes all listeners and ends all sequences of updates.
    public func destroy() {
        removeAllListeners()
        broadcast.finish()
        for timeline in focused.all { timeline.destroy() }
        for feed in feeds.all { feed.finish() }
    }

    /// Returns the state. The first call reads it from the store. This method is called only inside the session's gate.
    func loadState() async throws -> MXRoomState {
        if let state { return state }
        let roomId = roomId
        let loaded = try await session.store.read { store in
            let count = try store.room(roomId)?.membersCount ?? MXRoomMembersCount()
            return MXRoomState(roomId: roomId, events: try store.state(ofRoom: roomId), membersCount: count)
        }
        changing.withLock { $0.state = loaded }
        noteUse()
        session.releaseIdleStates()
        return loaded
    }

    /// Applies a stored batch of events and delivers it. This method is called only inside the session's gate.
    func follow(_ change: RoomChange) {
        changing.withLock { changing in
            if let state = change.stateAfter { changing.state = state }
            for event in change.redacted { changing.backState?.replace(event) }
            // If pagination was at the newest end, it now continues before this batch. The exception is a batch whose previous state is
            // unknown. Its events were not delivered, so pagination has to deliver them.
            if case .atEnd = changing.cursor, let end = change.oldEnd, let before = change.stateBefore {
                changing.cursor = .at(end)
                (changing.backState, changing.restoredPlace) = (before.forPagination(), nil)
                changing.hasReachedStart = false
            }
        }
        if change.stateAfter != nil { noteUse() }
        if change.hasGap { broadcast.send(.gap) }
        for delivery in change.deliveries { deliver(delivery.event, .forwards, delivery.state) }
        if let state = change.stateAfter {
            for event in change.ephemeral { deliver(event, .forwards, state) }
        }
        for event in change.redacted { broadcast.send(.redacted(event)) }
        for timeline in focused.all {
            timeline.focus?.follow(redacted: change.redacted, hasNew: change.newEnd != change.oldEnd)
        }
        for feed in feeds.all { feed.follow(change) }
    }

    func deliver(_ event: MXEvent, _ direction: MXTimelineDirection, _ state: MXRoomState) {
        for block in listeners.blocks(for: event) { block(event, direction, state) }
        broadcast.send(.event(event, direction, state))
    }
}

extension MXEventTimeline {
    /// Reports to the readers of the timeline that a local echo was added or changed.
    func tell(_ echo: MXEvent, localId: String) {
        broadcast.send(.outgoing(echo))
        for feed in feeds.all { feed.follow(.moved(echo, localId: localId)) }
    }

    /// Reports to the readers of the timeline that a local echo was removed.
    /// - Parameter isFollowed: true when the event that replaces the echo makes the lists remove it.
    func tellEnd(ofEcho localId: String, eventId: String?, isFollowed: Bool = false) {
        broadcast.send(.outgoingEnded(localId: localId, eventId: eventId))
        guard !isFollowed else { return }
        for feed in feeds.all { feed.follow(.ended(localId: localId)) }
    }

    /// Reports to the readers of the timeline how much of a local echo's files has been uploaded.
    func tellUpload(_ localId: String, _ progress: MXUploadProgress) {
        broadcast.send(.uploading(localId: localId, fraction: progress.fraction))
        for feed in feeds.all { feed.follow(.uploading(progress, localId: localId)) }
    }

    /// Reports to the timeline's live lists that a local echo is now the last echo.
    func tellRequeued(_ localId: String) {
        for feed in feeds.all { feed.follow(.requeued(localId: localId)) }
    }
}

extension MXRoom {
    /// Returns a timeline that begins at an event, wherever in the room's history it is (SDN sheet 5.5).
    ///
    /// ``MXEventTimeline/resetPaginationAroundInitialEvent(withLimit:)`` delivers the event with the events around it.
    /// ``MXEventTimeline/paginate(_:direction:onlyFromStore:)`` then continues in both directions. Where the store has the history,
    /// pagination reads it from the store and requests only missing events from the node. Keep a reference to the timeline as long as you
    /// use it.
    /// - Parameter eventId: the event. It need not be stored.
    public func timeline(onEvent eventId: String) -> MXEventTimeline {
        let timeline = MXEventTimeline(roomId: roomId, session: mxSession, initialEventId: eventId)
        liveTimeline.focused.add(timeline)
        return timeline
    }
}

extension MXEventTimeline {
    /// Delivers the event on which this timeline was opened, with the direction forwards. Then delivers the events before it backwards,
    /// newest first, and the events after it forwards, oldest first.
    ///
    /// When the node cannot be reached, the events are read from the store, if it has everything from the event to now.
    /// - Parameter limit: the number of events to deliver around the event, half of them on each side.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for a live timeline; ``/SDNValues/MXError/notFound`` when the node does not have the
    ///   event or does not show it.
    public func resetPaginationAroundInitialEvent(withLimit limit: UInt) async throws {
        guard let focus else {
            throw SDNSDKError(.invalidArgument, field: "timeline", reason: "a live timeline has no initial event")
        }
        try await paginationGate.runUnlessCancelled {
            focus.reset()
            try await focus.begin(limit: Int(clamping: limit))
        }
    }
}
