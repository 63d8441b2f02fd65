import HeraldJSON
import SDNValues
import SDNWire

extension RoomFold {
    /// Takes the parts of a joined room besides state and timeline: typing, receipts, and the user's own marks and tags.
    mutating func takeAside(_ view: JSONView, isEntry: Bool) throws {
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
            // Synapse leaves the list out when it would be empty.
            change.summary.set(.threads, nil)
        }
    }
}
