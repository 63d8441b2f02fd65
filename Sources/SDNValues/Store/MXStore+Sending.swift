import HeraldJSON

/// Reads drafts and the files of unsent messages from a store (SDN sheet 5.7). It is valid only inside a transaction.
public protocol MXStoreSendingReader {
    /// Returns the files of a message that are not yet on the node, in the order of sending.
    /// - Throws: the errors of the store.
    func attachments(ofMessage localId: String) throws -> [MXOutgoingAttachment]
    /// True when the store can hold a file in parts. A store that cannot gets a whole file in ``MXOutgoingAttachment/bytes``. Defaults to
    /// false.
    var storesAttachmentParts: Bool { get }
    /// Returns one part of a file, or `nil` when the store does not have it. The default returns `nil`.
    /// - Parameters:
    ///   - number: the number of the part, from 0.
    ///   - member: the file's ``MXOutgoingAttachment/member``.
    ///   - localId: the message of the file.
    /// - Throws: the errors of the store.
    func attachmentPart(_ number: Int64, of member: String, ofMessage localId: String) throws -> [UInt8]?
    /// Returns the draft in a room, or in a thread of it.
    /// - Throws: the errors of the store.
    func draft(inRoom roomId: String, threadId: String?) throws -> String?
}

/// Writes drafts and the files of unsent messages to a store. It is valid only inside a transaction.
public protocol MXStoreSendingWriter: MXStoreSendingReader {
    /// Stores a file of a message until ``deleteAttachment(_:ofMessage:)`` deletes it.
    /// - Throws: the errors of the store.
    func save(_ attachment: MXOutgoingAttachment, ofMessage localId: String) throws
    /// Stores one part of a file. Parts are stored before the message and the file that they belong to. The default throws.
    /// - Parameters:
    ///   - bytes: ``MXOutgoingAttachment/partSize`` bytes, or fewer in the last part.
    ///   - number: the number of the part, from 0.
    ///   - member: the file's ``MXOutgoingAttachment/member``.
    ///   - localId: the message of the file.
    /// - Throws: the errors of the store.
    func saveAttachmentPart(_ bytes: [UInt8], number: Int64, of member: String, ofMessage localId: String) throws
    /// Deletes one file of a message, with its parts.
    /// - Throws: the errors of the store.
    func deleteAttachment(_ member: String, ofMessage localId: String) throws
    /// Saves the changed content of a message in the outbox, and the message that it waits for.
    /// - Throws: the errors of the store.
    func saveContent(of message: MXOutgoingMessage) throws
    /// Sets a draft. Removes the draft if `text` is `nil`.
    /// - Throws: the errors of the store.
    func setDraft(_ text: String?, inRoom roomId: String, threadId: String?) throws
}

extension MXStoreSendingReader {
    /// False. This default is for stores that hold a file as a whole.
    public var storesAttachmentParts: Bool { false }

    /// Returns `nil`. This default is for stores that hold a file as a whole.
    /// - Throws: nothing in this default; a store may throw its errors.
    public func attachmentPart(_ number: Int64, of member: String, ofMessage localId: String) throws -> [UInt8]? { nil }
}

extension MXStoreSendingWriter {
    /// Throws. This default is for stores that hold a file as a whole.
    /// - Throws: ``SDNSDKError`` with code `storeFailed`.
    public func saveAttachmentPart(
        _ bytes: [UInt8], number: Int64, of member: String, ofMessage localId: String
    ) throws {
        throw SDNSDKError(.storeFailed, reason: "the store cannot hold a file in parts")
    }
}

extension MXStoreReader {
    /// Returns the current state events that have this ID or have replaced the event with this ID. This default reads the whole state of
    /// the room.
    /// - Throws: the errors of the store.
    public func stateEvents(about eventId: String, ofRoom roomId: String) throws -> [MXEvent] {
        try state(ofRoom: roomId).filter { $0.eventId == eventId || $0.unsignedData.replacesState == eventId }
    }
}

extension MXStoreWriter {
    /// Sets the first state of a room. This default sets one event after the other.
    /// - Throws: the errors of the store.
    public func setFirstState(_ events: [MXReceivedEvent], ofRoom roomId: String) throws {
        for event in events { try setState(event, ofRoom: roomId) }
    }

    /// Does nothing. This default is for stores that keep no replaced state events.
    /// - Throws: nothing in this default; a store may throw its errors.
    public func dropReplacedState(_ eventId: String, ofRoom roomId: String) throws {}

    /// Moves a message to the end of the outbox. This default removes the message and adds it again. A store that holds files in parts
    /// has to have an implementation of its own, because the parts are deleted with the message.
    /// - Parameter localId: the message. If it is not in the outbox, nothing changes.
    /// - Throws: the errors of the store.
    public func moveOutgoingMessageToEnd(_ localId: String) throws {
        guard let message = try outgoingMessage(localId) else { return }
        let files = try attachments(ofMessage: localId)
        try deleteOutgoingMessage(localId)
        try save(message)
        for file in files { try save(file, ofMessage: localId) }
    }

    /// Removes a message from the outbox, because it now has an ID on the node. Messages that refer to it can then be sent.
    /// - Parameter hasDependents: true when other messages may refer to this one. They are then looked up, which reads the whole outbox.
    package func finishOutgoingMessage(_ localId: String, as eventId: String?, hasDependents: Bool = true) throws {
        if hasDependents, let eventId { try resolveOutgoingMessages(waitingFor: localId, eventId) }
        try deleteOutgoingMessage(localId)
    }

    /// Replaces a local ID by the node's ID in all messages of the outbox that refer to it.
    package func resolveOutgoingMessages(waitingFor localId: String, _ eventId: String) throws {
        for message in try outgoingMessages() where message.dependsOn != nil {
            var resolved = message
            resolved.resolve(localId, eventId)
            if resolved != message { try saveContent(of: resolved) }
        }
    }
}
