import HeraldJSON

// The closure forms of sending. Their `localEcho` is there when the call returns; it moves on by itself (`sentState`, `eventId`).
extension MXRoom {
    @discardableResult
    public func sendEvent(
        _ type: MXEventType, content: [String: Any], threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(type, threadId: threadId, localEcho: &localEcho, completion) { try JSONObject(foundation: content) }
    }

    @discardableResult
    public func sendMessage(
        withContent content: [String: Any], threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) { try JSONObject(foundation: content) }
    }

    @discardableResult
    public func sendTextMessage(
        _ text: String, formattedText: String? = nil, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) { MessageContent.text(text, formatted: formattedText) }
    }

    @discardableResult
    public func sendEmote(
        _ text: String, formattedText: String? = nil, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) { MessageContent.text(text, formatted: formattedText, kind: "m.emote") }
    }

    @discardableResult
    public func sendReply(
        to event: MXEvent, textMessage: String, formattedTextMessage: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: event.threadId, localEcho: &localEcho, completion) {
            MessageContent.reply(to: event, roomId: self.roomId, text: textMessage, formatted: formattedTextMessage)
        }
    }

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
