import HeraldLocks
import SDNValues

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
    /// cancelled.
    public func pause() async {
        // The pause has a task of its own, so that it is completed even when the caller is cancelled.
        await Task { await self.carryOutPause() }.value
    }

    private func carryOutPause() async {
        let hasMoved = move(to: .pauseRequested, from: MXSessionState.syncing) { shared in
            let isHeld = shared.preventPauseCount > 0
            let pause = PendingPause(isHeld: isHeld, behind: shared.previousState)
            if !isHeld { pause.decision.fulfil(.success(true)) }
            shared.pause = pause
        }
        guard let pause = shared.withLock({ $0.pause }) else {
            if state == .backgroundSyncInProgress { await stopLoop() }
            return
        }
        guard hasMoved else {
            try? await pause.end.value()
            return
        }
        if (try? await pause.decision.value()) == true {
            await stopLoop()
            await outbox.pause()
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
