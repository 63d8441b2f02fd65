import Synchronization

// How messages leave the outbox: with their events, or with a sync that has them behind it.
extension Outbox {
    /// The messages that the node has accepted so far. A sync that is asked for from now on has them behind it.
    func accepted() -> [String] { state.withLock { $0.entries.filter { $0.message.status == .sent }.map(\.message.localId) } }

    /// The node can be reached: what waits for that is tried again.
    func nodeAnswers(_ session: MXSession) {
        pauses.cutShort()
        startWorkers(session)
    }

    /// A sync has been taken in: the node can be reached and the store written.
    /// - Parameter accepted: what had been accepted before the sync was asked for. What is left of it lies in a gap, and its event
    ///   comes with pagination.
    func hasSynced(after accepted: [String], _ session: MXSession) async {
        nodeAnswers(session)
        // In a shared store other processes may have left messages, which this one does not hold.
        guard accepted.contains(where: { session.isSharingStore || entry($0) != nil }) else { return }
        await session.gate.run {
            let hasDependents = self.hasDependents(session)
            let left: [ArrivedMessage]
            // When this cannot be written, the next sync finds the same messages.
            do {
                left = try await session.store.write { store in
                    try accepted.map { localId in
                        let eventId = try store.outgoingMessage(localId)?.eventId
                        try store.finishOutgoingMessage(localId, as: eventId, hasDependents: hasDependents)
                        return ArrivedMessage(localId: localId, eventId: eventId)
                    }
                }
            } catch {
                return
            }
            for message in left {
                self.hasArrived(message, room: self.entry(message.localId).flatMap { session.room(withRoomId: $0.message.roomId) })
            }
        }
    }

    /// A message was seen in its room. Only inside the session's gate.
    /// - Parameter isFollowed: whether the room's lists hear of it with the event itself.
    func hasArrived(_ arrived: ArrivedMessage, room: MXRoom?, isFollowed: Bool = false) {
        guard let entry = remove(arrived.localId) else { return }
        if let eventId = arrived.eventId ?? entry.message.eventId {
            entry.echo.update(sentState: .sent, eventId: eventId)
            if let room { resolve(arrived.localId, eventId, room.mxSession) }
            entry.sent.fulfil(.success(eventId))
        }
        room?.liveTimeline.tellEnd(ofEcho: arrived.localId, eventId: arrived.eventId, isFollowed: isFollowed)
    }
}
