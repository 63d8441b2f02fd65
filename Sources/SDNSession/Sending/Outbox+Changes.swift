import SDNValues
import Synchronization

// Messages that the app withdraws, and messages that wait for the id of another one.
extension Outbox {
    /// Puts a changed message behind all others, and starts its room's worker.
    /// - Parameter isAdopted: true when another process did so.
    /// - Returns: the entry, because the message may be sent and gone before it could be looked up; `nil` when it is already gone.
    func requeue(_ message: MXOutgoingMessage, isAdopted: Bool = false, _ context: any OutboxContext) -> Entry? {
        let entry = state.withLock { state -> Entry? in
            guard let old = state.remove(message.localId) else { return nil }
            var entry = Entry(message: message, echo: old.echo, stored: old.stored, sent: OneShot())
            entry.isAdopted = isAdopted
            state.entries.append(entry)
            return entry
        }
        if entry != nil {
            context.outboxRoom(message.roomId)?.tellRequeued(message.localId)
            startWorker(message.roomId, context)
        }
        return entry
    }

    /// Keeps a message from being sent while it is being removed.
    /// - Parameter onlyIdle: true leaves a message alone that the node may have, or is about to get.
    /// - Returns: true when there is such a message.
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

    /// Notes that a worker's request begins.
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

    /// Cancels a request.
    /// - Returns: true when one is running.
    func cancelRequest(_ localId: String) -> Bool {
        let (isUnderWay, request) = state.withLock { state -> (Bool, Task<String, any Error>?) in
            guard let request = state.underWay[localId] else { return (false, nil) }
            if request == nil { state.cancelled.insert(localId) }
            return (true, request)
        }
        request?.cancel()
        return isUnderWay
    }

    /// Returns the messages that wait for another one, and those that wait for them.
    func dependents(of localId: String) -> [String] {
        state.withLock { state in
            var found = [localId]
            for entry in state.entries + state.arriving {
                if let target = entry.message.dependsOn, found.contains(target) { found.append(entry.message.localId) }
            }
            return Array(found.dropFirst())
        }
    }

    /// True when a message in the store may wait for the id of another one. A process that shares the store may have such messages.
    func hasDependents(_ context: any OutboxContext) -> Bool {
        context.isSharingStore || state.withLock { $0.entries.contains(where: \.isDependent) }
    }

    /// Notes the id of a message. Messages that wait for it may then be sent. It is called only inside the session's gate.
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

    /// Notes that a withheld message could not be removed. It may be sent again.
    func release(_ localId: String, _ context: any OutboxContext) {
        _ = state.withLock { $0.withheld.remove(localId) }
        startWorkers(context)
    }

    static let notSentYet = SDNSDKError(
        .notSentYet, field: "event",
        reason: "the event is neither on the node nor in the outbox, so no message can refer to it")
}

/// The ids that messages got on the node, by their local ids. Only the latest are kept, because a session may send for months.
struct ResolvedIds: Sendable {
    static let limit = 4_096
    private var ids: [String: String] = [:]
    /// The local ids in the order of their arrival. When the list is full, the oldest one is replaced next.
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
