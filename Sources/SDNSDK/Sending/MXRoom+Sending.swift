import HeraldJSON
import SDNWire

/// Sending goes through the outbox: a message is stored before its request goes out, is sent once however often that is tried, and goes
/// out after a restart when it did not before (SDN sheet 5.7). Messages wait while the session does not sync.
///
/// The methods return the event id when the node has accepted the message. When their task is cancelled they stop waiting; the message
/// stays in the outbox. They throw ``MXError`` when the node refuses it; then ``resend(_:)`` or ``removeOutgoingMessage(_:)`` it.
extension MXRoom {
    /// Sends an event of any type that is no state.
    /// - Parameters:
    ///   - type: the event's type.
    ///   - content: the event's content.
    ///   - threadId: the id of the event that begins the thread to send it to.
    /// - Returns: the event's id.
    /// - Throws: ``MXError`` when the node refuses it; ``SDNSDKError`` with code `invalidArgument` when the user is not in the room.
    @discardableResult
    public func sendEvent(_ type: MXEventType, content: JSONObject, threadId: String? = nil) async throws -> String {
        try await submit(type.identifier, content, threadId: threadId).sent.value()
    }

    /// Hands a message over and returns its local echo as soon as it is in the store, which is before it is sent.
    @discardableResult
    public func queueEvent(_ type: MXEventType, content: JSONObject, threadId: String? = nil) async throws -> MXEvent {
        let entry = try submit(type.identifier, content, threadId: threadId)
        try await entry.stored.value()
        return entry.echo
    }

    /// Sends an `m.room.message`.
    @discardableResult
    public func sendMessage(withContent content: JSONObject, threadId: String? = nil) async throws -> String {
        try await sendEvent(.roomMessage, content: content, threadId: threadId)
    }

    /// Sends an `m.text`, a message of plain text.
    /// - Parameters:
    ///   - text: the text.
    ///   - formattedText: the same as HTML.
    ///   - threadId: the id of the event that begins the thread to send it to.
    @discardableResult
    public func sendTextMessage(_ text: String, formattedText: String? = nil, threadId: String? = nil) async throws -> String {
        try await sendMessage(withContent: MessageContent.text(text, formatted: formattedText, in: dialect), threadId: threadId)
    }

    /// Sends an `m.emote`, a text that is shown as what the user does.
    @discardableResult
    public func sendEmote(_ text: String, formattedText: String? = nil, threadId: String? = nil) async throws -> String {
        try await sendMessage(withContent: MessageContent.text(text, formatted: formattedText, in: dialect, kind: "m.emote"), threadId: threadId)
    }

    /// Sends an `m.notice`, a text that no bot answers.
    @discardableResult
    public func sendNotice(_ text: String, formattedText: String? = nil, threadId: String? = nil) async throws -> String {
        try await sendMessage(withContent: MessageContent.text(text, formatted: formattedText, in: dialect, kind: "m.notice"), threadId: threadId)
    }

    /// Answers a message, with a quotation of it for clients that know no replies, and mentions its sender.
    /// - Parameters:
    ///   - event: what is answered; it may still be on its way.
    ///   - textMessage: the answer.
    ///   - formattedTextMessage: the same as HTML.
    ///   - stringLocalizer: says in the user's language what stands in for a picture or a file in the quotation.
    ///   - threadId: the thread to answer in; `nil` means the thread of `event`, where it is in one.
    @discardableResult
    public func sendReply(
        to event: MXEvent, textMessage: String, formattedTextMessage: String? = nil,
        stringLocalizer: any MXSendReplyEventStringLocalizerProtocol = MXSendReplyEventDefaultStringLocalizer(), threadId: String? = nil
    ) async throws -> String {
        let content = try reply(to: event, textMessage, formattedTextMessage, stringLocalizer)
        return try await sendMessage(withContent: content, threadId: threadId ?? event.threadId)
    }

    func reply(
        to event: MXEvent, _ text: String, _ formatted: String?, _ localizer: any MXSendReplyEventStringLocalizerProtocol
    ) throws -> JSONObject {
        try requireKnown(event)
        return MessageContent.reply(
            to: event, roomId: roomId, text: text, formatted: formatted, in: dialect, localizer: localizer, myUserId: mxSession.myUserId)
    }

    /// Gives one of the user's own messages a new text. The message may still be on its way.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` for somebody else's message, which no client would show as edited.
    @discardableResult
    public func replaceTextMessage(_ event: MXEvent, withTextMessage text: String, formattedText: String? = nil) async throws -> String {
        try requireKnown(event)
        guard event.sender == mxSession.myUserId, event.type == EventType.message else {
            throw SDNSDKError(.invalidArgument, field: "event", reason: "only one's own messages can be edited")
        }
        return try await sendMessage(withContent: MessageContent.edit(of: event, content: MessageContent.text(text, formatted: formattedText, in: dialect)))
    }

    /// Adds a reaction, such as an emoji, to an event, which may still be on its way.
    @discardableResult
    public func sendReaction(_ key: String, to event: MXEvent) async throws -> String {
        try requireKnown(event)
        return try await sendEvent(.reaction, content: MessageContent.reaction(key, to: event.eventId))
    }

