import SDNWire
import Synchronization

extension MXRoom {
    /// Whether the user marked the room as unread.
    public var isMarkedAsUnread: Bool { summary.isMarkedAsUnread }
    /// Who is writing a message right now, the user left out.
    public var typingUsers: [String] { typing.value }

    /// The users who are writing, first as it is now and then whenever it changes, until the room is left or the session closed. Only the
    /// newest list waits for a slow reader.
    public func typingUpdates() -> AsyncStream<[String]> { typing.subscribe() }

    /// The receipts of others on an event: who has read up to there and not further (SDN sheet 5.8). An event that somebody sent counts
    /// as read by the sender.
    /// - Parameters:
    ///   - eventId: the event.
    ///   - threadId: the root of a thread, to ask for its receipts; `nil` for those of the room.
    ///   - sorted: whether the newest comes first.
    public func getEventReceipts(_ eventId: String, threadId: String? = nil, sorted: Bool = false) async throws -> [MXReceiptData] {
        let (roomId, userId) = (roomId, mxSession.myUserId)
        let receipts = try await mxSession.store.read { store in
            try store.receipts(onEvent: eventId, inRoom: roomId).filter { receipt in
                guard receipt.userId != userId, threadId == nil ? receipt.isForRoom : receipt.threadId == threadId else { return false }
                guard threadId == nil, let place = try store.position(ofEvent: eventId, inRoom: roomId) else { return true }
                // A user may have one receipt for everything and a newer one for what is in no thread.
                return try !store.receipts(ofUser: receipt.userId, inRoom: roomId).contains {
                    guard $0.isForRoom, let other = try store.position(ofEvent: $0.eventId, inRoom: roomId) else { return false }
                    return other > place
                }
            }
        }
        var seen: Set<String> = []
        let latest = receipts.sorted { ($0.ts, $1.userId) > ($1.ts, $0.userId) }.filter { seen.insert($0.userId).inserted }
        return sorted ? latest : latest.sorted { $0.userId < $1.userId }
    }
}
