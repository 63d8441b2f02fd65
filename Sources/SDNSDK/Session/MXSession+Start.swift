import HeraldJSON
import SDNWire
import Synchronization

extension MXSession {
    /// How many events of a room a sync brings at most, with the session's own filter.
    package static let timelineLimit: UInt = 20

    /// Syncs with the node and keeps doing so until ``pause()`` or ``close()``. Returns when the first response of this run is
    /// stored and handed on (SDN sheet 5.2).
    ///
    /// A session whose store holds data goes on from there, and waits for the node as long as it takes. Without stored data a node
    /// that cannot be reached is an error, and start may be called again.
    /// - Parameter filterId: a filter that is stored on the node; `nil` means the session's own, which loads members lazily.
    /// - Throws: ``SDNSDKError`` with code `alreadyStarted` or `missingCredentials`; whatever the first sync throws.
    public func start(withSyncFilterId filterId: String? = nil) async throws {
        try await start(filter: filterId.map(FilterChoice.stored) ?? .made(.syncFilterForLazyLoading(withMessageLimit: MXSession.timelineLimit)))
    }

    /// As ``start(withSyncFilterId:)``, with a filter that the session stores on the node.
    public func start(withSyncFilter filter: MXFilterJSONModel) async throws { try await start(filter: .made(filter)) }

    private func start(filter: FilterChoice) async throws {
        guard !myUserId.isEmpty else { throw SDNSDKError(.missingCredentials, field: "userId", reason: "a session belongs to a user") }
        try await gate.run {
            if self.shared.withLock({ !$0.isStoreOpen }) { try await self.open(MXNoStore()) }
        }
        guard move(to: .syncInProgress, from: [.initialised, .storeDataReady, .initialSyncFailed]) else {
            throw SDNSDKError(.alreadyStarted, reason: "a session is started once, in the state initialised or storeDataReady")
        }
        outbox.open(self)
        let first = OneShot<Void>()
        run(SyncLoop(session: self, filter: filter, first: first))
        try await first.value()
    }

    /// Stops syncing and sending until ``resume()``. Returns when nothing is under way any more.
    public func pause() async {
        guard move(to: .pauseRequested, from: [.syncInProgress, .running, .nodeNotReachable, .syncError]) else { return }
        await stopLoop()
        await outbox.pause()
        move(to: .paused, from: [.pauseRequested])
    }

    /// Goes on after ``pause()``. Returns when the first response is stored and handed on.
    public func resume() async throws {
        guard move(to: .syncInProgress, from: [.paused]) else {
            throw SDNSDKError(.notStarted, reason: "only a paused session resumes")
        }
        outbox.open(self)
        let first = OneShot<Void>()
        run(SyncLoop(session: self, filter: .remembered, first: first))
        try await first.value()
    }

    /// Ends the session for good; the store keeps what it has. Calls under way throw ``SDNSDKError`` with code `closed`.
    public func close() async {
        guard move(to: .closed) else { return }
        await stopLoop()
        await outbox.close()
        let closed = SDNSDKError(.closed, reason: "the session was closed")
        roomWaiters.failAll(closed)
        await gate.run {
            let (store, rooms) = self.shared.withLock { shared in
                defer {
                    shared.rooms = [:]
                    shared.roomOrder = []
                    shared.isStoreOpen = false
                }
                return (shared.store, Array(shared.rooms.values))
            }
            for room in rooms { room.liveTimeline.destroy() }
            await store.close()
        }
        listeners.removeAll()
        broadcast.finish()
    }

    /// Ends the session on the node, forgets what is stored about the account, and closes. When the node cannot be told, nothing is
    /// forgotten; a node that does not know the token any more counts as told.
    public func logout() async throws {
        do {
            _ = try await sdnRestClient.perform(Endpoints.logout, NoInput())
        } catch MXError.unknownToken {}
        await stopLoop()
        await outbox.pause()
        try await gate.run {
            let (store, isOpen) = self.shared.withLock { ($0.store, $0.isStoreOpen) }
            if isOpen { try await store.deleteAllData() }
        }
        await close()
    }

    private func run(_ loop: SyncLoop) {
        // Detached, because the loop outlives the call that started it and must not count as part of it.
        let task = Task.detached { await loop.run() }
        let isClosed = shared.withLock { shared in
            guard shared.state != .closed else { return true }
            shared.loop = task
            return false
        }
        if isClosed { task.cancel() }
    }

    private func stopLoop() async {
        let loop = shared.withLock { shared in
            defer { shared.loop = nil }
            return shared.loop
        }
        loop?.cancel()
        await loop?.value
    }
}
