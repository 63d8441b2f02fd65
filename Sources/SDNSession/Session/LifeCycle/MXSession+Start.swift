import HeraldJSON
import HeraldLocks
import SDNClient
import SDNStore
import SDNValues
import SDNWire

/// The progress of a session's start (SDN sheet 4.3).
public struct MXSessionStartupProgress: Sendable, Hashable {
    /// The steps of the start, in order. The progress within a step is not known.
    public enum Stage: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// ``MXSession/start(withSyncFilterId:)`` was not called.
        case notStarted
        /// The store is opened and read.
        case readingStore
        /// The node prepares and sends its first answer.
        case waitingForNode
        /// The first answer is written to the store.
        case storing
        /// The session is up to date.
        case done

        public static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    /// The current step.
    public let stage: Stage

    /// The completed steps as a fraction of all, from 0 to 1.
    public var fraction: Double { Double(stage.rawValue) / Double(Stage.done.rawValue) }
}

extension MXSession {
    /// The greatest number of events of a room in a sync, if the session uses its own filter.
    package static let timelineLimit: UInt = 20
    /// The session's own filter. The node counts the unread events of each thread apart.
    static let ownFilter = MXFilterJSONModel.syncFilterForLazyLoading(
        withMessageLimit: timelineLimit, unreadThreadNotifications: true)

    /// Syncs with the node until ``pause()`` or ``close()``. Returns when the first response of this run is stored and listeners were called (SDN
    /// sheet 5.2).
    ///
    /// If the store has data of an earlier run, the session continues from that data, and waits for the node without a time limit. If the
    /// filter has changed or the node no longer knows the stored token, the session requests all data again and keeps the stored data. If
    /// the session has no stored data and the node cannot be reached, the method throws and may be called again. While another process
    /// syncs into a shared store (``/SDNValues/MXStoreSharing/processes``), the method returns after that process has stored its first
    /// response.
    ///
    /// If the calling task is cancelled before the first response, syncing stops, the session has the state that it had before the call, and
    /// the method throws `CancellationError`. It may then be called again.
    /// - Parameter filterId: a filter that is stored on the node; `nil` means the session's own, which loads members lazily. With a stored filter,
    ///   the session asks the node before each message if the room is encrypted, because the filter may hide it.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `alreadyStarted`, `missingCredentials`, or `closed` after ``close()``; the error of the first
    ///   sync; `CancellationError`.
    public func start(withSyncFilterId filterId: String? = nil) async throws {
        try await start(
            filter: filterId.map(FilterChoice.stored)
                ?? .made(MXSession.ownFilter))
    }

    /// Starts the session as ``start(withSyncFilterId:)`` does, with a filter that the session stores on the node.
    ///
    /// If the filter may hide that a room became encrypted, the session asks the node before each message. The type `m.room.encryption` should
    /// therefore pass in the state and in the timeline, for all rooms and senders.
    /// - Throws: the errors of ``start(withSyncFilterId:)``.
    public func start(withSyncFilter filter: MXFilterJSONModel) async throws { try await start(filter: .made(filter)) }

    private func start(filter: FilterChoice) async throws {
        try requireNotClosed()
        _ = try requireUserId()
        report(.readingStore)
        try await gate.run {
            if self.shared.withLock({ !$0.isStoreOpen && $0.state == .initialised }) {
                try await self.open(MXNoStore())
            }
        }
        var states: Set<MXSessionState> = [.initialised, .storeDataReady, .initialSyncFailed]
        // A cancelled background sync leaves the state `paused`, even in a session that was never started. Such a session may be started.
        if shared.withLock({ $0.filterChoice == nil }) { states.insert(.paused) }
        guard try await sync(filter: filter, from: states) else {
            try requireNotClosed()
            throw SDNSDKError(
                .alreadyStarted,
                reason: "a session can be started only once, in the state initialised or storeDataReady")
        }
    }

    /// Starts to sync repeatedly. Returns when the first response is stored and listeners were called.
    /// - Returns: false when no sync was started, because the session is in none of `states`.
    func sync(filter: FilterChoice, from states: Set<MXSessionState>) async throws -> Bool {
        let call = StartCall()
        return try await withTaskCancellationHandler {
            try await sync(filter: filter, from: states, call)
        } onCancel: {
            call.cancel()
        }
    }

    private func sync(filter: FilterChoice, from states: Set<MXSessionState>, _ call: StartCall) async throws -> Bool {
        do {
            try await endOfCancelledCall()
            try Task.checkCancellation()
        } catch {
            if [.storeDataReady, .initialSyncFailed].contains(state) { await restStore() }
            throw error
        }
        let (first, isTold) = (OneShot<Void>(), OneShot<Void>())
        let loop = SyncLoop(session: self, filter: filter, first: first)
        let state: MXSessionState = await hasCachedSyncs() ? .processingBackgroundSyncCache : .syncInProgress
        // The loop is set in the same step as the state. As soon as the state says that the session syncs, a caller that wants to stop
        // syncing therefore finds the loop.
        var before: (state: MXSessionState, filter: FilterChoice?) = (.storeDataReady, nil)
        let hasMoved = move(to: state, from: states) { shared in
            before = (shared.previousState, shared.filterChoice)
            shared.startCall = call
            let previous = shared.loop
            previous?.cancel()
            shared.loopHasEnded = false
            shared.filterChoice = filter
            roomWaiters.runBegins()
            // The task is detached, because the loop outlives the call that started it.
            shared.loop = Task.detached {
                await previous?.value
                try? await isTold.value()
                await loop.run()
            }
        }
        guard hasMoved else { return false }
        isTold.fulfil(.success(()))
        defer { finish(call) }
        do {
            try await first.value()
            try Task.checkCancellation()
        } catch let error as CancellationError where call.isCancelled {
            await callOff(call, to: before.state == .backgroundSyncInProgress ? .paused : before.state, before.filter)
            throw error
        }
        return true
    }

    func stopLoop() async {
        let (loop, facts) = shared.withLock { shared in
            defer { (shared.loop, shared.factsTask) = (nil, nil) }
            return (shared.loop, shared.factsTask)
        }
        loop?.cancel()
        facts?.cancel()
        await loop?.value
        await facts?.value
    }
}

// Cancelled calls.
extension MXSession {
    /// Waits until a cancelled call that started to sync has stopped syncing, so that the session can be started again at once.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    func endOfCancelledCall() async throws {
        while let call = shared.withLock({ $0.startCall }), call.isCancelled { try await call.end.value() }
    }

    /// Stops what a cancelled call has started, and brings the session back into the state before the call. If the session was paused or closed
    /// in the meantime, it stays so. The store's file is closed until it is next used, because the app may drop this session without ``close()``.
    func callOff(_ call: StartCall, to state: MXSessionState, _ filter: FilterChoice?) async {
        let (loop, facts) = shared.withLock { shared -> (Task<Void, Never>?, Task<Void, Never>?) in
            shared.startCall === call ? (shared.loop, shared.factsTask) : (nil, nil)
        }
        guard let loop else { return }
        loop.cancel()
        facts?.cancel()
        await loop.value
        await facts?.value
        await outbox.pause()
        await restStore()
        move(to: state, from: MXSessionState.syncing) { $0.filterChoice = filter }
    }

    /// Notes that a call that started to sync returns.
    func finish(_ call: StartCall) {
        shared.withLock { shared in
            if shared.startCall === call { shared.startCall = nil }
        }
        call.end.fulfil(.success(()))
    }
}
