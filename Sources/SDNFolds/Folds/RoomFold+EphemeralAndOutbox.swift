import HeraldJSON
import SDNValues
import SDNWire

extension RoomFold {
    /// Applies the parts of a joined room's response other than state and timeline: typing, receipts, thread counts, and the user's account
    /// data, such as tags.
    mutating func takeEphemeralAndAccountData(_ view: JSONView, isEntry: Bool) throws {
        let ephemeral = view["ephemeral"]
        let receipts = try reading.finish(ephemeral, isEntry: isEntry, &change.summary)
        if isWatched { change.receipts = receipts }
        if let events = ephemeral?["events"] {
            for event in events.elements where event["type"]?.equals("m.typing") ?? false {
                change.typing =
                    event["content"]?["user_ids"]?.elements.compactMap(\.string).filter { $0 != userId } ?? []
            }
        }
        for event in SyncFold.events(view["account_data"], roomId: roomId) {
            try store.setAccountData(event, inRoom: roomId)
            change.summary.apply(accountData: event)
            change.accountData.append(event)
        }
        if let threads = view["unread_thread_notifications"] {
            change.summary.take(threadCounts: threads)
        } else if view["unread_notifications"]?["notification_count"] != nil {
            // Synapse leaves out the thread counts when no thread has unread events.
            change.summary.set(.threads, nil)
        }
    }
}

/// Finds the messages of the outbox that the node has received.
extension RoomFold {
    /// Removes from the outbox the message that has arrived as `event`. The message is looked up by transaction ID first, because its event
    /// ID is unknown if the answer to the sending request was lost.
    mutating func matchOutgoing(_ event: MXReceivedEvent) throws {
        var message = try event.transactionId.flatMap { try store.outgoingMessage($0) }
        if message?.roomId != roomId { message = nil }
        guard let found = try message ?? store.outgoingMessage(sentAs: event.eventId, inRoom: roomId) else { return }
        try store.finishOutgoingMessage(found.localId, as: event.eventId, hasDependents: outgoing.hasDependents)
        change.arrived.append(ArrivedMessage(localId: found.localId, eventId: event.eventId))
    }

    /// Removes from the outbox the messages that the node had accepted before the response was requested. Their events are in the gap
    /// before the timeline, and pagination brings them. Messages that were accepted later stay in the outbox.
    mutating func dropAcceptedOutgoing() throws {
        let accepted = outgoing.accepted
        guard !accepted.isEmpty else { return }
        for message in try store.outgoingMessages()
        where message.roomId == roomId && message.status == .sent && accepted.contains(message.localId) {
            try store.finishOutgoingMessage(message.localId, as: message.eventId, hasDependents: outgoing.hasDependents)
            change.arrived.append(ArrivedMessage(localId: message.localId, eventId: message.eventId))
        }
    }
}
