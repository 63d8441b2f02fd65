import SDNValues
import SDNWire

/// A message to which another one replies, as it was sent or as a redaction left it, with its edits.
package struct QuotedEvent: Sendable {
    package let event: MXEvent
    package let edits: [MXEvent]

    package init(event: MXEvent, edits: [MXEvent] = []) {
        self.event = event
        self.edits = edits
    }
}

extension MXStoreReader {
    /// Returns a stored message with its stored edits, for the messages that reply to it; `nil` when it is not stored.
    package func quotedEvent(_ eventId: String, inRoom roomId: String) throws -> QuotedEvent? {
        try event(eventId, inRoom: roomId).map {
            QuotedEvent(
                event: $0,
                edits: try events(
                    relatedTo: eventId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.replace))
        }
    }
}

// The messages to which the events of a response reply.
extension RoomFold {
    /// Collects the stored messages to which the new events of a watched room reply, so that a timeline can show them inside the replies.
    mutating func takeQuotes() throws {
        let arrived = Set(change.deliveries.map(\.event.eventId))
        var seen: Set<String> = []
        for delivery in change.deliveries {
            guard let target = delivery.event.repliedToId, !arrived.contains(target), seen.insert(target).inserted,
                let quoted = try store.quotedEvent(target, inRoom: roomId)
            else { continue }
            change.quoted.append(quoted)
        }
    }
}
