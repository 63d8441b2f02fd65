import HeraldLocks
import SDNFolds
import SDNValues

// An accepted message leaves the outbox when its event arrives, or when a later sync has a gap that contains the event
// (RoomFold.dropAcceptedOutgoing). If neither happens, the message leaves after many syncs.
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

    /// Notes that a sync was processed: the node can be reached and the store can be written. A message whose event is absent for long leaves the
    /// outbox. The event may be in a gap of an earlier sync, or a filter may leave it out.
    /// - Parameter accepted: the messages that had been accepted before the sync was requested.
    func hasSynced(after accepted: [String], _ context: any OutboxContext) async {
        nodeAnswers(context)
        let overdue = noteAbsence(of: accepted, at: context.clock.now())
        // A shared store may hold accepted messages of other processes, which are not in this outbox.
        guard overdue.contains(where: { context.isSharingStore || entry($0) != nil }) else { return }
        await context.gate.run {
            let hasDependents = self.hasDependents(context)
            let left: [ArrivedMessage]
            // If the store cannot be written, nothing is lost: the next sync finds the same messages.
            do {
                left = try await context.store.write { store in
                    try overdue.map { localId in
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

    /// Notes that a sync has come after these messages were accepted. Their events may be absent from it, because a node of several processes
    /// may answer a sync before it has the newest events.
    /// - Returns: the messages whose events have been absent for too long.
    private func noteAbsence(of accepted: [String], at now: Duration) -> [String] {
        guard !accepted.isEmpty else { return [] }
        return state.withLock { state in
            var absences: [String: Absence] = [:]
            for localId in accepted {
                var absence = state.absences[localId] ?? Absence(since: now)
                absence.syncs += 1
                absences[localId] = absence
            }
            state.absences = absences
            return accepted.filter { absences[$0]?.isTooLong(at: now) ?? false }
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

extension Outbox {
    /// The syncs that have come after a message was accepted, while its event was absent.
    struct Absence: Sendable {
        /// The time at which the first of these syncs was processed.
        let since: Duration
        var syncs = 0

        init(since: Duration) { self.since = since }

        /// True when the event is no longer expected. Many syncs may come in a second, and few in an hour, so both number and time count.
        func isTooLong(at now: Duration) -> Bool { syncs >= 10 && now - since >= .seconds(60) }
    }
}