    /// Takes the content of an event away, for everyone.
    ///
    /// A message that is still in the outbox and not on its way is taken out of it instead, and what is about it goes too.
    /// - Parameters:
    ///   - eventId: the event's id, or the local one of a message in the outbox.
    ///   - reason: why, for everyone to read.
    /// - Returns: the id of the redaction; `eventId` for a message that never went out.
    @discardableResult
    public func redactEvent(_ eventId: String, reason: String? = nil) async throws -> String {
        if eventId.hasPrefix(kMXEventLocalEventIdPrefix) {
            guard mxSession.outbox.knows(eventId) else { throw MXRoom.notSentYet }
            if mxSession.outbox.withhold(eventId, onlyIdle: true) {
                try await removeWithheld(eventId)
                return eventId
            }
        }
        var content = JSONObject()
        content["reason"] = reason.map(JSONValue.string)
        return try await submitNow(EventType.redaction, content, redacts: eventId).sent.value()
    }

    /// The messages that have not been seen in the room yet: on their way, refused, or accepted and not yet brought by sync.
    public func outgoingMessages() -> [MXEvent] { mxSession.outbox.echoes(inRoom: roomId) }

    /// Sends a refused message again, under the same transaction id.
    /// - Parameter localId: the transaction id of its echo (``MXEventUnsignedData/transactionId``).
    @discardableResult
    public func resend(_ localId: String) async throws -> String {
        let (session, outbox) = (mxSession, mxSession.outbox)
        let entry = try await session.gate.run {
            guard let entry = outbox.entry(localId) else { throw MXRoom.unknownMessage }
            guard entry.message.status == .failed else { return entry }
            var message = entry.message
            message.status = .queued
            message.failure = nil
            // That it may arrive twice is the caller's choice now.
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

    /// Stops sending a message. It stays in the outbox as failed, to be sent again or removed. When its request was under way, the node
    /// may have it all the same; then sync brings it.
    /// - Parameter localId: the transaction id of its echo.
    public func cancelSendingOperation(_ localId: String) async throws {
        let (session, outbox) = (mxSession, mxSession.outbox)
        guard outbox.withhold(localId), let entry = outbox.entry(localId) else { throw MXRoom.unknownMessage }
        // Also when the store takes nothing: then the message goes out after all.
        defer { outbox.release(localId, session) }
        // What is still on its way into the store could not be marked there.
        _ = try? await entry.stored.value()
        if !outbox.cancelRequest(localId) {
            try await session.gate.run {
                guard let entry = outbox.entry(localId), entry.message.status == .queued else { return }
                var message = entry.message
                message.status = .failed
                message.failure = MXOutgoingMessage.Failure(code: OutboxWorker.cancelled.code.rawValue, reason: OutboxWorker.cancelled.reason)
                let kept = message
                try await session.store.write { store in
                    if try store.outgoingMessage(localId) != nil { try store.save(kept) }
                }
                _ = outbox.change(localId) { $0 = kept }
                entry.echo.update(sentState: .failed, error: OutboxWorker.cancelled)
                self.liveTimeline.tell(entry.echo, localId: localId)
                entry.sent.fulfil(.failure(OutboxWorker.cancelled))
            }
        }
    }

    /// Forgets a message that was refused, or that has not gone out, with everything in the outbox that is about it. One that is just on
    /// its way may still arrive.
    /// - Parameter localId: the transaction id of its echo.
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
        for entry in removed {
            entry.stored.fulfil(.failure(CancellationError()))
            entry.sent.fulfil(.failure(CancellationError()))
            liveTimeline.tellEnd(ofEcho: entry.message.localId, eventId: nil)
        }
    }

    /// Hands a message over, in a thread where one is named.
    func submit(
        _ type: String, _ content: JSONObject, threadId: String?, attachments: [MXOutgoingAttachment] = []
    ) throws -> Outbox.Entry {
        try submitNow(type, threadId.map { MessageContent.inThread(content, root: $0, latest: nil) } ?? content, attachments: attachments)
    }

    /// Hands a message over at once: the order of calls is the order of sending.
    func submitNow(
        _ type: String, _ content: JSONObject, redacts: String? = nil, attachments: [MXOutgoingAttachment] = []
    ) throws -> Outbox.Entry {
        guard summary.membership == .join else {
            throw SDNSDKError(.invalidArgument, field: "roomId", reason: "messages can be sent to rooms that the user is in")
        }
        if let target = MXOutgoingMessage.localTarget(of: content, redacts: redacts), !mxSession.outbox.knows(target) { throw MXRoom.notSentYet }
        let localId = kMXEventLocalEventIdPrefix + mxSession.sdnRestClient.makeTransactionID()
        let message = MXOutgoingMessage(
            localId: localId, roomId: roomId, type: type, content: content, redacts: redacts, createdAt: mxSession.now())
        let echo = try message.echo(sender: mxSession.myUserId)
        return mxSession.outbox.submit(message, attachments: attachments, echo: echo, room: self)
    }

    /// How this room's node spells what messages hold.
    var dialect: MessageDialect { MessageDialect(mxSession.sdnRestClient.apiRoot) }

    /// What refers to an echo that the outbox does not hold could never go out.
    private func requireKnown(_ event: MXEvent) throws {
        if event.isLocalEvent, !mxSession.outbox.knows(event.eventId) { throw MXRoom.notSentYet }
    }

    static let notSentYet = SDNSDKError(
        .notSentYet, field: "event", reason: "the event has not been sent and is not in the outbox, so nothing can refer to it")
    private static let unknownMessage = SDNSDKError(.unknownMessage, field: "localId", reason: "the outbox does not hold this message")
}
