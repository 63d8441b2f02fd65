import HeraldLocks
import SDNValues

// Functions that change messages in the outbox: messages that the app withdraws, and messages that wait for the ID of another message.
extension Outbox {
    /// Moves a changed message to the end of the outbox, and starts the worker of its room.
    /// - Parameter isAdopted: true when another process changed the message.
    /// - Returns: the message's entry; `nil` when the message has left the outbox. The entry is returned because the message may be sent
    ///   and removed before the caller could look the entry up.
    func requeue(_ message: MXOutgoingMessage, isAdopted: Bool = false, _ context: any OutboxContext) -> Entry? {
        let entry = state.withLock { state -> Entry? in
            guard let old = state.remove(message.localId) else { return nil }
            var entry = Entry(message: message, echo: old.echo, stored: old.stored, sent: OneShot())
            entry.isAdopted = isAdopted
            if old.allowsPlainText { entry.allowsPlainText = true }
            state.entries.append(entry)
            if let refusal = state.refusal { entry.sent.fulfil(.failure(refusal)) }
            return entry
        }
        if entry != nil {
            context.outboxRoom(message.roomId)?.tellRequeued(message.localId)
            startWorker(message.roomId, context)
        }
        return entry
    }

    /// Keeps a message from being sent while it is removed or cancelled.
    /// - Parameter onlyIdle: true withholds only a message that was not accepted and has no running request.
    /// - Returns: true when the message was withheld.
    func withhold(_ localId: String, onlyIdle: Bool = false) -> Bool {
        state.withLock { state in
            guard let entry = (state.entries + state.arriving).first(where: { $0.message.localId == localId }) else {
                return false
            }
            if onlyIdle, entry.message.status == .sent || state.underWay.keys.contains(localId) { return false }
            state.withheld.insert(localId)
            return true
        }
    }

    /// Notes the request with which a worker sends a message. The request is cancelled at once if the message was cancelled just before.
    func begins(_ request: Task<String, any Error>, for localId: String) {
        let isCancelled = state.withLock { state in
            state.underWay.updateValue(request, forKey: localId)
            return state.cancelled.remove(localId) != nil
        }
        if isCancelled { request.cancel() }
    }

    func ended(_ localId: String) {
        state.withLock { state in
            state.underWay.removeValue(forKey: localId)
            state.cancelled.remove(localId)
        }
    }

    /// Cancels the running request of a message.
    /// - Returns: true when the message has a running request.
    func cancelRequest(_ localId: String) -> Bool {
        let (isUnderWay, request) = state.withLock { state -> (Bool, Task<String, any Error>?) in
            guard let request = state.underWay[localId] else { return (false, nil) }
            if request == nil { state.cancelled.insert(localId) }
            return (true, request)
        }
        request?.cancel()
        return isUnderWay
    }

    /// Returns the local IDs of the messages that wait for a message, directly or through other messages.
    func dependents(of localId: String) -> [String] {
        state.withLock { state in
            var found = [localId]
            for entry in state.entries + state.arriving {
                if let target = entry.message.dependsOn, found.contains(target) { found.append(entry.message.localId) }
            }
            return Array(found.dropFirst())
        }
    }

    /// Returns the local echoes of a room's messages in the outbox, in the order of sending.
    func echoes(inRoom roomId: String) -> [MXEvent] {
        state.withLock { state in (state.entries + state.arriving).filter { $0.message.roomId == roomId }.map(\.echo) }
    }

    /// True when a message in the store may wait for the ID of another message. In a shared store this is always true, because other processes may
    /// have such messages.
    func hasDependents(_ context: any OutboxContext) -> Bool {
        context.isSharingStore || state.withLock { $0.entries.contains(where: \.isDependent) }
    }

    /// Notes the ID that a message got on the node. Messages that wait for this ID may then be sent. This method is called only inside the
    /// session's gate.
    func resolve(_ localId: String, _ eventId: String, _ context: any OutboxContext) {
        let rooms = state.withLock { state in
            state.resolved.note(localId, eventId)
            var rooms: Set<String> = []
            for index in state.entries.indices where state.entries[index].isDependent {
                state.entries[index].message.resolve(localId, eventId)
                rooms.insert(state.entries[index].message.roomId)
            }
            for index in state.arriving.indices where state.arriving[index].isDependent {
                state.arriving[index].message.resolve(localId, eventId)
            }
            return rooms
        }
        for room in rooms { startWorker(room, context) }
    }

    /// Lets a withheld message be sent again, if it was not removed.
    func release(_ localId: String, _ context: any OutboxContext) {
        _ = state.withLock { $0.withheld.remove(localId) }
        startWorkers(context)
    }

    static let notSentYet = SDNSDKError(
        .notSentYet, field: "event",
        reason: "the event is neither on the node nor in the outbox, so no message can refer to it")
}

/// The IDs that messages got on the node, by their local IDs. Only the latest IDs are stored, because a session may run for months.
struct ResolvedIds: Sendable {
    static let limit = 4_096
    private var ids: [String: String] = [:]
    /// The local IDs in the order of their arrival. When the list is full, the oldest ID is replaced next.
    private var order: [String] = []
    private var next = 0

    subscript(localId: String) -> String? { ids[localId] }

    mutating func note(_ localId: String, _ eventId: String) {
        guard ids.updateValue(eventId, forKey: localId) == nil else { return }
        guard order.count == ResolvedIds.limit else { return order.append(localId) }
        ids[order[next]] = nil
        order[next] = localId
        next = (next + 1) % ResolvedIds.limit
    }
}
