import SDNWire

// The user's own tags of a room (SDN sheet 5.8). Each call is done when the node has done it; the session learns of it by the next sync.
extension MXRoom {
    /// Gives the room a tag, or changes its order.
    /// - Parameters:
    ///   - tag: such as ``kMXRoomTagFavourite``.
    ///   - order: where the room stands among those with the tag, from 0 to 1; `nil` for behind all that say.
    public func addTag(_ tag: String, withOrder order: Double? = nil) async throws {
        try await mxSession.sdnRestClient.addTag(tag, withOrder: order, toRoom: roomId)
    }

    /// Takes a tag from the room.
    public func removeTag(_ tag: String) async throws { try await mxSession.sdnRestClient.removeTag(tag, fromRoom: roomId) }

    /// Gives the room one tag in place of another one.
    /// - Parameters:
    ///   - oldTag: the tag to take away; `nil` for none.
    ///   - newTag: the tag to give; `nil` for none.
    ///   - order: as in ``addTag(_:withOrder:)``.
    public func replaceTag(_ oldTag: String?, with newTag: String?, withOrder order: Double? = nil) async throws {
        // The new one first: when the second request fails the room has a tag too many, not one too few.
        if let newTag { try await addTag(newTag, withOrder: order) }
        if let oldTag, oldTag != newTag { try await removeTag(oldTag) }
    }

    /// Marks an event of the room for the user, as ``MXTaggedEvents/favourite`` for example (`m.tagged_events`). Builds on what the node has
    /// now; calls of one session go one after the other.
    public func tagEvent(_ event: MXEvent, withTag tag: String, andKeywords keywords: [String] = []) async throws {
        guard !event.isLocalEvent else { throw SDNSDKError(.notSentYet, field: "event", reason: "an event has to be on the node to be marked") }
        let info = MXTaggedEvents.Info(keywords: keywords, originServerTs: event.originServerTs, taggedAt: mxSession.now())
        let eventId = event.eventId
        try await changeTaggedEvents { $0.tagEvent(eventId, info: info, tag: tag) }
    }

    /// Takes the user's mark of an event away.
    public func untagEvent(_ event: MXEvent, withTag tag: String) async throws {
        let eventId = event.eventId
        try await changeTaggedEvents { $0.untagEvent(eventId, tag: tag) }
    }

    private func changeTaggedEvents(_ change: @escaping @Sendable (inout MXTaggedEvents) -> Void) async throws {
        try await mxSession.accountDataGate.run {
            let before = try await self.mxSession.sdnRestClient.getTaggedEvents(self.roomId)
            var events = before
            change(&events)
            if events != before { try await self.setAccountData(events.content, forType: MXEventType.taggedEvents.identifier) }
        }
    }

    /// Hides a room of the user's, with the tag ``kMXRoomTagInvisible`` (SDN sheet 2.1); a new message does not show it again.
    /// - Parameters:
    ///   - userId: the user's own id.
    ///   - roomId: the room, which need not be this one.
    public func hideRoom(_ userId: String, roomId: String) async throws { try await mxSession.hideRoom(userId, roomId: roomId) }

    /// Shows a room that was hidden.
    /// - Parameter roomId: the room, which need not be this one.
    public func showRoomWithRoomId(roomId: String) async throws { try await mxSession.showRoom(withRoomId: roomId) }
}

extension MXSession {
    /// Hides a room of the user's, with the tag ``kMXRoomTagInvisible`` (SDN sheet 2.1); a new message does not show it again.
    /// - Parameters:
    ///   - userId: the user's own id.
    ///   - roomId: the room.
    public func hideRoom(_ userId: String, roomId: String) async throws { try await sdnRestClient.hideRoom(userId, roomId: roomId) }

    /// Shows a room that was hidden.
    public func showRoom(withRoomId roomId: String) async throws { try await sdnRestClient.showRoom(withRoomId: roomId) }
}
