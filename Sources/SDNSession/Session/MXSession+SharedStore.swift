import HeraldLocks
import SDNFolds
import SDNValues
import Synchronization

/// A session whose store is also written by other processes (SDN sheet 5.9).
extension MXSession {
    private var sharedStore: (any MXSharedStore)? {
        guard let store = store as? any MXSharedStore, store.sharing == .processes else { return nil }
        return store
    }

    var isSharingStore: Bool { sharedStore != nil }

    /// The duration of the lease. It is longer than the longest wait for an answer.
    private static var leaseTime: Duration { syncTimeout + .seconds(30) }

    /// Returns true when this session is the one that syncs. Always true for a session that does not share its store.
    func mayStoreSync() async throws -> Bool { try await sharedStore?.takeSyncLease(for: MXSession.leaseTime) ?? true }

    /// Takes over the changes that other processes have stored since the last call, as if a sync had brought them. Event listeners are not
    /// called, because the process that synced has called its own listeners. The method does nothing if the session does not share its
    /// store.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func catchUpWithStore() async throws {
        guard isSharingStore else { return }
        _ = try await gate.run { try await self.catchUpInGate() }
    }

    /// Returns the messages that the node has accepted so far, including those of other processes. A sync that is requested from now on covers them.
    func acceptedMessages() async throws -> [String] {
        guard let store = sharedStore else { return outbox.accepted() }
        return try await store.read { try $0.outgoingMessages().filter { $0.status == .sent }.map(\.localId) }
    }

    func catchUpInGate() async throws -> SyncChanges {
        guard let store = sharedStore else { return SyncChanges(nextToken: shared.withLock { $0.token }) }
        let since = shared.withLock { $0.storeGeneration }
        let news = try await store.changes(after: since)
        var changes = SyncChanges(nextToken: news.eventStreamToken)
        guard news.generation != since else { return changes }
        outbox.follow(news.outgoingMessages, self)
        let (filter, filterId) = try await store.read { (try $0.value(.syncFilter), try $0.value(.syncFilterId)) }
        let known = shared.withLock { $0.accountData }
        // The store does not record when account data last changed. The contents are therefore compared, which is fast because there is
        // little account data.
        changes.accountData = try await store.read { try $0.accountData(inRoom: nil) }.filter {
            known[$0.type]?.content != $0.content
        }
        for summary in news.rooms {
            let roomId = summary.roomId
            var change = RoomChange(summary: summary, previousMembership: room(withRoomId: roomId)?.summary.membership)
            if let timeline = room(withRoomId: roomId)?.liveTimeline, timeline.state != nil {
                change.stateAfter = try await store.read { reader in
                    MXRoomState(
                        roomId: roomId, events: try reader.state(ofRoom: roomId), membersCount: summary.membersCount)
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
