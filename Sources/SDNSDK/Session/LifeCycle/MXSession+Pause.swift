import Synchronization

extension MXSession {
    /// Stops syncing and sending until ``resume()``. Returns when nothing is under way any more, or when ``resume()`` takes the request
    /// back. While somebody prevents pauses (``retainPreventPause()``) the state is ``MXSessionState/pauseRequested`` and syncing goes on.
    ///
    /// A session that does not sync is left as it is; a background sync is given up.
    public func pause() async {
        // In a task of its own: a pause that was begun is carried through, whatever becomes of the caller.
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

    /// Goes on after ``pause()``, which it takes back when that is still being prevented, and in place of a background sync. Returns
    /// when the first response is stored and handed on.
    /// - Throws: ``SDNSDKError`` with code `notStarted` when the session is not paused; whatever the first sync throws.
    public func resume() async throws {
        if takePauseBack() { return }
        if let pause = shared.withLock({ $0.pause }) { try await pause.end.value() }
        guard let filter = shared.withLock({ $0.filterChoice }), try await sync(filter: filter, from: [.paused, .backgroundSyncInProgress]) else {
            throw SDNSDKError(.notStarted, reason: "only a paused session resumes")
        }
    }

    /// - Returns: whether there was a pause to take back.
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

    /// Keeps ``pause()`` from coming about until ``releasePreventPause()`` was called as often: for a call that must not be cut off, such
    /// as an upload.
    public func retainPreventPause() { shared.withLock { $0.preventPauseCount += 1 } }

    /// Ends one ``retainPreventPause()``; the last one lets a pause that waits come about. Without one it does nothing.
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

    /// Runs `body` with pauses prevented.
    public func preventingPause<T: Sendable>(_ body: () async throws -> T) async rethrows -> T {
        retainPreventPause()
        defer { releasePreventPause() }
        return try await body()
    }

    /// Asks the node again at once, where the session waits before its next try; syncing that ended because the node did not know the
    /// access token begins again, for after a new login. A wait that the node itself asked for stays.
    /// - Returns: whether there was anything to do.
    @discardableResult
    public func reconnect() -> Bool {
        if syncPause.cutShort() { return true }
        guard let filter = shared.withLock({ $0.loopHasEnded && $0.state == .syncError ? $0.filterChoice : nil }) else { return false }
        Task { try? await self.sync(filter: filter, from: [.syncError]) }
        return true
    }
}
