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
    func releaseState() { changing.withLock { ($0.state, $0.backState) = (nil, nil) } }

    /// Makes the state at the position of pagination again, if it was released: the stored events from the newest one to the position are undone.
    /// The older the position is, the longer this takes, and the session's gate is closed meanwhile. If the history has a gap there, changes of
    /// the state in the gap are not undone. This method is called only inside the session's gate.
    func restoreBackState(at position: MXTimelinePosition) async throws {
        guard changing.withLock({ $0.backState == nil }) else { return }
        let (roomId, current) = (roomId, try await loadState())
        let state = try await session.store.read { store in
            var state = current.forPagination()
            var segment = try store.newestSegment(ofRoom: roomId)
            while let here = segment {
                var end = here.end
                let isLast = here.id == position.segment
                while true {
                    let left = isLast ? end.subtractingReportingOverflow(position.index).partialValue : .max
                    let events = try store.events(
                        inSegment: here.id, before: end, limit: Int(clamping: min(max(0, left), 500)))
                    if events.isEmpty { break }
                    let replaced = try store.replaced(by: events, inRoom: roomId)
                    for event in events { state.undo(event, restoringFrom: replaced) }
                    end = end.subtractingReportingOverflow(Int64(events.count)).partialValue
                }
                segment = isLast ? nil : try store.segment(olderThan: here)
            }
            return state
        }
        changing.withLock { changing in
            // A reset in the meantime has moved the position to the newest end.
            if case .at = changing.cursor, changing.backState == nil { changing.backState = state }
        }
    }
}
