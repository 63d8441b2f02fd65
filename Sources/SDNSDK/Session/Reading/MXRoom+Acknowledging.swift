import Foundation
import HeraldJSON
import SDNWire
import Synchronization

// What a user does to keep track of what was read (SDN sheet 5.8). It counts here at once, and for the other devices when the node has it.
extension MXRoom {
    /// Says that the user has read the room up to an event. The counts here follow at once, whatever becomes of the request; nobody reads
    /// backwards, so an older event changes nothing.
    /// - Parameters:
    ///   - event: an event of this room; of a type that no receipt stands at (``MXSession/acknowledgableEventTypes``) the newest one before
    ///     it that is stored is taken.
    ///   - updateReadMarker: whether the read marker goes there, too.
    ///   - isPrivate: whether nobody but the user's own devices sees it.
    /// - Throws: ``SDNSDKError`` with code `notSentYet` for a local echo; what the node answers. Calling again sends it again.
    public func acknowledgeEvent(_ event: MXEvent, andUpdateReadMarker updateReadMarker: Bool, isPrivate: Bool = false) async throws {
        guard !event.isLocalEvent else { throw SDNSDKError(.notSentYet, field: "event", reason: "an event has to be on the node to be read") }
        let eventId = try await acknowledgable(event)
        let isForward = try await takeReceipt(eventId, isPrivate: isPrivate)
        guard isForward || updateReadMarker else { return }
        let client = mxSession.sdnRestClient
        guard updateReadMarker else {
            return try await client.sendReadReceipt(toRoom: roomId, forEvent: eventId, threadId: nil, isPrivate: isPrivate)
        }
        let receipt = isForward ? eventId : nil
        try await put(accountData: ["event_id": .string(eventId)], ofType: "m.fully_read") {
            try await client.sendReadMarker(
                self.roomId, readMarkerEventId: eventId, readReceiptEventId: isPrivate ? nil : receipt,
                privateReadReceiptEventId: isPrivate ? receipt : nil)
        }
    }

    /// Says that the user has read everything that has come, and takes the user's mark of the room as unread away.
    public func markAllAsRead() async throws {
        let roomId = roomId
        let newest = try await mxSession.store.read { try $0.newestEvent(ofRoom: roomId) }
        if let newest { try await acknowledgeEvent(newest, andUpdateReadMarker: true) }
        if summary.isMarkedAsUnread { try await setMarkedAsUnread(false) }
    }

    /// Moves the read marker, for the user to find the place again; the receipt that others see stays. As nodes have it the marker moves
    /// forwards only: an event before it changes nothing.
    public func moveReadMarker(toEventId eventId: String) async throws {
        let (roomId, marker) = (roomId, summary.readMarkerEventId)
        let isBackwards = try await mxSession.store.read { store in
            guard let marker, let place = try store.position(ofEvent: eventId, inRoom: roomId) else { return false }
            return try store.position(ofEvent: marker, inRoom: roomId).map { place < $0 } ?? false
        }
        if isBackwards { return }
        try await put(accountData: ["event_id": .string(eventId)], ofType: "m.fully_read") {
            try await self.mxSession.sdnRestClient.sendReadMarker(roomId, readMarkerEventId: eventId, readReceiptEventId: nil)
        }
    }

    /// Marks the room as unread, whatever was read, or takes that mark away.
    public func setMarkedAsUnread(_ isUnread: Bool) async throws {
        try await setAccountData(["unread": .bool(isUnread)], forType: "m.marked_unread")
    }

    /// Replaces a piece of the user's account data of the room, whole. Known here as soon as the node has it.
    public func setAccountData(_ content: JSONObject, forType type: String) async throws {
        try await put(accountData: content, ofType: type) {
            try await self.mxSession.sdnRestClient.setRoomAccountData(self.roomId, eventType: type, withParameters: content)
        }
    }

    /// Tells the others that the user is writing, or has stopped.
    /// - Parameters:
    ///   - typing: whether the user is writing.
    ///   - timeout: for how long that holds unless it is said again, in seconds; `nil` leaves it to the node.
    public func sendTypingNotification(typing: Bool, timeout: TimeInterval? = nil) async throws {
        try await mxSession.sdnRestClient.sendTypingNotification(inRoom: roomId, typing: typing, timeout: timeout)
    }

    /// The event that a receipt for this one stands at.
    private func acknowledgable(_ event: MXEvent) async throws -> String {
        let (roomId, eventId) = (roomId, event.eventId)
        let types = Set(mxSession.acknowledgableEventTypes.map(\.identifier))
        guard !types.contains(event.type) else { return eventId }
        return try await mxSession.store.read { store in
            guard let place = try store.position(ofEvent: eventId, inRoom: roomId) else { return eventId }
            let before = try store.events(inSegment: place.segment, before: place.index, limit: 100)
            return before.first { types.contains($0.type) }?.eventId ?? eventId
        }
    }

    /// Keeps the user's own receipt and counts anew.
    /// - Returns: whether the user had not read further already.
    private func takeReceipt(_ eventId: String, isPrivate: Bool) async throws -> Bool {
        let session = mxSession
        let (roomId, userId, ignored, now) = (roomId, session.myUserId, session.ignored, session.now())
        let types = Set(session.unreadEventTypes.map(\.identifier))
        return try await session.gate.run {
            let counted = try await session.store.write { store -> MXRoomSummary? in
                guard var summary = try store.room(roomId) else { return nil }
                let place = try store.position(ofEvent: eventId, inRoom: roomId)
                let own = try store.receipts(ofUser: userId, inRoom: roomId).filter { $0.isForRoom && $0.eventId != eventId }
                let places = try own.compactMap { try store.position(ofEvent: $0.eventId, inRoom: roomId) }
                if let place, places.contains(where: { $0 > place }) { return nil }
                try store.save(MXReceiptData(eventId: eventId, userId: userId, ts: now, isPrivate: isPrivate), inRoom: roomId)
                let counter = UnreadCounter(store: store, roomId: roomId, userId: userId, types: types, ignored: ignored)
                if let place { summary.set(.unread, .int(Int64(try counter.count(after: place)))) }
                if place != nil, try store.newestEvent(ofRoom: roomId)?.eventId == eventId {
                    // Whatever the node counts, nothing is left of it; its own word comes with the next sync.
                    for member in [MXRoomSummary.Detail.notifications, .highlights, .threads] { summary.set(member, nil) }
                }
                try store.save(summary)
                return summary
            }
            guard let counted else { return false }
            self.follow(counted)
            return true
        }
    }

    /// Keeps account data of the room once the node has it. The read marker comes back with a sync, too.
    /// - Parameter request: brings it to the node.
    private func put(accountData content: JSONObject, ofType type: String, _ request: () async throws -> Void) async throws {
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

    /// Follows a summary that the store has; stores do not keep the last message with it. Only inside the session's gate.
    private func follow(_ stored: MXRoomSummary) {
        var summary = stored
        summary.lastMessage = self.summary.lastMessage
        update(summary)
        mxSession.tell(summaryOf: self)
    }
}

extension MXSession {
    /// Says of every joined room with something unread that the user has read it. Rooms that cannot be told do not keep the others from it.
    /// - Throws: the first error, after all rooms were tried.
    public func markAllMessagesAsRead() async throws {
        var failure: (any Error)?
        for room in joinedRooms where room.summary.hasUnread {
            do { try await room.markAllAsRead() } catch { failure = failure ?? error }
            try Task.checkCancellation()
        }
        if let failure { throw failure }
    }
}
