import HeraldLocks
import SDNClient
import SDNStore
import SDNValues
import SDNWire

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
