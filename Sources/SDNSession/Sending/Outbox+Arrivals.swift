import HeraldLocks
import SDNFolds
import SDNValues

// A message leaves the outbox when its own event arrives, or when a sync arrives that was requested after the node had accepted the message.
extension Outbox {
    /// Returns the messages that the node has accepted so far. A sync that is requested from now on covers them.
    func accepted() -> [String] {
        state.withLock { $0.entries.filter { $0.message.status == .sent }.map(\.message.localId) }
    }

    /// Notes that the node can be reached. Messages that wait for the node are sent again.
    func nodeAnswers(_ context: any OutboxContext) {
        pauses.cutShort()
        startWorkers(context)
    }

    /// Notes that a sync was processed: the node can be reached and the store can be written.
    /// - Parameter accepted: the messages that had been accepted before the sync was requested. If such a message is still in the outbox, its event
    ///   is in a gap of the timeline, and pagination brings it.
    func hasSynced(after accepted: [String], _ context: any OutboxContext) async {
        nodeAnswers(context)
        // A shared store may hold accepted messages of other processes, which are not in this outbox.
        guard accepted.contains(where: { context.isSharingStore || entry($0) != nil }) else { return }
        await context.gate.run {
            let hasDependents = self.hasDependents(context)
            let left: [ArrivedMessage]
            // If the store cannot be written, nothing is lost: the next sync finds the same messages.
            do {
                left = try await context.store.write { store in
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
                self.hasArrived(
                    message, room: self.entry(message.localId).flatMap { context.outboxRoom($0.message.roomId) })
            }
        }
    }

    /// Notes that a message was seen in its room. This method is called only inside the session's gate.
    /// - Parameter isFollowed: true when the event itself makes the room's lists remove the echo.
    func hasArrived(_ arrived: ArrivedMessage, room: (any OutboxRoom)?, isFollowed: Bool = false) {
        guard let entry = remove(arrived.localId) else { return }
        if let eventId = arrived.eventId ?? entry.message.eventId {
            entry.echo.update(sentState: .sent, eventId: eventId)
            if let room { resolve(arrived.localId, eventId, room.outboxContext) }
            entry.sent.fulfil(.success(eventId))
        }
        room?.tellEnd(ofEcho: arrived.localId, eventId: arrived.eventId, isFollowed: isFollowed)
    }
}
