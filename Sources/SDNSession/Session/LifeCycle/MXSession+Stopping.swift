import HeraldLocks
import SDNClient
import SDNStore
import SDNValues
import SDNWire

/// A pause that was requested and has not happened yet.
struct PendingPause: Sendable {
    /// Fulfilled with true when the pause may happen, and with false when it was cancelled.
    let decision = OneShot<Bool>()
    /// Fulfilled when the session is paused, or when the pause was cancelled.
    let end = OneShot<Void>()
    /// True while ``MXSession/retainPreventPause()`` prevents the pause. Syncing continues meanwhile.
    var isHeld: Bool
    /// The state that the session would have without the requested pause.
    var behind: MXSessionState
}

extension MXSession {
    /// Stops syncing and sending until ``resume()``. Returns when the session has stopped, or when ``resume()`` cancels the pause. While
    /// pauses are prevented (``retainPreventPause()``), the state is ``MXSessionState/pauseRequested`` and syncing continues.
    ///
    /// Another process that shares the store may sync as soon as the session is paused. If the session does not sync, only a background sync is
    /// cancelled. A renewal of tokens that several processes share is cancelled if it does not end within 5 s. It is repeated when it is needed.
    public func pause() async {
        // The pause has a task of its own, so that it is completed even when the caller is cancelled.
        await Task { await self.carryOutPause() }.value
    }

    /// The time that a pause gives a renewal of tokens to end. iOS gives an app about as much time when its background time ends.
    private static let tokenRenewalTimeout = Duration.seconds(5)

    private func carryOutPause() async {
        let hasMoved = move(to: .pauseRequested, from: MXSessionState.syncing) { shared in
            let isHeld = shared.preventPauseCount > 0
            let pause = PendingPause(isHeld: isHeld, behind: shared.previousState)
            if !isHeld { pause.decision.fulfil(.success(true)) }
            shared.pause = pause
        }
        guard let pause = shared.withLock({ $0.pause }) else {
            if state == .backgroundSyncInProgress { await stopLoop() }
            await sdnRestClient.endTokenTurn(within: MXSession.tokenRenewalTimeout)
            return
        }
        guard hasMoved else {
            try? await pause.end.value()
            return
        }
        if (try? await pause.decision.value()) == true {
            await stopLoop()
            await outbox.pause()
            // The system terminates an app that it suspends while the lock of a renewal is held.
            await sdnRestClient.endTokenTurn(within: MXSession.tokenRenewalTimeout)
            move(to: .paused, from: [.pauseRequested]) { $0.pause = nil }
        }
        pause.end.fulfil(.success(()))
    }

    /// Continues after ``pause()``. A pause that is still prevented is cancelled. A background sync ends. Returns when the first response
    /// is stored and listeners were called.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notStarted` when the session is not paused, or `closed` after ``close()``; the error of the
    ///   first sync.
    public func resume() async throws {
        try requireNotClosed()
        if takePauseBack() { return }
        if let pause = shared.withLock({ $0.pause }) { try await pause.end.value() }
        guard let filter = shared.withLock({ $0.filterChoice }),
            try await sync(filter: filter, from: [.paused, .backgroundSyncInProgress])
        else {
            throw SDNSDKError(.notStarted, reason: "only a paused session can be resumed")
        }
    }

    /// Cancels a pause that has not happened yet.
    /// - Returns: true when a pause was cancelled.
    private func takePauseBack() -> Bool {
        let held = shared.withLock { shared -> PendingPause? in
            guard let pause = shared.pause, pause.isHeld else { return nil }
            shared.pause = nil
            return pause
        }
        guard let held else { return false }
        move(to: held.behind, from: [.pauseRequested])
        held.decision.fulfil(.success(false))
        return true
    }

    /// Prevents ``pause()`` until ``releasePreventPause()`` was called as often as this method. It is meant for calls that must not be
    /// interrupted, such as an upload.
    public func retainPreventPause() { shared.withLock { $0.preventPauseCount += 1 } }

    /// Ends the effect of one ``retainPreventPause()``. When all of them have ended, a requested pause happens. A call without a matching
    /// ``retainPreventPause()`` has no effect.
    public func releasePreventPause() {
        let pause = shared.withLock { shared -> PendingPause? in
            guard shared.preventPauseCount > 0 else { return nil }
            shared.preventPauseCount -= 1
            guard shared.preventPauseCount == 0, shared.pause?.isHeld == true else { return nil }
            shared.pause?.isHeld = false
            return shared.pause
        }
        pause?.decision.fulfil(.success(true))
    }

