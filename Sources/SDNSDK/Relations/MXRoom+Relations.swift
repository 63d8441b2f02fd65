import SDNWire

extension MXRoom {
    /// What other events say about an event of this room: edits, reactions, replies, its thread (SDN sheet 5.8). What this device is
    /// about to send counts already. Where the store may lack some of the events, what the node summed up is used as well.
    /// - Throws: ``SDNSDKError`` when the store cannot be read.
    public func relations(of event: MXEvent) async throws -> MXEventRelations {
        let (roomId, userId, echoes) = (roomId, mxSession.myUserId, outgoingMessages())
        return try await mxSession.store.read { try $0.relations(of: event, inRoom: roomId, myUserId: userId, outgoing: echoes) }
    }

    /// Takes the user's own reaction back; without one nothing happens.
    /// - Parameters:
    ///   - key: the reaction, such as an emoji.
    ///   - event: what it was given to.
    public func removeReaction(_ key: String, from event: MXEvent) async throws {
        guard let mine = try await relations(of: event).reactions.first(where: { $0.reaction == key })?.myUserReactionEventId else { return }
        try await redactEvent(mine)
    }
}
