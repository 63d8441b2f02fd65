import HeraldLocks
import Foundation
import HeraldJSON
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

// Calls that record what the user has read (SDN sheet 5.8). They take effect on this device at once, and on the user's other devices when the node
// has processed them.
extension MXRoom {
    /// Records that the user has read the room up to an event, with its threads or without them. The unread counts on this device change at once,
    /// whether the request succeeds or not. An event before the current receipt changes nothing.
    /// - Parameters:
    ///   - event: an event of this room. When its type cannot have a receipt (``MXSession/acknowledgableEventTypes``), the newest stored event
    ///     before it is used. With `hidesThreads`, the same holds for an event in a thread, and for a reaction to one or an edit of one.
    ///   - updateReadMarker: true to move the read marker to the event too.
    ///   - isPrivate: true if only the user's own devices see the receipt.
    ///   - hidesThreads: true if the user sees the room without its threads, as in a list of ``timelineUpdates(limit:hidesThreads:)`` with the same
    ///     value. The receipt is then about the events outside of threads, and what is unread in threads stays unread. Defaults to false: the
    ///     user has read all events up to this one.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notSentYet` for a local echo, or the errors of the node. A repeated call sends the receipt again.
    public func acknowledgeEvent(
        _ event: MXEvent, andUpdateReadMarker updateReadMarker: Bool, isPrivate: Bool = false,
        hidesThreads: Bool = false
    ) async throws {
        guard !event.isLocalEvent else {
            throw SDNSDKError(
                .notSentYet, field: "event", reason: "an event must be on the node before it can be marked as read")
        }
        let eventId = try await acknowledgable(event, besidesThreads: hidesThreads)
        let threadId = hidesThreads ? MXReceiptData.main : nil
        let isForward = try await takeReceipt(eventId, threadId: threadId, isPrivate: isPrivate)
        guard isForward || updateReadMarker else { return }
        let client = mxSession.sdnRestClient
        // The call that moves the read marker knows only receipts for all events.
        let isApart = isForward && (hidesThreads || !updateReadMarker)
        if isApart {
            try await client.sendReadReceipt(
                toRoom: roomId, forEvent: eventId, threadId: threadId, isPrivate: isPrivate)
        }
        guard updateReadMarker else { return }
        let receipt = isForward && !isApart ? eventId : nil
        try await put(accountData: ["event_id": .string(eventId)], ofType: "m.fully_read") {
            try await client.sendReadMarker(
                self.roomId, readMarkerEventId: eventId, readReceiptEventId: isPrivate ? nil : receipt,
                privateReadReceiptEventId: isPrivate ? receipt : nil)
        }
    }

    /// Records that the user has read all events, also those in threads, and removes the user's mark of the room as unread.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read, or the errors of the node.
    public func markAllAsRead() async throws {
        let roomId = roomId
        let newest = try await mxSession.store.read { try $0.newestEvent(ofRoom: roomId) }
        if let newest { try await acknowledgeEvent(newest, andUpdateReadMarker: true) }
        if summary.isMarkedAsUnread { try await setMarkedAsUnread(false) }
    }

    /// Moves the read marker, which shows the user where to continue reading. The receipt that other users see does not move. The marker
    /// moves only forwards, as on the node. An event before the marker changes nothing.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read, or the errors of the node.
    public func moveReadMarker(toEventId eventId: String) async throws {
        let (roomId, marker) = (roomId, summary.readMarkerEventId)
        let isBackwards = try await mxSession.store.read { store in
            guard let marker, let place = try store.position(ofEvent: eventId, inRoom: roomId) else { return false }
            return try store.position(ofEvent: marker, inRoom: roomId).map { place < $0 } ?? false
        }
        if isBackwards { return }
        try await put(accountData: ["event_id": .string(eventId)], ofType: "m.fully_read") {
            try await self.mxSession.sdnRestClient.sendReadMarker(
                roomId, readMarkerEventId: eventId, readReceiptEventId: nil)
        }
    }

    /// Marks the room as unread, independent of what was read, or removes that mark.
    /// - Throws: the errors of ``setAccountData(_:forType:)``.
    public func setMarkedAsUnread(_ isUnread: Bool) async throws {
        try await setAccountData(["unread": .bool(isUnread)], forType: "m.marked_unread")
    }

    /// Replaces one type of the user's account data of the room. The session knows the new content as soon as the node has it.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent, has no usable answer, or the
    ///   store cannot be written.
    public func setAccountData(_ content: JSONObject, forType type: String) async throws {
        try await put(accountData: content, ofType: type) {
            try await self.mxSession.sdnRestClient.setRoomAccountData(
                self.roomId, eventType: type, withParameters: content)
        }
    }

    /// Announces that the user is typing, or has stopped.
    /// - Parameters:
    ///   - typing: true if the user is typing.
    ///   - timeout: the time after which the announcement ends, in seconds; `nil` leaves it to the node.
    /// - Throws: the errors of ``/SDNClient/MXRestClient/sendTypingNotification(inRoom:typing:timeout:)``.
    public func sendTypingNotification(typing: Bool, timeout: TimeInterval? = nil) async throws {
        try await mxSession.sdnRestClient.sendTypingNotification(inRoom: roomId, typing: typing, timeout: timeout)
    }

