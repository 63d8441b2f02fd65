import GRDB
import SDNWire

/// The state of a room in a sync answer. The client applies the events of the timeline to this state.
struct SyncState {
    let room: SyncRoom
    let plan: SyncPlan
    /// The events of the timeline, oldest first.
    let timeline: [StoredEvent]
    /// The position just before the timeline.
    let start: Int64
    /// True if the timeline has every event from ``start`` on.
    let isWhole: Bool
    /// The users that the summary names, if the answer has the summary.
    let heroes: [String]
    let snapshot: SyncSnapshot
    private var db: Database { snapshot.db }

    init(
        room: SyncRoom, plan: SyncPlan, timeline: [StoredEvent], start: Int64, isWhole: Bool, heroes: [String],
        snapshot: SyncSnapshot
    ) {
        (self.room, self.plan, self.timeline, self.start) = (room, plan, timeline, start)
        (self.isWhole, self.heroes, self.snapshot) = (isWhole, heroes, snapshot)
    }

    /// Returns the positions of the state events, before the filter is applied.
    func positions() throws -> [Int64] {
        let isComplete = room.isFirst || plan.fullState
        if isComplete, isWhole, !plan.filter.state.lazyLoadMembers {
            return hasCompleteState
                ? try StateStore.allPositions(room: room.room.rowID, at: visibleStart, in: db) : []
        }
        // Most timelines consist of messages, so that nothing in the room's state has changed.
        if try !isComplete && !room.hasStateEvents(in: snapshot) {
            return plan.filter.state.lazyLoadMembers ? try lazily([], isComplete: false).map(\.ord) : []
        }
        var entries =
            isComplete
            ? try completeState()
            : try StateStore.changes(room: room.room.rowID, after: room.lower, upTo: visibleStart, in: db)
        entries = try entries.replaced(by: missingFromTimeline())
        if plan.filter.state.lazyLoadMembers { entries = try lazily(entries, isComplete: isComplete) }
        return entries.map(\.ord)
    }

    /// False for a user who has never been joined, such as one who was only banned.
    private var hasCompleteState: Bool {
        room.isJoined || room.isFirst || room.history.wasJoined(after: 0, upTo: room.upper)
    }

    /// Returns all state before the timeline.
    private func completeState() throws -> [StateStore.Entry] {
        guard hasCompleteState else { return [] }
        guard !plan.filter.state.lazyLoadMembers else {
            return try StateStore.entries(
                room: room.room.rowID, membersOnly: shownMembers(isComplete: true), at: visibleStart, in: db)
        }
        return try StateStore.entries(room: room.room.rowID, at: visibleStart, in: db)
    }

    /// Returns the users whose member events a device needs if it loads members lazily: the timeline's senders, the heroes and, with the complete
    /// state, the reader. A hero with a member event in the timeline is left out, because the client takes the member from there.
    private func shownMembers(isComplete: Bool) -> Set<String> {
        var members = Set(heroes)
        if !members.isEmpty {
            members.subtract(timeline.filter { $0.type == EventType.member }.compactMap(\.stateKey))
        }
        members.formUnion(timeline.map(\.sender))
        if isComplete { members.insert(plan.caller.userID) }
        return members
    }

    /// The position at which the state is read: just before the timeline or, if the user had already left by then, at the moment of leaving. For
    /// example, a user who left long ago can have a later ban in the timeline.
    private var visibleStart: Int64 { min(start, room.history.statePosition ?? 0) }

    /// Returns the state changes within the timeline that the timeline's filter left out.
    private func missingFromTimeline() throws -> [StateStore.Entry] {
        guard !isWhole, room.isJoined || room.isFirst || room.lower < room.upper - 1 else { return [] }
        let shown = Set(timeline.lazy.filter { $0.stateKey != nil }.map(\.ord))
        return try StateStore.changes(room: room.room.rowID, after: start, upTo: room.upper, in: db).filter {
            !shown.contains($0.ord)
        }
    }

    /// Returns the state without most members. The result has the member events of the timeline's senders and of the heroes that the device does
    /// not have yet, and member events that changed.
    private func lazily(_ entries: [StateStore.Entry], isComplete: Bool) throws -> [StateStore.Entry] {
        // A client that sees the room for the first time has none of its members, even if they were sent before.
        let known = isComplete || plan.filter.state.includeRedundantMembers ? [] : plan.known[room.room.rowID] ?? []
        let wanted = shownMembers(isComplete: isComplete)
        if isComplete { return entries.filter { $0.type != EventType.member || wanted.contains($0.stateKey) } }
        var entries = entries
        let present = Set(entries.filter { $0.type == EventType.member }.map(\.stateKey))
        for user in wanted.subtracting(present).subtracting(known).sorted() {
            if let member = try StateStore.entry(EventType.member, user, room: room.room.rowID, at: start, in: db) {
                entries.append(member)
            }
        }
        return entries
    }
}

extension [StateStore.Entry] {
    /// Returns the entries of the array and the newer entries. A newer entry replaces the entry with the same key.
    fileprivate func replaced(by newer: [StateStore.Entry]) -> [StateStore.Entry] {
        guard !newer.isEmpty else { return self }
        let replaced = Set(newer.map(\.slot))
        return filter { !replaced.contains($0.slot) } + newer
    }
}
