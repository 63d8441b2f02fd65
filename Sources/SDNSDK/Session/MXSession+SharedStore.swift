import Synchronization

/// A session whose store other processes write to (SDN sheet 5.9).
extension MXSession {
    private var sharedStore: (any MXSharedStore)? {
        guard let store = store as? any MXSharedStore, store.sharing == .processes else { return nil }
        return store
    }

    var isSharingStore: Bool { sharedStore != nil }

    /// How long the lease holds: longer than the longest wait for an answer.
    private static var leaseTime: Duration { syncTimeout + .seconds(30) }

    /// Whether this session is the one that syncs; always `true` for a store of its own.
    func mayStoreSync() async throws -> Bool { try await sharedStore?.takeSyncLease(for: MXSession.leaseTime) ?? true }

    /// Takes over what other processes have stored since the last time, as if a sync had brought it; listeners to events hear nothing,
    /// because the process that synced told them. Does nothing for a store of the session's own.
    public func catchUpWithStore() async throws {
        guard isSharingStore else { return }
        _ = try await gate.run { try await self.catchUpInGate() }
    }

    /// The messages that the node has accepted so far, also those of other processes: a sync that is asked for from now on has them
    /// behind it.
    func acceptedMessages() async throws -> [String] {
        guard let store = sharedStore else { return outbox.accepted() }
        return try await store.read { try $0.outgoingMessages().filter { $0.status == .sent }.map(\.localId) }
    }

    func catchUpInGate() async throws -> SyncChanges {
        guard let store = sharedStore else { return SyncChanges(nextToken: shared.withLock { $0.token } ?? "") }
        let since = shared.withLock { $0.storeGeneration }
        let news = try await store.changes(after: since)
        var changes = SyncChanges(nextToken: news.eventStreamToken ?? "")
        guard news.generation != since else { return changes }
        outbox.follow(news.outgoingMessages, self)
        let (filter, filterId) = try await store.read { (try $0.value(.syncFilter), try $0.value(.syncFilterId)) }
        let known = shared.withLock { $0.accountData }
        // Account data has no generation of its own: there is little of it, and what it says is compared.
        changes.accountData = try await store.read { try $0.accountData(inRoom: nil) }.filter { known[$0.type]?.content != $0.content }
        for summary in news.rooms {
            let roomId = summary.roomId
            var change = RoomChange(summary: summary, previousMembership: room(withRoomId: roomId)?.summary.membership)
            if let timeline = room(withRoomId: roomId)?.liveTimeline, timeline.state != nil {
                change.stateAfter = try await store.read { reader in
                    MXRoomState(roomId: roomId, events: try reader.state(ofRoom: roomId), membersCount: summary.membersCount)
                }
            }
            changes.rooms.append(change)
        }
        follow(changes)
        for summary in news.rooms {
            guard let room = room(withRoomId: summary.roomId), !room.liveTimeline.feeds.isEmpty else { continue }
            Task { try? await room.renewFeeds() }
        }
        shared.withLock { shared in
            shared.storeGeneration = news.generation
            shared.token = news.eventStreamToken
            (shared.filter, shared.filterId) = (filter, filterId)
        }
        return changes
    }
}
