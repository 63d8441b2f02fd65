import SDNWire
import Synchronization

/// Messages on their way to the node (SDN sheet 5.7).
///
/// A message is written to the store before its request goes out, and keeps one transaction id through every retry and restart: so
/// it arrives at least once, and the node, which knows the id, makes it once. In each room messages go in the order in which they were
/// handed over, one at a time; rooms do not wait for one another.
final class Outbox: Sendable {
    /// A message with the event that stands for it and those who wait for it.
    struct Entry: Sendable {
        var message: MXOutgoingMessage
        let echo: MXEvent
        /// Told when the message is in the store.
        let stored: OneShot<Void>
        /// Told the event id when the node accepted the message, or why it did not.
        let sent: OneShot<String>
    }

    private struct State {
        /// Whether messages go out: while the session syncs.
        var isOpen = false
        var isClosed = false
        /// Messages that are in the store, in order.
        var entries: [Entry] = []
        /// Messages that are to be written to the store, in order.
        var arriving: [Entry] = []
        /// Messages that are being removed: no worker begins with them.
        var withheld: Set<String> = []
        var writer: Task<Void, Never>?
        /// One for each room that has something to send.
        var workers: [String: Task<Void, Never>] = [:]

        mutating func remove(_ localId: String) -> Entry? {
            withheld.remove(localId)
            if let index = entries.firstIndex(where: { $0.message.localId == localId }) { return entries.remove(at: index) }
            if let index = arriving.firstIndex(where: { $0.message.localId == localId }) { return arriving.remove(at: index) }
            return nil
        }
    }
    private let state = Mutex(State())
    let pauses = OutboxPauses()

    /// Takes over what the store held when it was opened. Nothing goes out before the session starts.
    func load(_ messages: [MXOutgoingMessage], sender: String) {
        let entries = messages.compactMap { message -> Entry? in
            guard let echo = try? message.echo(sender: sender) else { return nil }
            let entry = Entry(message: message, echo: echo, stored: OneShot(), sent: OneShot())
            entry.stored.fulfil(.success(()))
            return entry
        }
        state.withLock { $0.entries = entries }
    }

    /// Begins to send.
    func open(_ session: MXSession) {
        state.withLock { $0.isOpen = !$0.isClosed }
        startWorkers(session)
    }

    private func startWorkers(_ session: MXSession) {
        let rooms = state.withLock { Set($0.entries.filter { $0.message.status == .queued }.map(\.message.roomId)) }
        for room in rooms { startWorker(room, session) }
    }

    /// Stops sending; what waits keeps waiting. Returns when no request is under way any more.
    func pause() async {
        let (workers, writer) = state.withLock { state in
            state.isOpen = false
            return (Array(state.workers.values), state.writer)
        }
        for worker in workers { worker.cancel() }
        for worker in workers { await worker.value }
        await writer?.value
    }

    /// Stops for good and takes nothing more. Returns when nothing of it reaches the store any more. Whoever waits is told `reason`.
    func close(_ reason: String = "the session was closed; the message stays in the outbox") async {
        state.withLock { $0.isClosed = true }
        await pause()
        let left = state.withLock { state in
            defer {
                state.entries = []
                state.arriving = []
            }
            return state.entries + state.arriving
        }
        let closed = SDNSDKError(.closed, reason: reason)
        for entry in left {
            entry.stored.fulfil(.failure(closed))
            entry.sent.fulfil(.failure(closed))
        }
    }

    /// Takes a message in. The order of calls is the order of sending.
    func submit(_ message: MXOutgoingMessage, echo: MXEvent, room: MXRoom) -> Entry {
        let entry = Entry(message: message, echo: echo, stored: OneShot(), sent: OneShot())
        let isClosed = state.withLock { state in
            guard !state.isClosed else { return true }
            // Told under the lock, so that nothing else is told of the message before.
            room.liveTimeline.broadcast.send(.outgoing(echo))
            state.arriving.append(entry)
            if state.writer == nil { state.writer = Task.detached { await self.storeArriving(room.mxSession) } }
            return false
        }
        if isClosed {
            let closed = SDNSDKError(.closed, reason: "the session was closed")
            entry.stored.fulfil(.failure(closed))
            entry.sent.fulfil(.failure(closed))
        }
        return entry
    }

    /// Writes everything that has arrived, in as few transactions as possible, and starts the rooms' workers.
    private func storeArriving(_ session: MXSession) async {
        while state.withLock({ state in
            if state.arriving.isEmpty { state.writer = nil }
            return !state.arriving.isEmpty
        }) {
            // Taken inside the gate, where removing happens too: a message is either not begun with here, or in the store.
            await session.gate.run {
                let batch = self.state.withLock { $0.arriving }
                if batch.isEmpty { return }
                let messages = batch.map(\.message)
                do {
                    try await session.store.write { store in
                        for message in messages { try store.save(message) }
                    }
                    self.finishArriving(batch, areStored: true)
                    for entry in batch { entry.stored.fulfil(.success(())) }
                    for room in Set(messages.map(\.roomId)) { self.startWorker(room, session) }
                } catch {
                    self.finishArriving(batch, areStored: false)
                    for entry in batch { self.giveUp(entry, error, session) }
                }
            }
        }
    }

