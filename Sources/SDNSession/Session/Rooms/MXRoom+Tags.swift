import HeraldLocks
import SDNClient
import SDNValues
import SDNWire

// The user's own tags of a room (SDN sheet 5.8). Each call returns when the node has answered. The session sees the change with the next sync.
extension MXRoom {
    /// Adds a tag to the room, or changes the tag's order.
    /// - Parameters:
    ///   - tag: the tag, such as ``/SDNValues/kMXRoomTagFavourite``.
    ///   - order: the position of the room among those with the tag, from 0 to 1. A room with `nil` comes after all that have a position.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` when the order is not finite; ``/SDNValues/MXError`` when the node refuses.
    public func addTag(_ tag: String, withOrder order: Double? = nil) async throws {
        try await mxSession.sdnRestClient.addTag(tag, withOrder: order, toRoom: roomId)
    }

    /// Removes a tag from the room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func removeTag(_ tag: String) async throws {
        try await mxSession.sdnRestClient.removeTag(tag, fromRoom: roomId)
    }

    /// Replaces one tag of the room by another.
    /// - Parameters:
    ///   - oldTag: the tag to remove; `nil` for none.
    ///   - newTag: the tag to add; `nil` for none.
    ///   - order: the position, as in ``addTag(_:withOrder:)``.
    /// - Throws: the errors of ``addTag(_:withOrder:)``.
    public func replaceTag(_ oldTag: String?, with newTag: String?, withOrder order: Double? = nil) async throws {
        // The new tag is added before the old one is removed. If the second request fails, the room has both tags and not none.
        if let newTag { try await addTag(newTag, withOrder: order) }
        if let oldTag, oldTag != newTag { try await removeTag(oldTag) }
    }

    /// Tags an event of the room for the user, for example as ``/SDNValues/MXTaggedEvents/favourite`` (`m.tagged_events`). The change is made to the
    /// node's current content. Calls of one session run one after the other.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notSentYet` for a local echo; ``/SDNValues/MXError`` when the node refuses.
    public func tagEvent(_ event: MXEvent, withTag tag: String, andKeywords keywords: [String] = []) async throws {
        guard !event.isLocalEvent else {
            throw SDNSDKError(
                .notSentYet, field: "event", reason: "an event must be on the node before it can be marked")
        }
        let info = MXTaggedEvents.Info(
            keywords: keywords, originServerTs: event.originServerTs, taggedAt: mxSession.now().published)
        let eventId = event.eventId
        try await changeTaggedEvents { $0.tagEvent(eventId, info: info, tag: tag) }
    }

    /// Removes one of the user's tags from an event.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func untagEvent(_ event: MXEvent, withTag tag: String) async throws {
        let eventId = event.eventId
        try await changeTaggedEvents { $0.untagEvent(eventId, tag: tag) }
    }

    private func changeTaggedEvents(_ change: @escaping @Sendable (inout MXTaggedEvents) -> Void) async throws {
        try await mxSession.accountDataGate.runUnlessCancelled {
            let before = try await self.mxSession.sdnRestClient.getTaggedEvents(self.roomId)
            var events = before
            change(&events)
            if events != before {
                try await self.setAccountData(events.content, forType: MXEventType.taggedEvents.identifier)
            }
        }
    }

    /// Hides one of the user's rooms with the tag ``/SDNValues/kMXRoomTagInvisible`` (SDN sheet 2.1). The room stays hidden when a new message
    /// arrives.
    /// - Parameters:
    ///   - userId: the user's own ID.
    ///   - roomId: the room, which may be another room than this one.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func hideRoom(_ userId: String, roomId: String) async throws {
        try await mxSession.hideRoom(userId, roomId: roomId)
    }

    /// Shows a hidden room again.
    /// - Parameter roomId: the room, which may be another room than this one.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func showRoomWithRoomId(roomId: String) async throws { try await mxSession.showRoom(withRoomId: roomId) }
}