    /// Runs `body`, and prevents pauses until it has ended.
    /// - Throws: the error of `body`.
    public func preventingPause<T: Sendable>(_ body: () async throws -> T) async rethrows -> T {
        retainPreventPause()
        defer { releasePreventPause() }
        return try await body()
    }

    /// Asks the node again at once, if the session waits before its next try. A wait that the node itself asked for is not shortened. If
    /// syncing has ended because the node did not accept the access token, syncing begins again. Call this method after a new login.
    /// - Returns: true when a wait was cut short or syncing begins again.
    @discardableResult
    public func reconnect() -> Bool {
        if syncPause.cutShort() { return true }
        guard let filter = shared.withLock({ $0.loopHasEnded && $0.state == .syncError ? $0.filterChoice : nil }) else {
            return false
        }
        Task { try? await self.sync(filter: filter, from: [.syncError]) }
        return true
    }
}

// The end of a session.
extension MXSession {
    /// Ends the session permanently. The store keeps its data. Running calls throw ``/SDNValues/SDNSDKError`` with code `closed`. Every call returns
    /// only when the store is released, also if another call closes the session or the calling task is cancelled. If ``logout()`` is running, the
    /// session is closed when that call has removed the data or has failed.
    public func close() async {
        let closing = shared.withLock { shared in
            if let closing = shared.closing { return closing }
            let closing = Task { await self.carryOutClose() }
            shared.closing = closing
            return closing
        }
        await closing.value
    }

    private func carryOutClose() async {
        let pause = shared.withLock { $0.pause }
        guard move(to: .closed, with: { $0.pause = nil }) else { return }
        pause?.decision.fulfil(.success(false))
        await stopLoop()
        let logouts = shared.withLock { $0.logouts }
        if logouts.isEmpty {
            await outbox.close()
        } else {
            await outbox.close("the session was closed while the user logs out")
            // The node may have ended the session already. Nobody could remove the data afterwards.
            for logout in logouts { try? await logout.value() }
        }
        await gate.run {
            let (store, rooms) = self.shared.withLock { shared in
                defer {
                    shared.rooms = [:]
                    shared.roomOrder = []
                    shared.isStoreOpen = false
                    // Another session may open the same store object. Calls of this session that are still running must not reach that session's
                    // data.
                    shared.store = ClosedStore()
                }
                return (shared.store, Array(shared.rooms.values))
            }
            for room in rooms { room.finish() }
            await store.close()
        }
        listeners.removeAll()
        broadcast.finish()
        states.finish()
        roomLists.finish()
    }

    /// Ends the session on the node, removes the stored data of the account and the files of ``mediaManager``, and closes. When the node
    /// cannot be reached, nothing is removed. If the node no longer knows the token, the data is removed nevertheless. A ``close()`` that begins
    /// during this call waits for it.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` with code `closed` after ``close()``, which leaves the data
    ///   where it is; the same type when the request cannot be sent, has no usable answer, or the data cannot be removed.
    public func logout() async throws {
        let end = OneShot<Void>()
        let isClosed = shared.withLock { shared in
            // A session that is closed in the next moment finds this call, and waits for it.
            if shared.state != .closed { shared.logouts.append(end) }
            return shared.state == .closed
        }
        if isClosed { try requireNotClosed() }
        do {
            try await carryOutLogout()
            ends(end)
        } catch {
            ends(end)
            throw error
        }
        await close()
    }

    private func ends(_ logout: OneShot<Void>) {
        shared.withLock { $0.logouts.removeAll { $0 === logout } }
        logout.fulfil(.success(()))
    }

    private func carryOutLogout() async throws {
        do {
            _ = try await sdnRestClient.perform(Endpoints.logout, NoInput())
        } catch MXError.unknownToken {}
        await stopLoop()
        // The outbox is closed before the data is removed, so that it stores nothing afterwards.
        await outbox.close("the user logged out; the message is forgotten")
        mediaManager.end()
        try await gate.run {
            let (store, isOpen) = self.shared.withLock { ($0.store, $0.isStoreOpen) }
            if isOpen { try await store.deleteAllData() }
        }
    }

    /// - Throws: ``/SDNValues/SDNSDKError`` with code `closed` after ``close()``.
    func requireNotClosed() throws(SDNSDKError) {
        guard state != .closed else {
            throw SDNSDKError(.closed, reason: "the session was closed, so create another one")
        }
    }
}
