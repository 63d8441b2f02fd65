extension MXRoom {
    /// The text that the user began to write here, as ``setPartialTextMessage(_:threadId:)`` kept it; it outlives the process.
    /// - Parameter threadId: the id of the event that begins the thread that the text is for; `nil` for the room itself.
    /// - Throws: ``SDNSDKError`` when the store cannot be read.
    public func partialTextMessage(threadId: String? = nil) async throws -> String? {
        let roomId = roomId
        return try await mxSession.store.read { try $0.draft(inRoom: roomId, threadId: threadId) }
    }

    /// Keeps a text that the user began to write; `nil` or an empty one forgets it.
    /// - Throws: ``SDNSDKError`` when the store cannot be written.
    public func setPartialTextMessage(_ text: String?, threadId: String? = nil) async throws {
        let roomId = roomId
        try await mxSession.store.write { try $0.setDraft(text, inRoom: roomId, threadId: threadId) }
    }
}
