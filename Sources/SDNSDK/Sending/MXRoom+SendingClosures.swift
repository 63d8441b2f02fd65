import HeraldJSON

// The closure forms of sending. Their `localEcho` is there when the call returns; it moves on by itself (`sentState`, `eventId`).
extension MXRoom {
    /// The closure form of ``sendEvent(_:content:threadId:)``.
    /// - Parameters:
    ///   - type: the event's type.
    ///   - content: as Foundation's JSON objects.
    ///   - threadId: the id of the event that begins the thread to send it to.
    ///   - localEcho: is set to the event as it waits to be sent.
    ///   - completion: gets the event's id, or why the node refused it.
    @discardableResult
    public func sendEvent(
        _ type: MXEventType, content: [String: Any], threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(type, threadId: threadId, localEcho: &localEcho, completion) { try JSONObject(foundation: content) }
    }

    /// The closure form of ``sendMessage(withContent:threadId:)``.
    /// - Parameters:
    ///   - content: as Foundation's JSON objects.
    ///   - threadId: the id of the event that begins the thread to send it to.
    ///   - localEcho: is set to the event as it waits to be sent.
    ///   - completion: gets the event's id, or why the node refused it.
    @discardableResult
    public func sendMessage(
        withContent content: [String: Any], threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) { try JSONObject(foundation: content) }
    }

    /// The closure form of ``sendTextMessage(_:formattedText:threadId:)``; sets `localEcho` to the event as it waits to be sent.
    @discardableResult
    public func sendTextMessage(
        _ text: String, formattedText: String? = nil, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) { MessageContent.text(text, formatted: formattedText, in: self.dialect) }
    }

    /// The closure form of ``sendEmote(_:formattedText:threadId:)``; sets `localEcho` to the event as it waits to be sent.
    @discardableResult
    public func sendEmote(
        _ text: String, formattedText: String? = nil, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) { MessageContent.text(text, formatted: formattedText, in: self.dialect, kind: "m.emote") }
    }

    /// The closure form of ``sendReply(to:textMessage:formattedTextMessage:)``; sets `localEcho` to the event as it waits to be sent.
    @discardableResult
    public func sendReply(
        to event: MXEvent, textMessage: String, formattedTextMessage: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: event.threadId, localEcho: &localEcho, completion) {
            MessageContent.reply(to: event, roomId: self.roomId, text: textMessage, formatted: formattedTextMessage, in: self.dialect)
        }
    }

    /// The closure form of ``redactEvent(_:reason:)``; the id of the redaction is not handed over.
    @discardableResult
    public func redactEvent(
        _ eventId: String, reason: String? = nil, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { _ = try await self.redactEvent(eventId, reason: reason) }
    }

    private func send(
        _ type: MXEventType, threadId: String?, localEcho: inout MXEvent?, _ completion: @escaping @Sendable (MXResponse<String?>) -> Void,
        _ content: () throws -> JSONObject
    ) -> MXHTTPOperation {
        do {
            let plain = try content()
            // The latest event of the thread is not looked up here, because the echo has to be there when the call returns.
            let entry = try submitNow(type.identifier, threadId.map { MessageContent.inThread(plain, root: $0, latest: nil) } ?? plain)
            localEcho = entry.echo
            return mxSession.sdnRestClient.adapt(completion) { try await entry.sent.value() }
        } catch {
            return mxSession.sdnRestClient.adapt(completion) { throw error }
        }
    }
}
