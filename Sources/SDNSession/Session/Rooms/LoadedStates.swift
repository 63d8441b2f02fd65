import HeraldLocks
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
    /// The number of state events of all rooms above which states are released.
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
    /// Notes that the session's room uses its state. A room object that is not in the session's list releases its state with itself.
    func noteUse(of state: MXRoomState) {
        guard session.room(withRoomId: roomId)?.liveTimeline === self else { return }
        session.loadedStates.note(roomId, events: state.eventCount)
    }

    func releaseState() { changing.withLock { $0.state = nil } }
}
