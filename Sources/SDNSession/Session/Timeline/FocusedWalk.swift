import HeraldLocks
import HeraldJSON
import SDNFolds
import SDNValues
import SDNWire

/// The position of a timeline on an event, on both sides of what it has delivered (SDN sheet 5.5).
///
/// Pagination on each side asks the node until it reaches history that the store has. From there on it reads the stored events, as the live
/// timeline does, and requests missing events from the node.
final class FocusedWalk: Sendable {
    /// The point at which one side continues.
    enum Edge: Sendable {
        /// The next page comes from the node, from this token on.
        case node(String?)
        /// The next events come from the store: the events before this position for pagination backwards, and the events from this position
        /// on for pagination forwards.
        case stored(MXTimelinePosition)
        case end
    }

    struct Standing: Sendable {
        var isReady = false
        var back = Edge.end
        var front = Edge.end
        /// `backState` is the state before the oldest delivered event. `frontState` is the state after the newest one.
        var backState: MXRoomState
        var frontState: MXRoomState
        var oldest = ""
        var newest = ""
        /// The IDs of all delivered events. They are stored so that no event is delivered twice.
        var seen: Set<String> = []
        /// True when the last pagination forwards found no newer event.
        var isFrontAtEnd = false
        /// The node's token for the next page, while pagination forwards fills a gap.
        var gapToken: String?
    }

    let pages: HistoryPages
    let eventId: String
    let standing: Mutex<Standing>
    private let owner = Mutex<WeakOwner>(WeakOwner(timeline: nil))
    private struct WeakOwner: Sendable {
        // Nothing assigns it after `init`. A `weak let` would say so, but needs Swift 6.2.3.
        private(set) weak var timeline: MXEventTimeline?
    }

    init(pages: HistoryPages, eventId: String) {
        self.pages = pages
        self.eventId = eventId
        let nothing = MXRoomState(roomId: pages.roomId, isLive: false)
        self.standing = Mutex(Standing(backState: nothing, frontState: nothing))
    }

    func attach(_ timeline: MXEventTimeline) { owner.withLock { $0 = WeakOwner(timeline: timeline) } }
    var timeline: MXEventTimeline? { owner.withLock { $0.timeline } }

    var frontState: MXRoomState? { standing.withLock { $0.isReady ? $0.frontState : nil } }
    var storedBackEdge: MXTimelinePosition? {
        standing.withLock { standing in
            guard standing.isReady, case .stored(let position) = standing.back else { return nil }
            return position
        }
    }

    func reset() {
        let nothing = MXRoomState(roomId: pages.roomId, isLive: false)
        standing.withLock { $0 = Standing(backState: nothing, frontState: nothing) }
    }

    func canPaginate(_ direction: MXTimelineDirection) -> Bool {
        standing.withLock { standing in
            guard standing.isReady else { return true }
            if direction == .forwards { return !standing.isFrontAtEnd }
            guard case .end = standing.back else { return true }
            return false
        }
    }

    /// Applies changes that the store has. This method is called only inside the session's gate.
    func follow(redacted: [MXEvent], hasNew: Bool) {
        let seen = standing.withLock { standing in
            for event in redacted {
                standing.backState.replace(event)
                standing.frontState.replace(event)
            }
            if hasNew { standing.isFrontAtEnd = false }
            return redacted.filter { standing.seen.contains($0.eventId) }
        }
        for event in seen { timeline?.broadcast.send(.redacted(event)) }
    }

    /// Reads the timeline's event with the events around it. Pagination begins there.
    func begin(limit: Int) async throws {
        let (session, roomId) = (pages.session, pages.roomId)
        let around: EventContext
        do {
            around = try EventContext(await pages.context(eventId, limit: limit), roomId: roomId)
        } catch let error as SDNSDKError where error.isOfConnection {
            // If the node cannot be reached, the event can still be shown when the store has everything from the event to now.
            guard let stored = try await storedContext(limit: limit) else { throw error }
            around = stored
        }
        try await session.gate.run {
            let known = try await session.store.read {
                store -> (EventContext, MXTimelinePosition?, MXTimelinePosition?, [String: MXEvent]) in
                let version = try store.room(roomId)?.roomVersion ?? .assumed
                let pruned = try around.mapEvents { try $0.pruned(byRedactionsIn: store, roomId: roomId, version) }
                return (
                    pruned, try store.settledPosition(ofEvent: pruned.oldest.eventId, inRoom: roomId),
                    try store.settledPosition(ofEvent: pruned.newest.eventId, inRoom: roomId),
                    try store.replaced(by: pruned.all, inRoom: roomId)
                )
            }
            self.begin(known.0, oldest: known.1, newest: known.2, replaced: known.3)
        }
    }

    private func begin(
        _ context: EventContext, oldest: MXTimelinePosition?, newest: MXTimelinePosition?,
        replaced stored: [String: MXEvent]
    ) {
        var replaced = stored
        for event in context.all { replaced[event.eventId] = event }
        var state = MXRoomState(roomId: pages.roomId, isLive: false, events: context.state)
        // A node should return the state after the last event. If a node returns the state before that event, the event is applied here.
        if let stateKey = context.newest.stateKey,
            state.stateEvent(context.newest.type, stateKey: stateKey)?.eventId != context.newest.eventId
        {
            state.apply(context.newest)
        }
        let frontState = state
        var before: [MXRoomState] = []
        for event in (context.before.reversed() + [context.event] + context.after).reversed() {
            state.undo(event, restoringFrom: replaced)
            before.append(state)
        }
        before.reverse()
        let middle = context.before.count
        var standing = Standing(backState: before.first ?? state, frontState: frontState)
        standing.isReady = true
        standing.oldest = context.oldest.eventId
        standing.newest = context.newest.eventId
        standing.seen = Set(context.all.map(\.eventId))
        standing.back = oldest.map(Edge.stored) ?? (context.start.map { .node($0) } ?? .end)
        standing.front = newest.map { Edge.stored($0.following) } ?? (context.end.map { .node($0) } ?? .end)
        if newest == nil, context.end == nil { standing.isFrontAtEnd = true }
        let begun = standing
        self.standing.withLock { $0 = begun }
        guard let timeline else { return }
        let isShown = timeline.visibility()
        if isShown(context.event) { timeline.deliver(context.event, .forwards, before[middle]) }
        for (index, event) in context.before.enumerated() where isShown(event) {
            timeline.deliver(event, .backwards, before[middle - 1 - index])
        }
        for (index, event) in context.after.enumerated() where isShown(event) {
            timeline.deliver(event, .forwards, before[middle + 1 + index])
        }
    }

    /// Returns the event with the events around it from the store alone; `nil` when the store does not have the event or has a gap after it.
    private func storedContext(limit: Int) async throws -> EventContext? {
        let (session, roomId, eventId) = (pages.session, pages.roomId, eventId)
        return try await session.gate.run {
            try await session.store.read { try EventContext(of: eventId, inRoom: roomId, from: $0, limit: limit) }
        }
    }
}

extension SDNSDKError {
    /// True when the node could not be reached or gave no answer in time.
    var isOfConnection: Bool { [.cannotConnect, .connectionLost, .timedOut].contains(code) }
}
