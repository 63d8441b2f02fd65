import SDNFolds
import SDNValues
import SDNWire

extension MXRoom {
    /// Returns the relations of other events to an event of this room: edits, reactions, replies and its thread (SDN sheet 5.8). Events
    /// that this device is about to send already count, and those of ignored users do not. If the store may lack some of the events, the
    /// node's own summary is used too.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func relations(of event: MXEvent) async throws -> MXEventRelations {
        let (roomId, userId, echoes, ignored) = (roomId, mxSession.myUserId, outgoingMessages(), mxSession.ignored)
        return try await mxSession.store.read {
            try $0.relations(of: event, inRoom: roomId, myUserId: userId, outgoing: echoes, ignoring: ignored)
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

extension MXRoom {
    /// Returns a poll with the votes that count: the latest vote of each user before the poll ended. Votes of ignored users do not count.
    /// The poll's author may end the poll, and so may every user whose current power level allows redactions. Events that this device is
    /// about to send already count (MSC3381; SDN sheet 9.4).
    /// - Parameter event: the event that began the poll.
    /// - Returns: `nil` when the event is no poll, or was redacted.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func poll(_ event: MXEvent) async throws -> MXPoll? {
        let (roomId, userId, echoes, ignored) = (roomId, mxSession.myUserId, outgoingMessages(), mxSession.ignored)
        let start = try await latestVersion(of: event), levels = try await state().powerLevels
        return try await mxSession.store.read { store in
            let related = try store.events(
                relatedTo: event.eventId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.reference
            )
            .filter { !IgnoredUsers.hide($0, ignored) }
            let isComplete = try !store.mayLackEvents(after: event.eventId, inRoom: roomId)
            return PollFold(start: start, myUserId: userId, levels: levels, outgoing: echoes).tally(
                related, isComplete: isComplete)
        }
    }
}
