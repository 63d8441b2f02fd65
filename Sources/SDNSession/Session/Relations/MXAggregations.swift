import SDNFolds
import SDNValues
import SDNWire

/// Edits and reactions of a session's rooms, under the names of the original SDK (SDN sheet 4.3). ``MXRoom/relations(of:)`` returns more.
public struct MXAggregations: Sendable {
    let session: MXSession

    /// Returns the reactions to an event, in the order in which each was first given.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `unknownRoom`, or the error of reading the event.
    public func aggregatedReactions(onEvent eventId: String, inRoom roomId: String) async throws -> [MXReactionCount] {
        let room = try room(roomId)
        return try await room.relations(of: room.event(withEventId: eventId)).reactions
    }

    /// Adds a reaction, unless the user has given it before.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `unknownRoom`, or the error of reading the event or of sending.
    public func addReaction(_ reaction: String, forEvent eventId: String, inRoom roomId: String) async throws {
        let room = try room(roomId)
        let event = try await room.event(withEventId: eventId)
        if try await room.relations(of: event).reactions.contains(where: {
            $0.reaction == reaction && $0.myUserHasReacted
        }) {
            return
        }
        try await room.sendReaction(reaction, to: event)
    }

    /// Removes one of the user's reactions.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `unknownRoom`, or the error of reading the event or of sending.
    public func removeReaction(_ reaction: String, forEvent eventId: String, inRoom roomId: String) async throws {
        let room = try room(roomId)
        try await room.removeReaction(reaction, from: room.event(withEventId: eventId))
    }

    /// Returns the IDs of the events that refer to an event with a plain reference.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `unknownRoom`, or the error of reading the event.
    public func references(forEvent eventId: String, inRoom roomId: String) async throws -> [String] {
        let room = try room(roomId)
        return try await room.relations(of: room.event(withEventId: eventId)).references
    }

    /// Edits one of the user's own messages to a new text.
    /// - Returns: the ID of the edit.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `unknownRoom`, or the error of sending.
    @discardableResult
    public func replaceTextMessageEvent(_ event: MXEvent, withTextMessage text: String, formattedText: String? = nil)
        async throws -> String
    {
        try await room(event.roomId).replaceTextMessage(event, withTextMessage: text, formattedText: formattedText)
    }

    private func room(_ roomId: String?) throws -> MXRoom {
        guard let room = roomId.flatMap(session.room(withRoomId:)) else {
            throw SDNSDKError(.unknownRoom, field: "roomId", reason: "the user is not in this room")
        }
        return room
    }
}
