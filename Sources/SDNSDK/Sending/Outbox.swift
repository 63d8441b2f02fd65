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
        var writer: Task<Void, Never>?
        /// One for each room that has something to send.
        var workers: [String: Task<Void, Never>] = [:]
        /// Waits between tries, by room.
        var pauses: [String: Task<Void, any Error>] = [:]
    }
    private let state = Mutex(State())

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
        let rooms = state.withLock { state in
            state.isOpen = !state.isClosed
            return Set(state.entries.filter { $0.message.status == .queued }.map(\.message.roomId))
        }
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

    /// Stops for good. Whoever waits is told; the messages stay in the store.
    func close() async {
        state.withLock { $0.isClosed = true }
        await pause()
        let left = state.withLock { state in
            defer {
                state.entries = []
                state.arriving = []
            }
            return state.entries + state.arriving
        }
        let closed = SDNSDKError(.closed, reason: "the session was closed; the message stays in the outbox")
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
            state.arriving.append(entry)
            if state.writer == nil { state.writer = Task.detached { await self.storeArriving(room.mxSession) } }
            return false
        }
        if isClosed {
            let closed = SDNSDKError(.closed, reason: "the session was closed")
            entry.stored.fulfil(.failure(closed))
            entry.sent.fulfil(.failure(closed))
        } else {
            room.liveTimeline.broadcast.send(.outgoing(echo))
        }
        return entry
    }

    /// Writes everything that has arrived, in as few transactions as possible, and starts the rooms' workers.
    private func storeArriving(_ session: MXSession) async {
        while true {
            let batch = state.withLock { state in
                defer { state.arriving = [] }
                if state.arriving.isEmpty { state.writer = nil }
                return state.arriving
            }
            if batch.isEmpty { return }
            let messages = batch.map(\.message)
            do {
                try await session.gate.run {
                    try await session.store.write { store in
                        for message in messages { try store.save(message) }
                    }
                    self.state.withLock { $0.entries += batch }
                }
                for entry in batch { entry.stored.fulfil(.success(())) }
                for room in Set(messages.map(\.roomId)) { startWorker(room, session) }
            } catch {
                for entry in batch {
                    entry.echo.update(sentState: .failed, error: error)
                    entry.stored.fulfil(.failure(error))
                    entry.sent.fulfil(.failure(error))
                }
            }
        }
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
            if state.isOpen, !Task.isCancelled, let entry = state.entries.first(where: { $0.message.roomId == roomId && $0.message.status == .queued }) {
                return entry
            }
            state.workers[roomId] = nil
            return nil
        }
    }

    /// A worker gives up for now; the next message, or the next start, begins another.
    func workerStopped(inRoom roomId: String) { state.withLock { $0.workers[roomId] = nil } }

    /// Waits between two tries, until the time is over or ``retryNow()`` is called.
    func wait(_ duration: Duration, forRoom roomId: String, _ clock: RetryClock) async {
        let pause = Task { try await clock.sleep(duration) }
        state.withLock { $0.pauses[roomId] = pause }
        await withTaskCancellationHandler {
            _ = await pause.result
        } onCancel: {
            pause.cancel()
        }
        state.withLock { $0.pauses[roomId] = nil }
    }

    /// Cuts waits short, because the node can be reached again.
    func retryNow() {
        for pause in state.withLock({ Array($0.pauses.values) }) { pause.cancel() }
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

    /// Moves an entry behind all others and starts its room's worker.
    func requeue(_ localId: String, _ session: MXSession) {
        let roomId = state.withLock { state -> String? in
            guard let index = state.entries.firstIndex(where: { $0.message.localId == localId }) else { return nil }
            let old = state.entries.remove(at: index)
            state.entries.append(Entry(message: old.message, echo: old.echo, stored: old.stored, sent: OneShot()))
            return old.message.roomId
        }
        if let roomId { startWorker(roomId, session) }
    }

    @discardableResult
    func remove(_ localId: String) -> Entry? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.message.localId == localId }) else { return nil }
            return state.entries.remove(at: index)
        }
    }

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