    private func finishArriving(_ batch: [Entry], areStored: Bool) {
        let ids = Set(batch.map(\.message.localId))
        state.withLock { state in
            state.arriving.removeAll { ids.contains($0.message.localId) }
            if areStored { state.entries += batch } else { state.withheld.subtract(ids) }
        }
    }

    /// A message that could not be stored is not kept, so its echo goes as it came.
    private func giveUp(_ entry: Entry, _ error: any Error, _ session: MXSession) {
        entry.echo.update(sentState: .failed, error: error)
        entry.stored.fulfil(.failure(error))
        entry.sent.fulfil(.failure(error))
        let broadcast = session.room(withRoomId: entry.message.roomId)?.liveTimeline.broadcast
        broadcast?.send(.outgoing(entry.echo))
        broadcast?.send(.outgoingEnded(localId: entry.message.localId, eventId: nil))
    }

    private func startWorker(_ roomId: String, _ session: MXSession) {
        state.withLock { state in
            guard state.isOpen, state.workers[roomId] == nil else { return }
            state.workers[roomId] = Task.detached { await OutboxWorker(outbox: self, roomId: roomId, session: session).run() }
        }
    }

    /// The next message of a room; without one the room's worker is done and taken off the list.
    func next(inRoom roomId: String) -> Entry? {
        state.withLock { state in
            let waiting = state.entries.first {
                $0.message.roomId == roomId && $0.message.status == .queued && !state.withheld.contains($0.message.localId)
            }
            if state.isOpen, !Task.isCancelled, let waiting { return waiting }
            state.workers[roomId] = nil
            return nil
        }
    }

    /// A worker gives up for now; the next message, the next good sync or the next start begins another.
    func workerStopped(inRoom roomId: String) { state.withLock { $0.workers[roomId] = nil } }

    /// The messages that the node has accepted so far. A sync that is asked for from now on has them behind it.
    func accepted() -> [String] { state.withLock { $0.entries.filter { $0.message.status == .sent }.map(\.message.localId) } }

    /// A sync has been taken in: the node can be reached and the store written.
    /// - Parameter accepted: what ``accepted()`` gave before the sync was asked for. What is left of it lies in a gap, and its event
    ///   comes with pagination.
    func hasSynced(after accepted: [String], _ session: MXSession) async {
        pauses.cutShort()
        startWorkers(session)
        guard accepted.contains(where: { entry($0) != nil }) else { return }
        await session.gate.run {
            let left = accepted.compactMap(self.entry).map(\.message)
            // When this cannot be written, the next sync finds the same messages.
            do {
                try await session.store.write { store in
                    for message in left { try store.deleteOutgoingMessage(message.localId) }
                }
            } catch {
                return
            }
            for message in left {
                let arrived = ArrivedMessage(localId: message.localId, eventId: message.eventId)
                self.hasArrived(arrived, room: session.room(withRoomId: message.roomId))
            }
        }
    }

    /// The messages of a room that have not been seen in it, in order.
    func echoes(inRoom roomId: String) -> [MXEvent] {
        state.withLock { state in (state.entries + state.arriving).filter { $0.message.roomId == roomId }.map(\.echo) }
    }

    func entry(_ localId: String) -> Entry? {
        state.withLock { state in (state.entries + state.arriving).first { $0.message.localId == localId } }
    }

    /// Changes an entry's message. - Returns: the entry after the change; `nil` when it has gone.
    func change(_ localId: String, _ body: (inout MXOutgoingMessage) -> Void) -> Entry? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.message.localId == localId }) else { return nil }
            body(&state.entries[index].message)
            return state.entries[index]
        }
    }

    /// Puts a message behind all others, in a new version, and starts its room's worker.
    /// - Returns: the entry, because the message may be sent and gone before it could be looked up; `nil` when it has gone already.
    func requeue(_ message: MXOutgoingMessage, _ session: MXSession) -> Entry? {
        let entry = state.withLock { state -> Entry? in
            guard let old = state.remove(message.localId) else { return nil }
            let entry = Entry(message: message, echo: old.echo, stored: old.stored, sent: OneShot())
            state.entries.append(entry)
            return entry
        }
        if entry != nil { startWorker(message.roomId, session) }
        return entry
    }

    /// Keeps a message from going out while it is being removed. - Returns: whether there is such a message.
    func withhold(_ localId: String) -> Bool {
        state.withLock { state in
            guard (state.entries + state.arriving).contains(where: { $0.message.localId == localId }) else { return false }
            state.withheld.insert(localId)
            return true
        }
    }

    /// A message that was withheld could not be removed and may go out again.
    func release(_ localId: String, _ session: MXSession) {
        _ = state.withLock { $0.withheld.remove(localId) }
        startWorkers(session)
    }

    /// Only inside the session's gate.
    @discardableResult
    func remove(_ localId: String) -> Entry? { state.withLock { $0.remove(localId) } }

    /// A message was seen in its room. Only inside the session's gate.
    func hasArrived(_ arrived: ArrivedMessage, room: MXRoom?) {
        guard let entry = remove(arrived.localId) else { return }
        if let eventId = arrived.eventId ?? entry.message.eventId {
            entry.echo.update(sentState: .sent, eventId: eventId)
            entry.sent.fulfil(.success(eventId))
        }
        room?.liveTimeline.broadcast.send(.outgoingEnded(localId: arrived.localId, eventId: arrived.eventId))
    }
}
