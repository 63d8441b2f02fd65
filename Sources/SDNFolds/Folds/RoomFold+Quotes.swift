import SDNValues
import SDNWire

// The messages to which the events of a response reply.
extension RoomFold {
    /// Collects the stored messages to which the new events of a watched room reply, so that a timeline can show them inside the replies.
    mutating func takeQuotes() throws {
        let arrived = Set(change.deliveries.map(\.event.eventId))
        var seen: Set<String> = []
        for delivery in change.deliveries {
            guard let target = delivery.event.repliedToId, !arrived.contains(target), seen.insert(target).inserted,
                let quoted = try store.event(target, inRoom: roomId)
            else { continue }
            change.quoted.append(try store.latestVersion(of: quoted, inRoom: roomId))
        }
    }
}
