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
        var message: MXOutgoingMessage { didSet { isDependent = message.dependsOn != nil } }
        /// Whether it waits for another one; looked up so often that it is kept.
        private(set) var isDependent: Bool
        /// Files to be stored with it.
        var attachments: [MXOutgoingAttachment] = []
        let echo: MXEvent
        /// Told when the message is in the store.
        let stored: OneShot<Void>
        /// Told the event id when the node accepted the message, or why it did not.
        let sent: OneShot<String>
        /// Whether it has failed and the store has it as queued: there is nothing in that for others to go by.
        var hasFailedHereAlone = false
        /// Whether it was handed over to another process that shares the store.
        var isAdopted = false
        let upload = UploadBar()

        init(message: MXOutgoingMessage, attachments: [MXOutgoingAttachment] = [], echo: MXEvent, stored: OneShot<Void>, sent: OneShot<String>) {
            self.message = message
            self.isDependent = message.dependsOn != nil
            self.attachments = attachments
            self.echo = echo
            self.stored = stored
            self.sent = sent
        }

        /// For a message that the store has.
        init(stored message: MXOutgoingMessage, echo: MXEvent, isAdopted: Bool = false) {
            self.init(message: message, echo: echo, stored: OneShot(), sent: OneShot())
            self.isAdopted = isAdopted
            stored.fulfil(.success(()))
        }
    }

    struct State {
        /// Whether messages go out: while the session syncs.
        var isOpen = false
        var isClosed = false
        /// In a shared store, whether messages of other processes go out, too.
        var isLeading = false
        /// Messages that are in the store, in order.
        var entries: [Entry] = []
        /// Messages that are to be written to the store, in order.
        var arriving: [Entry] = []
        /// Messages that are being removed: no worker begins with them.
        var withheld: Set<String> = []
        /// The ids that messages of this session got, by their local ids: what is about them may be handed over later.
        var resolved = ResolvedIds()
        /// Requests under way, by the message's local id; `nil` when the request is about to begin.
        var underWay: [String: Task<String, any Error>?] = [:]
        /// Messages that were cancelled just before their request began.
        var cancelled: Set<String> = []
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
    let state = Mutex(State())
    let pauses = OutboxPauses()

    /// Takes over what the store held when it was opened. Nothing goes out before the session starts.
    /// - Parameter deviceId: the device that is logged in now.
    func load(_ messages: [MXOutgoingMessage], sender: String, deviceId: String? = nil) {
        let known = Set(messages.map(\.localId))
        let entries = messages.compactMap { message -> Entry? in
            let stored = message.status
            var message = message.found(by: deviceId)
            if let target = message.dependsOn, !known.contains(target), message.status == .queued {
                // A damaged file may have lost the one; the other could never go out.
                message.status = .failed
                message.failure = MXOutgoingMessage.Failure(code: MXRoom.notSentYet.code.rawValue, reason: MXRoom.notSentYet.reason)
            }
            return (try? message.echo(sender: sender)).map { echo in
                var entry = Entry(stored: message, echo: echo)
                entry.hasFailedHereAlone = message.status != stored
                return entry
            }
        }
        state.withLock { $0.entries = entries }
    }

    /// Begins to send.
    func open(_ session: MXSession) {
        state.withLock { $0.isOpen = !$0.isClosed }
        startWorkers(session)
    }

    func startWorkers(_ session: MXSession) {
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
    func submit(_ message: MXOutgoingMessage, attachments: [MXOutgoingAttachment] = [], echo: MXEvent, room: MXRoom) -> Entry {
        let entry = Entry(message: message, attachments: attachments, echo: echo, stored: OneShot(), sent: OneShot())
        let isClosed = state.withLock { state in
            guard !state.isClosed else { return true }
            // Told under the lock, so that nothing else is told of the message before.
            room.liveTimeline.tell(echo, localId: message.localId)
            var entry = entry
            while let target = entry.message.dependsOn, let eventId = state.resolved[target] { entry.message.resolve(target, eventId) }
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
                let messages = batch.map { ($0.message, $0.attachments) }
                do {
                    let stored = try await session.store.write { store in
                        try messages.map { message, attachments in
                            let message = try message.answeringLatest(in: store)
                            try store.save(message)
                            for attachment in attachments { try store.save(attachment, ofMessage: message.localId) }
                            return message
                        }
                    }
                    self.finishArriving(batch, stored: stored)
                    for entry in batch { entry.stored.fulfil(.success(())) }
                    for room in Set(stored.map(\.roomId)) { self.startWorker(room, session) }
                } catch {
                    self.finishArriving(batch, stored: nil)
                    for entry in batch { self.giveUp(entry, error, session) }
                }
            }
        }
    }

    private func finishArriving(_ batch: [Entry], stored: [MXOutgoingMessage]?) {
        let ids = Set(batch.map(\.message.localId))
        state.withLock { state in
            state.arriving.removeAll { ids.contains($0.message.localId) }
            guard let stored else { return state.withheld.subtract(ids) }
            for (entry, message) in zip(batch, stored) {
                var entry = entry
                entry.message = message
                // The files are in the store now and need not be in memory.
                entry.attachments = []
                state.entries.append(entry)
            }
        }
    }

    /// A message that could not be stored is not kept, so its echo goes as it came.
    private func giveUp(_ entry: Entry, _ error: any Error, _ session: MXSession) {
        entry.echo.update(sentState: .failed, error: error)
        entry.stored.fulfil(.failure(error))
        entry.sent.fulfil(.failure(error))
        let timeline = session.room(withRoomId: entry.message.roomId)?.liveTimeline
        timeline?.tell(entry.echo, localId: entry.message.localId)
        timeline?.tellEnd(ofEcho: entry.message.localId, eventId: nil)
    }

    func startWorker(_ roomId: String, _ session: MXSession) {
        state.withLock { state in
            guard state.isOpen, state.workers[roomId] == nil else { return }
            state.workers[roomId] = Task.detached { await OutboxWorker(outbox: self, roomId: roomId, session: session).run() }
        }
    }

    /// The next message of a room; without one the room's worker is done and taken off the list.
    func next(inRoom roomId: String, deviceId: String?) -> Entry? {
        state.withLock { state in
            let waiting = state.entries.first {
                $0.message.roomId == roomId && $0.message.status == .queued && !$0.isDependent && !state.withheld.contains($0.message.localId)
                    && (!$0.isAdopted || state.isLeading) && !$0.message.isAttempted(besides: deviceId)
            }
            if state.isOpen, !Task.isCancelled, let waiting {
                state.underWay.updateValue(nil, forKey: waiting.message.localId)
                return waiting
            }
            state.workers[roomId] = nil
            return nil
        }
    }

    /// A worker gives up for now; the next message, the next good sync or the next start begins another.
    func workerStopped(inRoom roomId: String) { state.withLock { $0.workers[roomId] = nil } }

    /// The messages of a room that have not been seen in it, in order.
    func echoes(inRoom roomId: String) -> [MXEvent] {
        state.withLock { state in (state.entries + state.arriving).filter { $0.message.roomId == roomId }.map(\.echo) }
    }

    /// Whether a message is in the outbox, or got its id in this session.
    func knows(_ localId: String) -> Bool { state.withLock { $0.resolved[localId] != nil } || entry(localId) != nil }

    func entry(_ localId: String) -> Entry? {
        state.withLock { state in (state.entries + state.arriving).first { $0.message.localId == localId } }
    }

    /// Changes an entry's message.
    /// - Parameter failsHereAlone: whether the store knows nothing of a failure.
    /// - Returns: the entry after the change; `nil` when it has gone.
    func change(_ localId: String, failsHereAlone: Bool = false, _ body: (inout MXOutgoingMessage) -> Void) -> Entry? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.message.localId == localId }) else { return nil }
            body(&state.entries[index].message)
            state.entries[index].hasFailedHereAlone = failsHereAlone
            return state.entries[index]
        }
    }

    /// Moves an echo on and tells its room's lists, unless the message has left the outbox: whoever took it out has told them that it is
    /// gone, and nothing would end what came after that.
    func tell(_ entry: Entry, _ sentState: MXEventSentState, error: (any Error)? = nil, _ session: MXSession) {
        let timeline = session.room(withRoomId: entry.message.roomId)?.liveTimeline
        let localId = entry.message.localId
        state.withLock { state in
            guard state.entries.contains(where: { $0.message.localId == localId }) else { return }
            entry.echo.update(sentState: sentState, error: error)
            timeline?.tell(entry.echo, localId: localId)
        }
    }

    /// Puts a message behind all others, in a new version, and starts its room's worker.
    /// - Parameter isAdopted: whether another process did so.
    /// - Returns: the entry, because the message may be sent and gone before it could be looked up; `nil` when it has gone already.
    func requeue(_ message: MXOutgoingMessage, isAdopted: Bool = false, _ session: MXSession) -> Entry? {
        let entry = state.withLock { state -> Entry? in
            guard let old = state.remove(message.localId) else { return nil }
            var entry = Entry(message: message, echo: old.echo, stored: old.stored, sent: OneShot())
            entry.isAdopted = isAdopted
            state.entries.append(entry)
            return entry
        }
        if entry != nil {
            session.room(withRoomId: message.roomId)?.liveTimeline.tellRequeued(message.localId)
            startWorker(message.roomId, session)
        }
        return entry
    }

    /// Only inside the session's gate.
    @discardableResult
    func remove(_ localId: String) -> Entry? { state.withLock { $0.remove(localId) } }
}
