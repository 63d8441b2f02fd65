import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

// Sending into encrypted rooms. This library encrypts nothing, so it refuses to send plain text to them.
extension MXRoom {
    /// Runs `body`, in which messages may be sent to this room as plain text although the room is encrypted. The node and everyone who operates
    /// it can read these messages.
    ///
    /// Outside of this call, an encrypted room (``/SDNValues/MXRoomSummary/isEncrypted``) refuses texts, files, edits, replies, reactions and
    /// redactions with a reason, with the code `roomIsEncrypted`. Events of the type `m.room.encrypted`, which an app has encrypted itself, and
    /// redactions without a reason need no permission.
    ///
    /// ```swift
    /// try await room.allowingPlainText { try await room.sendTextMessage("everyone may read this") }
    /// ```
    /// The permission holds for the messages that `body` and the tasks that it starts send to this room. It ends with the process: a message
    /// that is still in the outbox then fails with the same code, and the user may send it again.
    /// - Throws: the error of `body`.
    @discardableResult
    public func allowingPlainText<T>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
    ) async rethrows -> T {
        try await PlainTextPermission.$roomId.withValue(roomId, operation: body)
    }

    /// Runs `body`, in which messages may be sent to this room as plain text although the room is encrypted. This form is for the methods with
    /// closures, which put the message into the outbox before they return.
    /// - Throws: the error of `body`.
    @discardableResult
    public func allowingPlainText<T>(_ body: () throws -> T) rethrows -> T {
        try PlainTextPermission.$roomId.withValue(roomId, operation: body)
    }

    /// Throws when the room is encrypted and the message is plain text, unless the running call allows it.
    func requireFit(_ message: MXOutgoingMessage) throws(SDNSDKError) {
        guard summary.isEncrypted, !message.isFitForEncryptedRooms, PlainTextPermission.roomId != roomId else { return }
        throw PlainTextPermission.missing
    }
}
