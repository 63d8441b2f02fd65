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
        let entry = try await submit(type.identifier, content, threadId: threadId)
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

    /// Answers a message, with a quotation of it for clients that know no replies.
    @discardableResult
    public func sendReply(to event: MXEvent, textMessage: String, formattedTextMessage: String? = nil) async throws -> String {
        try requireSent(event)
        return try await sendMessage(
            withContent: MessageContent.reply(to: event, roomId: roomId, text: textMessage, formatted: formattedTextMessage, in: dialect), threadId: event.threadId)
    }

    /// Gives one of the user's own messages a new text.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` for somebody else's message, which no client would show as edited.
    @discardableResult
    public func replaceTextMessage(_ event: MXEvent, withTextMessage text: String, formattedText: String? = nil) async throws -> String {
        try requireSent(event)
        guard event.sender == mxSession.myUserId, event.type == EventType.message else {
            throw SDNSDKError(.invalidArgument, field: "event", reason: "only one's own messages can be edited")
        }
        return try await sendMessage(withContent: MessageContent.edit(of: event, content: MessageContent.text(text, formatted: formattedText, in: dialect)))
    }

    /// Adds a reaction, such as an emoji, to an event.
    @discardableResult
    public func sendReaction(_ key: String, to event: MXEvent) async throws -> String {
        try requireSent(event)
        return try await sendEvent(.reaction, content: MessageContent.reaction(key, to: event.eventId))
    }

    /// Takes the content of an event away, for everyone.
    @discardableResult
    public func redactEvent(_ eventId: String, reason: String? = nil) async throws -> String {
        guard !eventId.hasPrefix(kMXEventLocalEventIdPrefix) else { throw MXRoom.notSentYet }
        var content = JSONObject()
        content["reason"] = reason.map(JSONValue.string)
        return try await submit(EventType.redaction, content, redacts: eventId).sent.value()
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
            let kept = message
            try await session.store.write { try $0.save(kept) }
            entry.echo.update(sentState: .preparing)
            guard let again = outbox.requeue(kept, session) else { throw MXRoom.unknownMessage }
            return again
        }
        return try await entry.sent.value()
    }

    /// Forgets a message that was refused, or that has not gone out. One that is just on its way may still arrive.
    /// - Parameter localId: the transaction id of its echo.
    public func removeOutgoingMessage(_ localId: String) async throws {
        let (session, outbox) = (mxSession, mxSession.outbox)
        guard outbox.withhold(localId) else { throw MXRoom.unknownMessage }
        let removed = try await session.gate.run {
            do {
                try await session.store.write { try $0.deleteOutgoingMessage(localId) }
            } catch {
                outbox.release(localId, session)
                throw error
            }
            return outbox.remove(localId)
        }
        guard let removed else { throw MXRoom.unknownMessage }
        removed.stored.fulfil(.failure(CancellationError()))
        removed.sent.fulfil(.failure(CancellationError()))
        liveTimeline.broadcast.send(.outgoingEnded(localId: localId, eventId: nil))
    }

    /// Finds out what a thread's fallback refers to, then hands over.
    private func submit(_ type: String, _ content: JSONObject, threadId: String? = nil, redacts: String? = nil) async throws -> Outbox.Entry {
        guard let threadId else { return try submitNow(type, content, redacts: redacts) }
        let roomId = roomId
        let latest = try await mxSession.store.read { store in
            try store.events(relatedTo: threadId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.thread)
                .max { $0.originServerTs < $1.originServerTs }?.eventId
        }
        return try submitNow(type, MessageContent.inThread(content, root: threadId, latest: latest), redacts: redacts)
    }

    /// Hands a message over at once: the order of calls is the order of sending.
    func submitNow(_ type: String, _ content: JSONObject, redacts: String? = nil) throws -> Outbox.Entry {
        guard summary.membership == .join else {
            throw SDNSDKError(.invalidArgument, field: "roomId", reason: "messages can be sent to rooms that the user is in")
        }
        let localId = kMXEventLocalEventIdPrefix + mxSession.sdnRestClient.makeTransactionID()
        let message = MXOutgoingMessage(
            localId: localId, roomId: roomId, type: type, content: content, redacts: redacts, createdAt: mxSession.now())
        let echo = try message.echo(sender: mxSession.myUserId)
        return mxSession.outbox.submit(message, echo: echo, room: self)
    }

    /// How this room's node spells what messages hold.
    var dialect: MessageDialect { MessageDialect(mxSession.sdnRestClient.apiRoot) }

    private func requireSent(_ event: MXEvent) throws {
        if event.isLocalEvent { throw MXRoom.notSentYet }
    }

    private static let notSentYet = SDNSDKError(.notSentYet, field: "event", reason: "the event has not been sent yet, so nothing can refer to it")
    private static let unknownMessage = SDNSDKError(.unknownMessage, field: "localId", reason: "the outbox does not hold this message")
}
