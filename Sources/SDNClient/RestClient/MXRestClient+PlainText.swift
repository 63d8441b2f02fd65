import HeraldJSON
import SDNValues
import SDNWire

// Sending into encrypted rooms. This library encrypts nothing, so it refuses to send plain text to them.
extension MXRestClient {
    /// Runs `body`, in which this client may send plain text to a room even if the room is encrypted. The node and everyone who operates it
    /// can read these messages.
    ///
    /// Outside of this call, the client asks the node before each event that it sends, and refuses plain text for an encrypted room with the
    /// code `roomIsEncrypted`. Inside of it, the client does not ask.
    ///
    /// ```swift
    /// try await client.allowingPlainText(inRoom: roomId) {
    ///     try await client.sendTextMessage(toRoom: roomId, text: "everyone may read this")
    /// }
    /// ```
    /// The permission also holds for the tasks that `body` starts, and for the messages that they send with `MXRoom`.
    /// - Parameters:
    ///   - roomId: the room. An inner call for another room replaces the permission of the outer one.
    ///   - isolation: the actor on which `body` runs. Defaults to that of the caller.
    ///   - body: sends the messages.
    /// - Throws: the error of `body`.
    @discardableResult
    public func allowingPlainText<T>(
        inRoom roomId: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
    ) async rethrows -> T {
        try await PlainTextPermission.$roomId.withValue(roomId, operation: body)
    }

    /// Runs `body`, in which this client may send plain text to a room even if the room is encrypted. This form is for the methods with
    /// closures, which begin their work before they return.
    /// - Throws: the error of `body`.
    @discardableResult
    public func allowingPlainText<T>(inRoom roomId: String, _ body: () throws -> T) rethrows -> T {
        try PlainTextPermission.$roomId.withValue(roomId, operation: body)
    }

    /// Throws when a room is encrypted, unless the running call allows plain text in it.
    func requirePlainText(inRoom roomId: String) async throws {
        guard PlainTextPermission.roomId != roomId, try await isEncryptedOnNode(roomId) else { return }
        throw PlainTextPermission.missing
    }

    /// Throws when this client knows that a room is encrypted, unless the running call allows plain text in it. The node is not asked, because it
    /// shows the state of a room only to members.
    package func requireNoKnownEncryption(ofRoom roomId: String) throws(SDNSDKError) {
        if PlainTextPermission.roomId != roomId, encryptedRooms.contains(roomId) { throw PlainTextPermission.missing }
    }

    /// Notes rooms that a session of this client has stored as encrypted. The node is not asked about them.
    package func noteEncrypted(_ roomIds: some Sequence<String>) { encryptedRooms.insert(stored: roomIds) }

    /// Returns true if a room is encrypted. The node is not asked again about an encrypted room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses for another reason than that it has no such event or shows none to this user;
    ///   ``/SDNValues/SDNSDKError`` when there was no usable answer.
    package func isEncryptedOnNode(_ roomId: String, retry: RetryRule = .standard) async throws -> Bool {
        if encryptedRooms.contains(roomId) { return true }
        let request = StateContentRequest(roomID: roomId, type: MXEventType.roomEncryption.identifier)
        guard let answer = try await known({ try await perform(Endpoints.stateContent, request, retry: retry) }) else {
            return false
        }
        // Encryption cannot be undone, so a redacted event counts too. Its content is an empty object, and the page of a network may be one as
        // well. The whole state has the event with its type, which such a page does not have.
        if answer.document?.root["algorithm"]?.string == nil {
            let room = RoomRequest(roomID: roomId)
            let state = try await known {
                try await perform(Endpoints.roomState, room, as: EventArray.self, retry: retry).events
            }
            guard state?.contains(where: { $0.eventType == .roomEncryption && $0.stateKey == "" }) ?? false else {
                throw SDNSDKError(
                    .malformedResponse, field: "algorithm", endpoint: Endpoints.stateContent.name,
                    reason: "the node reports encryption of the room, and its list of the room's state has none")
            }
        }
        encryptedRooms.insert(roomId)
        return true
    }

    /// Returns what the node shows of a room's state; `nil` if the room has no such event, the node has no such endpoint, or the user is not in the
    /// room. In the last case the node refuses the message itself.
    private func known<T>(_ read: () async throws -> T) async throws -> T? {
        do {
            return try await read()
        } catch let error as MXError where error.httpStatus == 404 || [.forbidden, .unrecognized].contains(error) {
            return nil
        }
    }
}
