import HeraldLocks
import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

/// Methods that send through the outbox. A message is stored before its request is sent. The node creates one event for it, even if sending is tried
/// several times or after a restart (SDN sheet 5.7). Messages wait while the session does not sync.
///
/// The methods return the event ID when the node has accepted the message. When their task is cancelled they stop waiting, and the message
/// stays in the outbox. They throw ``MXError`` when the node refuses it. Call ``resend(_:)`` or ``removeOutgoingMessage(_:)`` then.
extension MXRoom {
    /// Sends an event that is not a state event.
    /// - Parameters:
    ///   - type: the event's type.
    ///   - content: the event's content.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Returns: the event's ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses it; ``/SDNValues/SDNSDKError`` with code `invalidArgument` when the user is not in the room,
    ///   and with code `roomIsEncrypted` when the room is encrypted and the event is not; see ``allowingPlainText(isolation:_:)``.
    @discardableResult
    public func sendEvent(_ type: MXEventType, content: JSONObject, threadId: String? = nil) async throws -> String {
        try await submit(type.identifier, content, threadId: threadId).sent.value()
    }

    /// Hands a message over to the outbox. Returns the message's local echo as soon as the message is stored, without waiting until it is
    /// sent.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the user is not in the room, the room is encrypted, or the message cannot be stored.
    @discardableResult
    public func queueEvent(_ type: MXEventType, content: JSONObject, threadId: String? = nil) async throws -> MXEvent {
        let entry = try submit(type.identifier, content, threadId: threadId)
        try await entry.stored.value()
        return entry.echo
    }

