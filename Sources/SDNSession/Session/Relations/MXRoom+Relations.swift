import SDNFolds
import SDNValues
import SDNWire

extension MXRoom {
    /// Returns the relations of other events to an event of this room: edits, reactions, replies and its thread (SDN sheet 5.8). Events that
    /// this device is about to send already count. Where the store may lack some of the events, the node's own summary is used as well.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func relations(of event: MXEvent) async throws -> MXEventRelations {
        let (roomId, userId, echoes) = (roomId, mxSession.myUserId, outgoingMessages())
        return try await mxSession.store.read {
            try $0.relations(of: event, inRoom: roomId, myUserId: userId, outgoing: echoes)
        }
    }

    /// Removes the user's own reaction. Does nothing when there is none.
    /// - Parameters:
    ///   - key: the reaction, such as an emoji.
    ///   - event: the event with the reaction.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read, or the error of sending the redaction.
    public func removeReaction(_ key: String, from event: MXEvent) async throws {
        guard
            let mine = try await relations(of: event).reactions.first(where: { $0.reaction == key })?
                .myUserReactionEventId
        else { return }
        try await redactEvent(mine)
    }
}
