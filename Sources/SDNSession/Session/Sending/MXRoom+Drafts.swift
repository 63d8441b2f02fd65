import SDNValues

extension MXRoom {
    /// Returns the draft that ``setPartialTextMessage(_:threadId:)`` stored for this room. The draft is still stored after a restart of the
    /// app.
    /// - Parameter threadId: the ID of the event that begins the draft's thread; `nil` for the room itself.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func partialTextMessage(threadId: String? = nil) async throws -> String? {
        let roomId = roomId
        return try await mxSession.store.read { try $0.draft(inRoom: roomId, threadId: threadId) }
    }

    /// Stores the draft of a message. `nil` or an empty string removes it.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be written.
    public func setPartialTextMessage(_ text: String?, threadId: String? = nil) async throws {
        let roomId = roomId
        try await mxSession.store.write { try $0.setDraft(text, inRoom: roomId, threadId: threadId) }
    }
}
