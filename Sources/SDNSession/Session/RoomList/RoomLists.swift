import HeraldLocks
import SDNValues

/// The room lists that have readers.
final class RoomLists: Sendable {
    private struct Feed {
        var index: RoomListIndex
        let continuation: AsyncStream<MXRoomListSnapshot>.Continuation
    }
    private struct State {
        var last = 0
        var isFinished = false
        var feeds: [Int: Feed] = [:]
        /// The rooms that changed since the readers last got a list.
        var changed: Set<String> = []
        /// The number of batches that are being processed. The readers get the new lists at the end of the last batch.
        var batches = 0
    }
    /// This lock may be taken only while the session's own lock is not held.
    private let state = Mutex(State())

    /// Returns a sequence that begins with the current list. The sequence misses no change, because the list is created under the lock that
    /// changes need.
    func subscribe(_ session: MXSession, _ options: MXRoomListOptions) -> AsyncStream<MXRoomListSnapshot> {
        let (stream, continuation) = AsyncStream<MXRoomListSnapshot>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            let index = RoomListIndex(options, rooms: session.rooms.map(\.summary), isJoined: session.isJoined)
            continuation.yield(MXRoomListSnapshot(entries: index.entries))
            guard !state.isFinished else { return nil }
            state.last += 1
            state.feeds[state.last] = Feed(index: index, continuation: continuation)
            return state.last
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    private func remove(_ number: Int) { _ = state.withLock { $0.feeds.removeValue(forKey: number) } }

    var followers: Int { state.withLock { $0.feeds.count } }

    func beginBatch() { state.withLock { $0.batches += 1 } }

    func endBatch(_ session: MXSession) {
        state.withLock { state in
            state.batches -= 1
            RoomLists.tell(&state, session)
        }
    }

    /// Notes that a room is new, has changed or was left.
    func note(_ roomId: String, _ session: MXSession) {
        state.withLock { state in
            guard !state.feeds.isEmpty else { return }
            state.changed.insert(roomId)
            RoomLists.tell(&state, session)
        }
    }

    private static func tell(_ state: inout State, _ session: MXSession) {
        guard state.batches == 0, !state.changed.isEmpty else { return }
        let changed = state.changed
        state.changed = []
        for number in Array(state.feeds.keys) {
            guard var feed = state.feeds.removeValue(forKey: number) else { continue }
            var isOther = false
            // If a changed room replaces other rooms, those rooms are updated too, because they leave the list when the user joins the
            // replacement.
            for roomId in changed.union(changed.flatMap(feed.index.predecessors)) {
                if feed.index.update(roomId, session.room(withRoomId: roomId)?.summary, isJoined: session.isJoined) {
                    isOther = true
                }
            }
            if isOther { feed.continuation.yield(MXRoomListSnapshot(entries: feed.index.entries)) }
            state.feeds[number] = feed
        }
    }

    /// Ends all sequences.
    func finish() {
        let feeds = state.withLock { state in
            state.isFinished = true
            defer { state.feeds = [:] }
            return Array(state.feeds.values)
        }
        for feed in feeds { feed.continuation.finish() }
    }
}