    /// Sends an `m.room.message`.
    /// - Throws: the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendMessage(withContent content: JSONObject, threadId: String? = nil) async throws -> String {
        try await sendEvent(.roomMessage, content: content, threadId: threadId)
    }

    /// Sends an `m.text`, a message of plain text.
    /// - Parameters:
    ///   - text: the text.
    ///   - formattedText: the same text as HTML.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Throws: the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendTextMessage(_ text: String, formattedText: String? = nil, threadId: String? = nil) async throws
        -> String
    {
        try await sendMessage(
            withContent: MessageContent.text(text, formatted: formattedText, in: dialect), threadId: threadId)
    }

    /// Sends an `m.emote`, a text that is shown as an action of the user.
    /// - Throws: the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendEmote(_ text: String, formattedText: String? = nil, threadId: String? = nil) async throws -> String
    {
        try await sendMessage(
            withContent: MessageContent.text(text, formatted: formattedText, in: dialect, kind: "m.emote"),
            threadId: threadId)
    }

    /// Sends an `m.notice`, a text that no bot answers.
    /// - Throws: the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendNotice(_ text: String, formattedText: String? = nil, threadId: String? = nil) async throws -> String
    {
        try await sendMessage(
            withContent: MessageContent.text(text, formatted: formattedText, in: dialect, kind: "m.notice"),
            threadId: threadId)
    }

    /// Replies to a message and mentions its sender. The reply quotes the message for clients that do not support replies.
    /// - Parameters:
    ///   - event: the message to reply to. It may still be in the outbox.
    ///   - textMessage: the reply.
    ///   - formattedTextMessage: the reply as HTML.
    ///   - stringLocalizer: supplies the texts that stand for a picture or a file in the quotation, in the user's language.
    ///   - threadId: the thread to reply in. Defaults to the thread of `event`, when it is in one.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notSentYet` for a local echo that the outbox does not hold, or the errors of
    ///   ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendReply(
        to event: MXEvent, textMessage: String, formattedTextMessage: String? = nil,
        stringLocalizer: any MXSendReplyEventStringLocalizerProtocol = MXSendReplyEventDefaultStringLocalizer(),
        threadId: String? = nil
    ) async throws -> String {
        let content = try reply(to: event, textMessage, formattedTextMessage, stringLocalizer)
        return try await sendMessage(withContent: content, threadId: threadId ?? event.threadId)
    }

    package func reply(
        to event: MXEvent, _ text: String, _ formatted: String?,
        _ localizer: any MXSendReplyEventStringLocalizerProtocol
    ) throws -> JSONObject {
        try requireKnown(event)
        return MessageContent.reply(
            to: event, roomId: roomId, text: text, formatted: formatted, in: dialect, localizer: localizer,
            myUserId: mxSession.myUserId)
    }

    /// Adds a reaction, such as an emoji, to an event, which may still be in the outbox.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notSentYet` for a local echo that the outbox does not hold, or the errors of
    ///   ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendReaction(_ key: String, to event: MXEvent) async throws -> String {
        try requireKnown(event)
        return try await sendEvent(.reaction, content: MessageContent.reaction(key, to: event.eventId))
    }

    /// Redacts an event: removes its content for everyone.
    ///
    /// If the event is a message in the outbox that is not being sent, the message is removed from the outbox instead, together with the messages
    /// that refer to it.
    /// - Parameters:
    ///   - eventId: the event's ID, or the local ID of a message in the outbox.
    ///   - reason: a reason that everyone can read. An encrypted room refuses it with the code `roomIsEncrypted`.
    /// - Returns: the ID of the redaction. It is `eventId` for a message that was never sent.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notSentYet` for a local ID that the outbox does not hold; ``/SDNValues/MXError`` when the node refuses.
    @discardableResult
    public func redactEvent(_ eventId: String, reason: String? = nil) async throws -> String {
        if eventId.hasPrefix(kMXEventLocalEventIdPrefix) {
            guard mxSession.outbox.knows(eventId) else { throw Outbox.notSentYet }
            if mxSession.outbox.withhold(eventId, onlyIdle: true) {
                try await removeWithheld(eventId)
                return eventId
            }
        }
        var content = JSONObject()
        content["reason"] = reason.map(JSONValue.string)
        return try await submitNow(EventType.redaction, content, redacts: eventId).sent.value()
    }

    /// Returns the local echoes of the messages whose events have not arrived in the room: messages that wait, are being sent, were refused, or were
    /// accepted by the node and have not come with a sync.
    public func outgoingMessages() -> [MXEvent] { mxSession.outbox.echoes(inRoom: roomId) }

    /// Sends a refused message again, under the same transaction ID. If the message waits after a failed attempt, the wait ends.
    /// - Parameter localId: the transaction ID of its echo (``/SDNValues/MXEventUnsignedData/transactionId``).
    /// - Throws: ``/SDNValues/SDNSDKError`` when the outbox does not hold the message or the store cannot be written; ``/SDNValues/MXError`` when the node refuses.
    @discardableResult
    public func resend(_ localId: String) async throws -> String {
        let (session, outbox) = (mxSession, mxSession.outbox)
        let entry = try await session.gate.run {
            guard let entry = outbox.entry(localId) else { throw MXRoom.unknownMessage }
            if !entry.allowsPlainText { try self.requireFit(entry.message) }
            guard entry.message.status == .failed else {
                outbox.pauses.cutShort(for: localId)
                return entry
            }
            var message = entry.message
            message.status = .queued
            message.failure = nil
            // If another device may have sent the message, it may now arrive twice. By calling this method, the caller accepts that.
            if message.isAttempted(besides: session.myDeviceId) { message.attemptedBy = nil }
            let kept = message
            try await session.store.write { store in
                try store.save(kept)
                try store.moveOutgoingMessageToEnd(localId)
            }
            entry.echo.update(sentState: .preparing)
            guard let again = outbox.requeue(kept, session) else { throw MXRoom.unknownMessage }
            return again
        }
        return try await entry.sent.value()
    }

    /// Stops sending a message. The message stays in the outbox as failed, and can be sent again or removed. If the request was already
    /// running, the node may still have accepted the message. A sync then brings its event.
    /// - Parameter localId: the transaction ID of its echo.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the outbox does not hold the message or the store cannot be written.
    public func cancelSendingOperation(_ localId: String) async throws {
        let (session, outbox) = (mxSession, mxSession.outbox)
        guard outbox.withhold(localId), let entry = outbox.entry(localId) else { throw MXRoom.unknownMessage }
        // The message is released even after an error. If the store cannot be written, the message is therefore sent after all.
        defer { outbox.release(localId, session) }
        // The message has to be in the store before it can be marked there as failed.
        _ = try? await entry.stored.value()
        if !outbox.cancelRequest(localId) {
            try await session.gate.run {
                guard let entry = outbox.entry(localId), entry.message.status == .queued else { return }
                var message = entry.message
                message.status = .failed
                message.failure = MXOutgoingMessage.Failure(
                    code: OutboxWorker.cancelled.code.rawValue, reason: OutboxWorker.cancelled.reason)
                let kept = message
                try await session.store.write { store in
                    if try store.outgoingMessage(localId) != nil { try store.save(kept) }
                }
                _ = outbox.change(localId) { $0 = kept }
                entry.echo.update(sentState: .failed, error: OutboxWorker.cancelled)
                self.tell(entry.echo, localId: localId)
                entry.sent.fulfil(.failure(OutboxWorker.cancelled))
            }
            outbox.pauses.cutShort(for: localId)
        }
    }

    /// Removes a message that was refused or not sent from the outbox, together with the messages that refer to it. A message that is being
    /// sent right now may still arrive.
    /// - Parameter localId: the transaction ID of its echo.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the outbox does not hold the message or the store cannot be written.
    public func removeOutgoingMessage(_ localId: String) async throws {
        guard mxSession.outbox.withhold(localId) else { throw MXRoom.unknownMessage }
        try await removeWithheld(localId)
    }

    private func removeWithheld(_ localId: String) async throws {
        let (session, outbox) = (mxSession, mxSession.outbox)
        let removed = try await session.gate.run {
            let ids = [localId] + outbox.dependents(of: localId)
            do {
                try await session.store.write { store in
                    for id in ids { try store.deleteOutgoingMessage(id) }
                }
            } catch {
                outbox.release(localId, session)
                throw error
            }
            return ids.compactMap { outbox.remove($0) }
        }
        guard removed.contains(where: { $0.message.localId == localId }) else { throw MXRoom.unknownMessage }
        outbox.pauses.cutShort(for: localId)
        for entry in removed {
            entry.stored.fulfil(.failure(CancellationError()))
            entry.sent.fulfil(.failure(CancellationError()))
            tellEnd(ofEcho: entry.message.localId, eventId: nil, isFollowed: false)
        }
    }

    /// Hands a message over to the outbox, in a thread if `threadId` names one.
    package func submit(
        _ type: String, _ content: JSONObject, threadId: String?, attachments: [MXOutgoingAttachment] = []
    ) throws -> Outbox.Entry {
        try submitNow(
            type, threadId.map { MessageContent.inThread(content, root: $0, latest: nil) } ?? content,
            attachments: attachments)
    }

    /// Hands a message over to the outbox. Messages are sent in the order of the calls.
    func submitNow(
        _ type: String, _ content: JSONObject, redacts: String? = nil, attachments: [MXOutgoingAttachment] = []
    ) throws -> Outbox.Entry {
        guard summary.membership == .join else {
            throw SDNSDKError(
                .invalidArgument, field: "roomId", reason: "messages can be sent only to rooms that the user is in")
        }
        if let target = MXOutgoingMessage.localTarget(of: content, redacts: redacts), !mxSession.outbox.knows(target) {
            throw Outbox.notSentYet
        }
        let localId = kMXEventLocalEventIdPrefix + mxSession.sdnRestClient.makeTransactionID()
        let message = MXOutgoingMessage(
            localId: localId, roomId: roomId, type: type, content: content, redacts: redacts,
            createdAt: mxSession.now()
        )
        try requireFit(message)
        let echo = try message.echo(sender: mxSession.requireUserId())
        return mxSession.outbox.submit(message, attachments: attachments, echo: echo, room: self)
    }

    /// The names that message contents have on this room's node.
    package var dialect: MessageDialect { MessageDialect(mxSession.sdnRestClient.apiRoot) }

    /// Throws when an event is a local echo that the outbox does not hold. A message that refers to such an echo could never be sent.
    func requireKnown(_ event: MXEvent) throws {
        if event.isLocalEvent, !mxSession.outbox.knows(event.eventId) { throw Outbox.notSentYet }
    }

    private static let unknownMessage = SDNSDKError(
        .unknownMessage, field: "localId", reason: "the outbox does not have this message")
}
