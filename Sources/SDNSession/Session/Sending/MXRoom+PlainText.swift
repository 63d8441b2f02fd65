import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

// Sending into encrypted rooms. This library encrypts nothing, so it refuses to send plain text to them.
extension MXRoom {
    /// Runs `body`, in which messages may be sent to this room as plain text although the room is encrypted. The node and everyone who operates
    /// it can read these messages.
    ///
    /// Outside of this call, an encrypted room (``/SDNValues/MXRoomSummary/isEncrypted``) refuses texts, files, edits, replies, reactions, shares
    /// of a live location, and reasons of redactions, kicks and bans, with the code `roomIsEncrypted`. Events of the type `m.room.encrypted`, which an app has encrypted itself, and
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

    /// Throws when the room is encrypted, unless the running call allows plain text. The node is asked only if the session does not sync at the
    /// moment.
    func requirePlainText() async throws {
        guard PlainTextPermission.roomId != roomId else { return }
        if try await mxSession.isEncrypted(roomId) { throw PlainTextPermission.missing }
    }

    /// Sends a request with a reason, which the node and everyone in the room can read. An encrypted room refuses a reason.
    func sendReason(_ reason: String?, _ send: (MXRestClient) async throws -> Void) async throws {
        let client = mxSession.sdnRestClient
        guard reason != nil else { return try await send(client) }
        try await requirePlainText()
        // The client does not ask the node again.
        try await PlainTextPermission.$roomId.withValue(roomId) { try await send(client) }
    }
}
