import HeraldLocks
import SDNValues
import SDNWire

extension MXRoom {
    /// True when the user marked the room as unread.
    public var isMarkedAsUnread: Bool { summary.isMarkedAsUnread }
    /// The other users who are typing right now.
    public var typingUsers: [String] { typing.value }

    /// Returns the typing users as a stream: the current list, and then each change, until the room is left or the session is closed. A slow
    /// reader receives only the newest list.
    public func typingUpdates() -> AsyncStream<[String]> { typing.subscribe() }

    /// Returns the receipts of the other users who have read up to an event and not further (SDN sheet 5.8). An event counts as read by its
    /// sender.
    /// - Parameters:
    ///   - eventId: the event.
    ///   - threadId: the root of a thread, for the receipts in that thread; `nil` for those of the room.
    ///   - sorted: true to list the newest first.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func getEventReceipts(_ eventId: String, threadId: String? = nil, sorted: Bool = false) async throws
        -> [MXReceiptData]
    {
        let (roomId, userId) = (roomId, mxSession.myUserId)
        let receipts = try await mxSession.store.read { store in
            try store.receipts(onEvent: eventId, inRoom: roomId).filter { receipt in
                guard receipt.userId != userId, threadId == nil ? receipt.isForRoom : receipt.threadId == threadId
                else { return false }
                guard threadId == nil, let place = try store.position(ofEvent: eventId, inRoom: roomId) else {
                    return true
                }
                // A user may have two receipts: one for all events, and one for the events outside of threads. Only the newer one counts.
                return try !store.receipts(ofUser: receipt.userId, inRoom: roomId).contains {
                    guard $0.isForRoom, let other = try store.position(ofEvent: $0.eventId, inRoom: roomId) else {
                        return false
                    }
                    return other > place
                }
            }
        }
        var seen: Set<String> = []
        let latest = receipts.sorted { ($0.ts, $1.userId) > ($1.ts, $0.userId) }.filter {
            seen.insert($0.userId).inserted
        }
        return sorted ? latest : latest.sorted { $0.userId < $1.userId }
    }
}
