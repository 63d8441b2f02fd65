import HeraldLocks
import SDNFolds
import SDNValues

// Several processes may share one store. The process that syncs also sends the messages that other processes could not send.
extension Outbox {
    /// Sets `isLeading`, which is true if this session syncs. The session that syncs also sends the messages that other processes have left
    /// in the store.
    func lead(_ isLeading: Bool, _ context: any OutboxContext) {
        let isNew = state.withLock { state in
            defer { state.isLeading = isLeading }
            return isLeading && !state.isLeading
        }
        if isNew { startWorkers(context) }
    }

    /// Takes over the changes that other processes made to the messages of a shared store. A message that is no longer in the store has
    /// arrived in its room or was withdrawn. A message that this outbox does not know was handed over to another process. This method is
    /// called only inside the session's gate.
    /// - Parameter stored: all messages in the store.
    func follow(_ stored: [MXOutgoingMessage], _ context: any OutboxContext) {
        let kept = Dictionary(stored.map { ($0.localId, $0) }) { $1 }
        let (changed, rooms) = state.withLock { state in
            var rooms: Set<String> = []
            for index in state.entries.indices where state.entries[index].isDependent {
                guard let message = kept[state.entries[index].message.localId], message.dependsOn == nil else {
                    continue
                }
                state.entries[index].message.content = message.content
                state.entries[index].message.redacts = message.redacts
                rooms.insert(message.roomId)
            }
            return (state.entries.map(\.message).filter { kept[$0.localId]?.status != $0.status }.map(\.localId), rooms)
        }
        for localId in changed { takeOver(kept[localId], localId, context) }
        for room in rooms.union(adopt(stored, context)) { startWorker(room, context) }
    }

    /// Takes over another process's changes to one message. This method is called only inside the session's gate.
    /// - Parameter stored: the message in the store; `nil` when it was removed.
    func takeOver(_ stored: MXOutgoingMessage?, _ localId: String, _ context: any OutboxContext) {
        let (known, isUnderWay) = state.withLock { state in
            (state.entries.first { $0.message.localId == localId }, state.underWay.keys.contains(localId))
        }
        guard let known else { return }
        guard let stored else {
            hasArrived(
                ArrivedMessage(localId: localId, eventId: known.message.eventId),
                room: context.outboxRoom(known.message.roomId))
            // If a request for the message is running, the callers get the result of that request instead of this error.
            if !isUnderWay { known.sent.fulfil(.failure(Outbox.takenOut)) }
            return
        }
        guard stored.status != known.message.status, !isUnderWay else { return }
        switch stored.status {
        case .sent:
            guard let eventId = stored.eventId else {
                _ = change(localId) { $0 = stored }
                return
            }
            noteAcceptance(of: stored, as: eventId, known, context)
            known.sent.fulfil(.success(eventId))
        case .failed:
            let error: any Error =
                if let failure = stored.failure { MXError(errcode: failure.code, error: failure.reason) } else {
                    Outbox.takenOut
                }
            _ = change(localId) { $0 = stored }
            tell(known, .failed, error: error, context)
            known.sent.fulfil(.failure(error))
        case .queued:
            // Another process has asked for a new attempt and may have ended, so this process sends the message too. The node recognizes both
            // attempts by their common transaction ID.
            guard known.message.status == .failed, !known.hasFailedHereAlone,
                !stored.isAttempted(besides: context.myDeviceId)
            else { return }
            known.echo.update(sentState: .preparing)
            _ = requeue(stored, isAdopted: true, context)
        }
    }

    /// Notes that the node has a message that no sync has brought yet. This method is called only inside the session's gate.
    func noteAcceptance(of message: MXOutgoingMessage, as eventId: String, _ entry: Entry, _ context: any OutboxContext)
    {
        entry.echo.update(sentState: .sent, eventId: eventId)
        _ = change(message.localId) { $0 = message }
        context.outboxRoom(message.roomId)?.tell(entry.echo, localId: message.localId)
        resolve(message.localId, eventId, context)
    }

    /// Adds those stored messages that this outbox does not hold yet.
    /// - Returns: the rooms of these messages.
    private func adopt(_ stored: [MXOutgoingMessage], _ context: any OutboxContext) -> Set<String> {
        let rooms = Set(stored.map(\.roomId)).compactMap { roomId in context.outboxRoom(roomId).map { (roomId, $0) } }
        let listed = Dictionary(rooms) { first, _ in first }
        return state.withLock { state in
            guard !state.isClosed else { return [] }
            let known = Set((state.entries + state.arriving).map(\.message.localId))
            var rooms: Set<String> = []
            for message in stored where !known.contains(message.localId) {
                guard let echo = try? message.echo(sender: context.requireUserId()) else { continue }
                state.entries.append(Entry(stored: message, echo: echo, isAdopted: true))
                rooms.insert(message.roomId)
                // The echo is reported under the lock, so that no other report about the message comes first.
                listed[message.roomId]?.tell(echo, localId: message.localId)
            }
            return rooms
        }
    }

    static let takenOut = SDNSDKError(
        .unknownMessage, reason: "another process that shares the store removed the message from the outbox")
}
