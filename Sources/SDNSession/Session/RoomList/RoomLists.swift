import HeraldLocks
import SDNValues

/// The room lists that have readers.
final class RoomLists: Sendable {
    private struct Feed {
        var index: RoomListIndex
        let continuation: AsyncStream<MXRoomListSnapshot>.Continuation
        /// The filter and the pages that a reader may change; `nil` for a list without pages.
        let adapters: RoomListAdapters?

        var limit: Int { adapters?.limit ?? .max }
        func send() { continuation.yield(MXRoomListSnapshot(index, limit: limit)) }
    }
    private struct State {
        var last = 0
        var isFinished = false
        var feeds: [Int: Feed] = [:]
        /// The rooms that changed since the readers last got a list.
        var changed: Set<String> = []
        /// True when spaces contain other rooms than when the readers last got a list.
        var hasOtherSpaces = false
        /// The number of batches that are being processed. The readers get the new lists at the end of the last batch.
        var batches = 0
    }
    /// This lock may be taken only while the session's own lock is not held.
    private let state = Mutex(State())

    /// Returns a sequence that begins with the current list. The sequence misses no change, because the list is created under the lock that
    /// changes need.
    func subscribe(_ session: MXSession, _ options: MXRoomListOptions, _ adapters: RoomListAdapters? = nil)
        -> AsyncStream<MXRoomListSnapshot>
    {
        let (stream, continuation) = AsyncStream<MXRoomListSnapshot>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            let index = RoomListIndex(adapters?.options(options) ?? options, of: session)
            let feed = Feed(index: index, continuation: continuation, adapters: adapters)
            feed.send()
            guard !state.isFinished else { return nil }
            state.last += 1
            state.feeds[state.last] = feed
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

    /// Notes that a space contains other rooms than before.
    func noteSpaces(_ session: MXSession) {
        state.withLock { state in
            guard state.feeds.values.contains(where: \.index.usesSpaces) else { return }
            state.hasOtherSpaces = true
            RoomLists.tell(&state, session)
        }
    }

    /// Changes the filter or the pages of a list, and gives its readers the list as it is then. The filter and the pages are changed under the lock, so
    /// that no change of a room is missed.
    func change(_ adapters: RoomListAdapters, _ session: MXSession, _ body: (inout RoomListAdapters.State) -> Void) {
        state.withLock { state in
            let before = adapters.change(body)
            for number in Array(state.feeds.keys) {
                guard var feed = state.feeds[number], feed.adapters === adapters else { continue }
                let options = adapters.options(feed.index.options)
                if options != feed.index.options {
                    feed.index = RoomListIndex(options, of: session)
                    state.feeds[number] = feed
                } else if before == adapters.limit {
                    continue
                }
                feed.send()
            }
        }
    }

    private static func tell(_ state: inout State, _ session: MXSession) {
        guard state.batches == 0, !state.changed.isEmpty || state.hasOtherSpaces else { return }
        let (changed, hasOtherSpaces) = (state.changed, state.hasOtherSpaces)
        (state.changed, state.hasOtherSpaces) = ([], false)
        let spaces = session.spaceGraph
        for number in Array(state.feeds.keys) {
            guard var feed = state.feeds.removeValue(forKey: number) else { continue }
            let isOther: Bool
            if hasOtherSpaces, feed.index.usesSpaces {
                let before = feed.index
                feed.index = RoomListIndex(before.options, of: session)
                isOther = !feed.index.isSame(as: before)
            } else {
                isOther = apply(changed, to: &feed, spaces, session)
            }
            if isOther { feed.send() }
            state.feeds[number] = feed
        }
    }

    /// Applies changes of rooms to a list.
    /// - Returns: true when the part of the list that its reader gets has changed.
    private static func apply(
        _ changed: Set<String>, to feed: inout Feed, _ spaces: SpaceGraph, _ session: MXSession
    ) -> Bool {
        let count = feed.index.entries.count
        var first: Int?
        // If a changed room replaces other rooms, those rooms are updated too, because they leave the list when the user joins the
        // replacement.
        for roomId in changed.union(changed.flatMap(feed.index.predecessors)) {
            let index = feed.index.update(
                roomId, session.room(withRoomId: roomId)?.summary, spaces: spaces, isJoined: session.isJoined)
            if let index { first = min(first ?? index, index) }
        }
        guard let first else { return false }
        return first < feed.limit || feed.index.entries.count != count
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
