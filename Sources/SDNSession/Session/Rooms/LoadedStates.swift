import HeraldLocks
import SDNFolds
import SDNValues

/// The rooms whose states are in memory, in the order of their last use. Idle rooms' states are released, so that a session with a listener does
/// not keep the state of every room.
final class LoadedStates: Sendable {
    private struct Entry {
        let events: Int
        let lastUse: UInt64
    }
    private struct State {
        var entries: [String: Entry] = [:]
        var total = 0
        var uses: UInt64 = 0
    }
    /// The number of state events of all rooms above which states are released. A room that was paginated counts twice.
    static let limit = 8_192
    private let state = Mutex(State())

    /// Notes that a room's state was loaded or used.
    func note(_ roomId: String, events: Int) {
        state.withLock { state in
            state.uses += 1
            let old = state.entries.updateValue(Entry(events: events, lastUse: state.uses), forKey: roomId)
            state.total += events - (old?.events ?? 0)
        }
    }

    /// Removes and returns the rooms whose states have to be released, the least recently used first. The state that was used last stays.
    /// - Parameter isInUse: true for a room whose state must stay.
    func takeExcess(isInUse: (String) -> Bool) -> [String] {
        let oldestFirst = state.withLock { state in
            state.total > Self.limit ? state.entries.sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key) : []
        }
        var released: [String] = []
        for roomId in oldestFirst.dropLast() where !isInUse(roomId) {
            let isEnough = state.withLock { state in
                guard state.total > Self.limit else { return true }
                if let entry = state.entries.removeValue(forKey: roomId) { state.total -= entry.events }
                return false
            }
            if isEnough { break }
            released.append(roomId)
        }
        return released
    }

    /// Removes a room that the session no longer has.
    func forget(_ roomId: String) {
        state.withLock { state in
            if let entry = state.entries.removeValue(forKey: roomId) { state.total -= entry.events }
        }
    }
}

extension MXEventTimeline {
    /// Notes that the session's room uses its current state or that of pagination. A room object that is not in the session's list releases its state
    /// with itself.
    func noteUse() {
        guard session.room(withRoomId: roomId)?.liveTimeline === self else { return }
        let events = changing.withLock { ($0.state?.eventCount ?? 0) + ($0.backState?.eventCount ?? 0) }
        session.loadedStates.note(roomId, events: events)
    }

    /// Releases the current state and that of pagination, whose position stays.
    func releaseState() {
        changing.withLock { ($0.state, $0.backState, $0.restoredPlace) = (nil, nil, nil) }
    }

    /// The number of state events that are undone while the session's gate is closed once.
    static let undoneAtOnce = 500

    /// Makes the state at the position of pagination again, if it was released: the stored state events from the newest one to the position are
    /// undone, a limited number in one call. If the history has a gap there, changes of the state in the gap are not undone. This method is called
    /// only inside the session's gate.
    /// - Returns: false when the method has to be called again, after other work had its turn.
    func restoreBackState(at position: MXTimelinePosition) async throws -> Bool {
        let (partial, place, resets) = changing.withLock { ($0.backState, $0.restoredPlace, $0.resets) }
        if partial != nil, place == nil { return true }
        let roomId = roomId
        let begin = if let partial { partial } else { try await loadState().forPagination() }
        let (state, reached) = try await session.store.read { store in
            var state = begin
            guard let end = try partial == nil ? store.newestSegment(ofRoom: roomId)?.endPosition : place else {
                return (state, position)
            }
            let changes = try store.stateChanges(
                inRoom: roomId, from: position, before: end, limit: Self.undoneAtOnce)
            let replaced = try store.replaced(by: changes.events, inRoom: roomId)
            for event in changes.events { state.undo(event, restoringFrom: replaced) }
            return (state, changes.start)
        }
        return changing.withLock { changing in
            // A reset in the meantime has moved the position to the newest end.
            guard case .at = changing.cursor, changing.resets == resets else { return false }
            changing.backState = state
            changing.restoredPlace = reached > position ? reached : nil
            return changing.restoredPlace == nil
        }
    }
}
