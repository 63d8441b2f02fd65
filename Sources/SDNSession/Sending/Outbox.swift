import HeraldLocks
import SDNValues
import SDNWire

/// The messages to be sent to the node (SDN sheet 5.7).
///
/// A message is stored before its request is sent, and keeps one transaction ID through every retry and restart. The message therefore reaches the
/// node at least once. The node recognizes the ID and creates one event. In each room messages are sent one at a time, in the order in which they
/// were handed over. Rooms do not wait for one another.
package final class Outbox: Sendable {
    /// A message with its local echo and the callers that wait for it.
    package struct Entry: Sendable {
        var message: MXOutgoingMessage { didSet { isDependent = message.dependsOn != nil } }
        /// True when the message waits for another message. The value is stored, because it is needed very often.
        private(set) var isDependent: Bool
        /// The files to be stored with the message.
        var attachments: [MXOutgoingAttachment] = []
        package let echo: MXEvent
        /// Fulfilled when the message is stored.
        let stored: OneShot<Void>
        /// Fulfilled with the event ID when the node accepted the message, or with the reason why it did not.
        package let sent: OneShot<String>
        /// True when the message has failed in this process but is still queued in the store. Other processes do not know of this failure.
        var hasFailedHereAlone = false
        /// True when the app handed the message to another process that shares the store.
        var isAdopted = false
        /// True when the app allowed plain text in an encrypted room.
        var allowsPlainText: Bool
        let upload = UploadBar()

        init(
            message: MXOutgoingMessage, attachments: [MXOutgoingAttachment] = [], echo: MXEvent, stored: OneShot<Void>,
            sent: OneShot<String>
        ) {
            self.message = message
            self.isDependent = message.dependsOn != nil
            self.attachments = attachments
            self.allowsPlainText = PlainTextPermission.roomId == message.roomId
            self.echo = echo
            self.stored = stored
            self.sent = sent
        }

        /// Creates the entry of a stored message.
        init(stored message: MXOutgoingMessage, echo: MXEvent, isAdopted: Bool = false) {
            self.init(message: message, echo: echo, stored: OneShot(), sent: OneShot())
            self.isAdopted = isAdopted
            stored.fulfil(.success(()))
        }
    }

    struct State {
        /// True while messages are sent, which is while the session syncs.
        var isOpen = false
        var isClosed = false
        /// The error with which the node ended syncing, until sending begins again. Callers do not wait meanwhile, and the messages do.
        var refusal: (any Error)?
        /// True when this session also sends the messages of other processes that share the store.
        var isLeading = false
        /// The messages that are in the store, in order.
        var entries: [Entry] = []
        /// The messages that are still to be written to the store, in order.
        var arriving: [Entry] = []
        /// The messages that are being removed or cancelled. No worker begins to send them.
        var withheld: Set<String> = []
        /// The IDs that messages of this session got on the node, by their local IDs. The app may later hand over a message that refers to such a
        /// local ID.
        var resolved = ResolvedIds()
        /// The accepted messages whose events are absent from the syncs, by their local IDs.
        var absences: [String: Absence] = [:]
        /// The running requests, by the local ID of the message. The value is `nil` while the request is about to begin.
        var underWay: [String: Task<String, any Error>?] = [:]
        /// The messages that were cancelled just before their request began.
        var cancelled: Set<String> = []
        var writer: Task<Void, Never>?
        /// Stores the files of new messages.
        var fileWriter: Task<Void, Never>?
        /// The workers, one for each room that has messages to send.
        var workers: [String: Task<Void, Never>] = [:]

        mutating func remove(_ localId: String) -> Entry? {
            withheld.remove(localId)
            if let index = entries.firstIndex(where: { $0.message.localId == localId }) {
                return entries.remove(at: index)
            }
            if let index = arriving.firstIndex(where: { $0.message.localId == localId }) {
                return arriving.remove(at: index)
            }
            return nil
        }
    }
    let state = Mutex(State())
    let pauses = OutboxPauses()

    /// Takes over the messages that the store held when it was opened. Nothing is sent before the session starts.
    /// - Parameter deviceId: the device that is logged in now.
    func load(_ messages: [MXOutgoingMessage], sender: String, deviceId: String? = nil) {
        let known = Set(messages.map(\.localId))
        let entries = messages.compactMap { message -> Entry? in
            let stored = message.status
            var message = message.found(by: deviceId)
            if let target = message.dependsOn, !known.contains(target), message.status == .queued {
                // The message refers to another message that is not in the outbox. A damaged file may have lost it. The message could never be sent,
                // so it becomes failed.
                message.status = .failed
                message.failure = MXOutgoingMessage.Failure(
                    code: Outbox.notSentYet.code.rawValue, reason: Outbox.notSentYet.reason)
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
    func open(_ context: any OutboxContext) {
        state.withLock { ($0.isOpen, $0.refusal) = (!$0.isClosed, nil) }
        startWorkers(context)
    }

    func startWorkers(_ context: any OutboxContext) {
        let rooms = state.withLock { Set($0.entries.filter { $0.message.status == .queued }.map(\.message.roomId)) }
        for room in rooms { startWorker(room, context) }
    }

    /// Stops sending. Waiting messages keep waiting. Returns when no request is running any more, and the new messages are stored with their
    /// files.
    func pause() async {
        let workers = state.withLock { state in
            state.isOpen = false
            return Array(state.workers.values)
        }
        for worker in workers { worker.cancel() }
        for worker in workers { await worker.value }
        while let task = state.withLock({ $0.fileWriter ?? $0.writer }) { await task.value }
    }

    /// Tells all waiting callers that the node does not accept this login. The messages stay in the outbox, and the session sends them when it can
    /// sync again. This holds for callers that come later too, until ``open(_:)``.
    func refuse(_ error: any Error) {
        let waiting = state.withLock { state in
            state.refusal = error
            return state.entries
        }
        for entry in waiting { entry.sent.fulfil(.failure(error)) }
    }

    /// Stops permanently and accepts no more messages. Returns when no write to the store is running. Waiting callers receive `reason`.
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

    /// Accepts a message. The order of calls is the order of sending.
    func submit(
        _ message: MXOutgoingMessage, attachments: [MXOutgoingAttachment] = [], echo: MXEvent, room: any OutboxRoom
    ) -> Entry {
        let entry = Entry(message: message, attachments: attachments, echo: echo, stored: OneShot(), sent: OneShot())
        let isClosed = state.withLock { state in
            guard !state.isClosed else { return true }
            // The echo is reported under the lock, so that no other report about the message comes first.
            room.tell(echo, localId: message.localId)
            var entry = entry
            while let target = entry.message.dependsOn, let eventId = state.resolved[target] {
                entry.message.resolve(target, eventId)
            }
            state.arriving.append(entry)
            if state.writer == nil || entry.hasUnstoredFiles { startWriters(&state, room.outboxContext) }
            return false
        }
        if isClosed {
            let closed = SDNSDKError(.closed, reason: "the session was closed")
            entry.stored.fulfil(.failure(closed))
            entry.sent.fulfil(.failure(closed))
        }
        // The caller may hold the entry until the message is sent, and has no use for the files.
        var handedOver = entry
        handedOver.attachments = []
        return handedOver
    }

    func startWorker(_ roomId: String, _ context: any OutboxContext) {
        state.withLock { state in
            guard state.isOpen, state.workers[roomId] == nil else { return }
            state.workers[roomId] = Task.detached {
                await OutboxWorker(outbox: self, roomId: roomId, context: context).run()
            }
        }
    }

    /// Returns the next message of a room. When there is none, the room's worker is removed from the list.
    func next(inRoom roomId: String, deviceId: String?) -> Entry? {
        state.withLock { state in
            let waiting = state.entries.first {
                $0.message.roomId == roomId && $0.message.status == .queued && !$0.isDependent
                    && !state.withheld.contains($0.message.localId)
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

    /// Notes that the worker of a room has stopped. The next message, sync or start begins another worker.
    func workerStopped(inRoom roomId: String) { state.withLock { $0.workers[roomId] = nil } }

    /// True when a message is in the outbox, or got its ID on the node in this session.
    func knows(_ localId: String) -> Bool { state.withLock { $0.resolved[localId] != nil } || entry(localId) != nil }

    /// Returns the ID that a message got on the node; `nil` when it has none, or got it too long ago.
    func eventId(ofMessage localId: String) -> String? { state.withLock { $0.resolved[localId] } }

    func entry(_ localId: String) -> Entry? {
        state.withLock { state in (state.entries + state.arriving).first { $0.message.localId == localId } }
    }

    /// Changes an entry's message.
    /// - Parameter failsHereAlone: true when the store does not record the failure.
    /// - Returns: the entry after the change; `nil` when the message has left the outbox.
    func change(_ localId: String, failsHereAlone: Bool = false, _ body: (inout MXOutgoingMessage) -> Void) -> Entry? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.message.localId == localId }) else { return nil }
            body(&state.entries[index].message)
            state.entries[index].hasFailedHereAlone = failsHereAlone
            return state.entries[index]
        }
    }

    /// Updates an echo and tells its room's lists, unless the message has left the outbox: the lists would add the echo again.
    func tell(_ entry: Entry, _ sentState: MXEventSentState, error: (any Error)? = nil, _ context: any OutboxContext) {
        let room = context.outboxRoom(entry.message.roomId)
        let localId = entry.message.localId
        state.withLock { state in
            guard state.entries.contains(where: { $0.message.localId == localId }) else { return }
            entry.echo.update(sentState: sentState, error: error)
            room?.tell(entry.echo, localId: localId)
        }
    }

    /// Removes a message. This method is called only inside the session's gate.
    @discardableResult
    func remove(_ localId: String) -> Entry? { state.withLock { $0.remove(localId) } }
}
