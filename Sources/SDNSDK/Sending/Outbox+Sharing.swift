import Synchronization

// A store that several processes write to: what one hands over and does not live to send, the one that syncs sends.
extension Outbox {
    /// Whether this session is the one that syncs. It sends also what other processes have left in the store.
    func lead(_ isLeading: Bool, _ session: MXSession) {
        let isNew = state.withLock { state in
            defer { state.isLeading = isLeading }
            return isLeading && !state.isLeading
        }
        if isNew { startWorkers(session) }
    }

    /// Takes over what other processes did with the messages of a shared store: one that is no longer in it has been seen in its room, or
    /// was taken back; one that is not known was handed over to another process. Only inside the session's gate.
    /// - Parameter stored: every message that the store has now.
    func follow(_ stored: [MXOutgoingMessage], _ session: MXSession) {
        let kept = Dictionary(stored.map { ($0.localId, $0) }) { $1 }
        let (changed, rooms) = state.withLock { state in
            var rooms: Set<String> = []
            for index in state.entries.indices where state.entries[index].isDependent {
                guard let message = kept[state.entries[index].message.localId], message.dependsOn == nil else { continue }
                state.entries[index].message.content = message.content
                state.entries[index].message.redacts = message.redacts
                rooms.insert(message.roomId)
            }
            return (state.entries.map(\.message).filter { kept[$0.localId]?.status != $0.status }.map(\.localId), rooms)
        }
        for localId in changed { takeOver(kept[localId], localId, session) }
        for room in rooms.union(adopt(stored, session)) { startWorker(room, session) }
    }

    /// Takes over what another process has made of one message. Only inside the session's gate.
    /// - Parameter stored: the message as the store has it; `nil` when it has gone.
    func takeOver(_ stored: MXOutgoingMessage?, _ localId: String, _ session: MXSession) {
        let (known, isUnderWay) = state.withLock { state in
            (state.entries.first { $0.message.localId == localId }, state.underWay.keys.contains(localId))
        }
        guard let known else { return }
        guard let stored else {
            hasArrived(ArrivedMessage(localId: localId, eventId: known.message.eventId), room: session.room(withRoomId: known.message.roomId))
            // Whoever waits for a request that is under way still gets its answer.
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
            noteAcceptance(of: stored, as: eventId, known, session)
            known.sent.fulfil(.success(eventId))
        case .failed:
            let error: any Error = if let failure = stored.failure { MXError(errcode: failure.code, error: failure.reason) } else { Outbox.takenOut }
            _ = change(localId) { $0 = stored }
            tell(known, .failed, error: error, session)
            known.sent.fulfil(.failure(error))
        case .queued:
            // Who asked for it once more may not live to send it. The node knows both attempts by the same transaction id.
            guard known.message.status == .failed, !known.hasFailedHereAlone, !stored.isAttempted(besides: session.myDeviceId) else { return }
            known.echo.update(sentState: .preparing)
            _ = requeue(stored, isAdopted: true, session)
        }
    }

    /// The node has a message, and no sync has brought it yet. Only inside the session's gate.
    func noteAcceptance(of message: MXOutgoingMessage, as eventId: String, _ entry: Entry, _ session: MXSession) {
        entry.echo.update(sentState: .sent, eventId: eventId)
        _ = change(message.localId) { $0 = message }
        session.room(withRoomId: message.roomId)?.liveTimeline.tell(entry.echo, localId: message.localId)
        resolve(message.localId, eventId, session)
    }

    /// - Returns: the rooms of the messages that were not known.
    private func adopt(_ stored: [MXOutgoingMessage], _ session: MXSession) -> Set<String> {
        let rooms = Set(stored.map(\.roomId)).compactMap(session.room(withRoomId:))
        let timelines = Dictionary(rooms.map { ($0.roomId, $0.liveTimeline) }) { first, _ in first }
        return state.withLock { state in
            guard !state.isClosed else { return [] }
            let known = Set((state.entries + state.arriving).map(\.message.localId))
            var rooms: Set<String> = []
            for message in stored where !known.contains(message.localId) {
                guard let echo = try? message.echo(sender: session.myUserId) else { continue }
                state.entries.append(Entry(stored: message, echo: echo, isAdopted: true))
                rooms.insert(message.roomId)
                // Under the lock, so that nothing else is told of the message before.
                timelines[message.roomId]?.tell(echo, localId: message.localId)
            }
            return rooms
        }
    }

    static let takenOut = SDNSDKError(.unknownMessage, reason: "another process that shares the store took the message out of the outbox")
}
