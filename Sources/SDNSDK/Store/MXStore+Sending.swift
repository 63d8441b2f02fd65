import HeraldJSON

/// What a store keeps about sending, besides the messages themselves (SDN sheet 5.7). Valid only inside a transaction.
public protocol MXStoreSendingReader {
    /// The files of a message that the node does not have yet, in the order in which they are sent.
    func attachments(ofMessage localId: String) throws -> [MXOutgoingAttachment]
    /// The text that the user began to write in a room, or in a thread of it.
    func draft(inRoom roomId: String, threadId: String?) throws -> String?
}

/// The writing half of ``MXStoreSendingReader``.
public protocol MXStoreSendingWriter: MXStoreSendingReader {
    /// Keeps a file until ``deleteAttachment(_:ofMessage:)``.
    func save(_ attachment: MXOutgoingAttachment, ofMessage localId: String) throws
    func deleteAttachment(_ member: String, ofMessage localId: String) throws
    /// Changes what a message in the outbox holds and what it waits for.
    func saveContent(of message: MXOutgoingMessage) throws
    /// Sets or, with `nil`, forgets a draft.
    func setDraft(_ text: String?, inRoom roomId: String, threadId: String?) throws
}

extension MXStoreReader {
    /// Reads the whole state of the room.
    /// - Throws: what the store throws.
    public func stateEvents(about eventId: String, ofRoom roomId: String) throws -> [MXEvent] {
        try state(ofRoom: roomId).filter { $0.eventId == eventId || $0.unsignedData.replacesState == eventId }
    }
}

extension MXStoreWriter {
    /// One event after the other.
    /// - Throws: what the store throws.
    public func setFirstState(_ events: [MXReceivedEvent], ofRoom roomId: String) throws {
        for event in events { try setState(event, ofRoom: roomId) }
    }

    /// Does nothing.
    public func dropReplacedState(_ eventId: String, ofRoom roomId: String) throws {}

    /// Writes the message anew behind the others.
    /// - Parameter localId: the message; one that is not there changes nothing.
    /// - Throws: what the store throws.
    public func moveOutgoingMessageToEnd(_ localId: String) throws {
        guard let message = try outgoingMessage(localId) else { return }
        let files = try attachments(ofMessage: localId)
        try deleteOutgoingMessage(localId)
        try save(message)
        for file in files { try save(file, ofMessage: localId) }
    }

    /// A message has its id on the node: it leaves the outbox, and what is about it can go out.
    /// - Parameter hasDependents: whether any message may wait for another one. Looking for those reads the whole outbox.
    func finishOutgoingMessage(_ localId: String, as eventId: String?, hasDependents: Bool = true) throws {
        if hasDependents, let eventId { try resolveOutgoingMessages(waitingFor: localId, eventId) }
        try deleteOutgoingMessage(localId)
    }

    /// Messages that wait for another one's id get it.
    func resolveOutgoingMessages(waitingFor localId: String, _ eventId: String) throws {
        for message in try outgoingMessages() where message.dependsOn != nil {
            var resolved = message
            resolved.resolve(localId, eventId)
            if resolved != message { try saveContent(of: resolved) }
        }
    }
}