    /// Returns the ID of the event for which the receipt is sent: this event, or the newest stored one before it whose type can have a receipt.
    /// - Parameter besidesThreads: true for an event outside of threads, which is no part of a message in a thread either.
    private func acknowledgable(_ event: MXEvent, besidesThreads: Bool) async throws -> String {
        let (roomId, eventId) = (roomId, event.eventId)
        let types = Set(mxSession.acknowledgableEventTypes.map(\.identifier))
        if !besidesThreads, types.isEmpty || types.contains(event.type) { return eventId }
        return try await mxSession.store.read { store in
            func isFit(_ event: MXEvent) throws -> Bool {
                guard types.isEmpty || types.contains(event.type) else { return false }
                return try !besidesThreads || store.thread(of: event, inRoom: roomId) == MXReceiptData.main
            }
            if try isFit(event) { return eventId }
            guard let place = try store.position(ofEvent: eventId, inRoom: roomId) else { return eventId }
            let before = try store.events(inSegment: place.segment, before: place.index, limit: 100)
            return try before.first(where: isFit)?.eventId ?? eventId
        }
    }

    /// Stores the user's own receipt and counts the unread events again.
    /// - Parameter threadId: `main` for the events outside of threads; `nil` for all events.
    /// - Returns: false when the user had already read further.
    private func takeReceipt(_ eventId: String, threadId: String?, isPrivate: Bool) async throws -> Bool {
        let session = mxSession
        let (roomId, userId, ignored, now) = (roomId, try session.requireUserId(), session.ignored, session.now())
        let types = Set(session.unreadEventTypes.map(\.identifier))
        let receipt = MXReceiptData(
            eventId: eventId, userId: userId, threadId: threadId, ts: now.published, isPrivate: isPrivate)
        return try await session.gate.run {
            let counted = try await session.store.write { store -> MXRoomSummary? in
                guard var summary = try store.room(roomId) else { return nil }
                let place = try store.position(ofEvent: eventId, inRoom: roomId)
                let event = threadId == nil ? try store.event(eventId, inRoom: roomId) : nil
                let thread = try event.map { try store.thread(of: $0, inRoom: roomId) }
                let own = try store.receipts(ofUser: userId, inRoom: roomId).filter { $0.eventId != eventId }
                func places(_ receipts: [MXReceiptData]) throws -> [MXTimelinePosition] {
                    try receipts.compactMap { try store.position(ofEvent: $0.eventId, inRoom: roomId) }
                }
                func hasReadFurther(_ isFit: (MXReceiptData) -> Bool) throws -> Bool {
                    guard let place else { return false }
                    return try places(own.filter(isFit)).contains { $0 > place }
                }
                if try hasReadFurther({ $0.threadId == nil }) { return nil }
                // A receipt for all events concerns those outside of threads too, so a later receipt in the event's thread alone is not enough.
                if try hasReadFurther({ $0.threadId == MXReceiptData.main }),
                    try thread == nil || thread == MXReceiptData.main || hasReadFurther({ $0.threadId == thread })
                {
                    return nil
                }
                try store.save(receipt, inRoom: roomId)
                let counter = UnreadCounter(
                    store: store, roomId: roomId, userId: userId, types: types, ignored: ignored)
                if let place {
                    let last = try places(own.filter(\.isForRoom)).reduce(place, max)
                    summary.set(.unread, .int(Int64(try counter.count(after: last))))
                }
                if let place, try store.isLast(place, inRoom: roomId, besidesThreads: threadId != nil) {
                    // All these events are read now. The next sync brings the node's new counts. A room that the node has never counted
                    // stays without a count, because its unread number is the count of this device.
                    for count in [MXRoomSummary.Detail.notifications, .highlights]
                    where summary.details[count.rawValue] != nil {
                        summary.set(count, .int(0))
                    }
                    if threadId == nil { summary.set(.threads, nil) }
                }
                try store.save(summary)
                return summary
            }
            guard let counted else { return false }
            self.follow(counted, receipts: [receipt])
            try await self.moveThreadMarks([receipt])
            return true
        }
    }

    /// Sends account data of the room to the node, and stores it when the node has accepted it. The read marker is stored in the same way, because a
    /// sync brings it as account data.
    /// - Parameter request: sends the account data to the node.
    private func put(accountData content: JSONObject, ofType type: String, _ request: () async throws -> Void)
        async throws
    {
        let (session, roomId) = (mxSession, roomId)
        let event = try MXEvent(json: ["type": .string(type), "content": .object(content)], roomId: roomId)
        let change = session.accountDataChanges.begins(content, type: type, inRoom: roomId)
        defer { session.accountDataChanges.fails(change) }
        try await request()
        try await session.gate.run {
            guard session.accountDataChanges.ends(change) else { return }
            let summary = try await session.store.write { store -> MXRoomSummary? in
                guard var summary = try store.room(roomId) else { return nil }
                try store.setAccountData(event, inRoom: roomId)
                summary.apply(accountData: event)
                try store.save(summary)
                return summary
            }
            if let summary { self.follow(summary) }
        }
    }

    /// Applies a stored summary to the room. The last message is kept from memory, because a stored summary has none. This method is called
    /// only inside the session's gate.
    func follow(_ stored: MXRoomSummary, receipts: [MXReceiptData] = []) {
        var summary = stored
        summary.lastMessage = self.summary.lastMessage
        update(summary)
        for feed in liveTimeline.feeds.all {
            feed.follow(readMarkerId: summary.readMarkerEventId, receipts: receipts)
        }
        mxSession.tell(summaryOf: self)
    }
}
