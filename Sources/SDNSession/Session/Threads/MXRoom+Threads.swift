import HeraldJSON
import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

extension MXRoom {
    /// Records that the user has read a thread up to an event. The counts of the thread on this device change at once, whether the request
    /// succeeds or not. An event before the user's receipt in the thread changes nothing, and neither does the event that begins the thread,
    /// because it is read with the room. ``getEventReceipts(_:threadId:sorted:)`` returns the receipts of others in a thread.
    /// - Parameters:
    ///   - event: an event of the thread.
    ///   - rootId: the ID of the event that begins the thread.
    ///   - isPrivate: true if only the user's own devices see the receipt.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notSentYet` for a local echo, or the errors of the node.
    public func acknowledgeEvent(_ event: MXEvent, inThread rootId: String, isPrivate: Bool = false) async throws {
        guard !event.isLocalEvent else {
            throw SDNSDKError(
                .notSentYet, field: "event", reason: "an event must be on the node before it can be marked as read")
        }
        let (session, roomId, eventId) = (mxSession, roomId, event.eventId)
        // Synapse refuses a receipt for a thread that has no other event yet.
        guard eventId != rootId else { return }
        let (userId, ignored) = (try session.requireUserId(), session.ignored)
        let types = Set(session.unreadEventTypes.map(\.identifier))
        let receipt = MXReceiptData(
            eventId: eventId, userId: userId, threadId: rootId, ts: session.now().published, isPrivate: isPrivate)
        let isForward = try await session.gate.run {
            let counted = try await session.store.write { store -> MXRoomSummary? in
                guard var summary = try store.room(roomId) else { return nil }
                let place = try store.position(ofEvent: eventId, inRoom: roomId)
                let own = try store.receipts(ofUser: userId, inRoom: roomId).filter {
                    $0.threadId == rootId && $0.eventId != eventId
                }
                let places = try own.compactMap { try store.position(ofEvent: $0.eventId, inRoom: roomId) }
                if let place, places.contains(where: { $0 > place }) { return nil }
                try store.save(receipt, inRoom: roomId)
                if let place, try store.isLast(place, ofThread: rootId, inRoom: roomId) {
                    summary.forgetCounts(ofThread: rootId)
                }
                let counter = UnreadCounter(
                    store: store, roomId: roomId, userId: userId, types: types, ignored: ignored)
                if summary.localUnreadEventCount > 0, let unread = try counter.count() {
                    summary.set(.unread, .int(Int64(unread)))
                }
                try store.save(summary)
                return summary
            }
            guard let counted else { return false }
            self.follow(counted, receipts: [receipt])
            return true
        }
        guard isForward else { return }
        try await session.sdnRestClient.sendReadReceipt(
            toRoom: roomId, forEvent: eventId, threadId: rootId, isPrivate: isPrivate)
    }

    /// Returns the room's threads, the one with the newest event first, as a live list. It begins with the threads of the newest stored
    /// events; ``MXThreadList/loadMore()`` asks the node for all others.
    ///
    /// ```swift
    /// let list = try await room.threadList()
    /// try await list.loadMore()
    /// for thread in list.threads { print(thread.id, thread.summary.count, thread.notificationCount) }
    /// ```
    /// - Parameter include: the threads to list. Defaults to all.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func threadList(include: MXThreadListInclude = .all) async throws -> MXThreadList {
        let list = MXThreadList(room: self, include: include)
        // The list listens before it reads, so that it misses nothing that a sync brings meanwhile.
        list.listen()
        try await list.takeStored()
        return list
    }
}
