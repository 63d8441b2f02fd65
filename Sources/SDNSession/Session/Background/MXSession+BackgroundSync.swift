import HeraldLocks
import Foundation
import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

extension MXSession {
    /// Asks the node once for changes, as an offline user, and processes the answer. The session is paused before and after (SDN sheet 5.1). It
    /// is meant for the short time that a system gives an app in the background. While another process syncs into a shared store, the node is not
    /// asked, and the session takes over what that process has stored.
    /// - Parameters:
    ///   - timeout: the time that the connection may stay silent, in seconds; 0 leaves it to the client.
    ///   - ignoreSessionState: true allows the call also before the session was started and after its start failed. The previous state is
    ///     restored afterwards. The store has to be set.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` when the timeout is negative or not finite; code `wrongState` when the session
    ///   syncs, or when it is not paused and `ignoreSessionState` is false; code `closed` after ``close()``; `CancellationError` when
    ///   ``pause()`` or ``resume()`` was called in the meantime; the errors of the request and the store.
    public func backgroundSync(withTimeout timeout: TimeInterval = 0, ignoreSessionState: Bool = false) async throws {
        guard timeout >= 0, timeout.isFinite else {
            throw SDNSDKError(.invalidArgument, field: "withTimeout", reason: "expected a timeout of 0 or more")
        }
        try requireNotClosed()
        let states: Set<MXSessionState> =
            ignoreSessionState ? [.paused, .storeDataReady, .initialSyncFailed] : [.paused]
        let end = OneShot<Void>()
        let cached = await hasCachedSyncs()
        let limit: Duration? = timeout > 0 ? .seconds(min(timeout, 86_400)) : nil
        let hasMoved = move(to: cached ? .processingBackgroundSyncCache : .backgroundSyncInProgress, from: states) {
            shared in
            let (previous, before) = (shared.loop, shared.previousState)
            shared.loop = Task.detached {
                await previous?.value
                do {
                    try await self.syncOnce(limit)
                    end.fulfil(.success(()))
                } catch {
                    if self.shared.withLock({ $0.filterChoice == nil }) { await self.restStore() }
                    end.fulfil(.failure(error))
                }
                self.move(to: before, from: [.backgroundSyncInProgress, .processingBackgroundSyncCache])
            }
        }
        guard hasMoved else {
            throw SDNSDKError(
                .wrongState, field: "state",
                reason: "a background sync needs a paused session, but this one is \(state)")
        }
        try await end.value()
        await shared.withLock { $0.loop }?.value
    }

    private func syncOnce(_ limit: Duration?) async throws {
        try Task.checkCancellation()
        // Another process that syncs stores what this call would ask for.
        guard try await mayStoreSync() else { return try await catchUpWithStore() }
        do {
            try await syncAsLeader(limit)
        } catch {
            await stopLeading()
            throw error
        }
        await stopLeading()
    }

    private func syncAsLeader(_ limit: Duration?) async throws {
        try await catchUpWithStore()
        try await takeCachedSyncs()
        move(to: .backgroundSyncInProgress, from: [.processingBackgroundSyncCache])
        let choice =
            shared.withLock { $0.filterChoice }
            ?? .made(MXSession.ownFilter)
        let filter = try await SyncFilterChoice(session: self).resolve(choice)
        let token = shared.withLock { $0.token }
        let accepted = try await acceptedMessages()
        let document = try await sdnRestClient.syncDocument(
            fromToken: token, serverTimeout: .zero, clientTimeout: limit ?? MXSession.syncTimeout,
            setPresence: MXPresence.offline.identifier, filterId: filter)
        try Task.checkCancellation()
        try await takeIn(document, isInitial: token == nil, accepted: accepted)
    }

    func hasCachedSyncs() async -> Bool {
        guard shared.withLock({ $0.isStoreOpen }) else { return false }
        return (try? await store.read { try !$0.cachedSyncs(limit: 1).isEmpty }) ?? false
    }

    /// Processes the responses that a ``MXBackgroundSyncService`` kept in the store. Each response is processed and removed in one
    /// transaction. A response that does not continue from the session's token is only removed, because it has nothing new or would leave a
    /// gap.
    func takeCachedSyncs() async throws {
        while let cached = try await store.read({ try $0.cachedSyncs(limit: 1).first }) {
            try Task.checkCancellation()
            let token = shared.withLock { $0.token }
            if cached.since == token, let document = try? JSONDocument(cached.response) {
                try await handle(document, isInitial: token == nil, cachedAs: cached.number)
            } else {
                try await gate.run { try await self.store.write { try $0.deleteCachedSync(cached.number) } }
            }
        }
    }
}
