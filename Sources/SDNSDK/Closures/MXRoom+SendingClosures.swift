import HeraldJSON
import SDNClient
import SDNSession
import SDNValues

// The closure forms of the methods that send messages. They set `localEcho` before they return. The event's `sentState` and `eventId` change later,
// while the message is sent.
extension MXRoom {
    /// The closure form of ``/SDNSession/MXRoom/sendEvent(_:content:threadId:)``.
    /// - Parameters:
    ///   - type: the event's type.
    ///   - content: the content, as Foundation's JSON objects.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    ///   - localEcho: set to the event in the outbox.
    ///   - completion: receives the event's ID, or the node's reason for refusing it.
    @discardableResult
    public func sendEvent(
        _ type: MXEventType, content: [String: Any], threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(type, threadId: threadId, localEcho: &localEcho, completion) { try JSONObject(foundation: content) }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendMessage(withContent:threadId:)``.
    /// - Parameters:
    ///   - content: the content, as Foundation's JSON objects.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    ///   - localEcho: set to the event in the outbox.
    ///   - completion: receives the event's ID, or the node's reason for refusing it.
    @discardableResult
    public func sendMessage(
        withContent content: [String: Any], threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) {
            try JSONObject(foundation: content)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendTextMessage(_:formattedText:threadId:)``; sets `localEcho` to the event in the outbox.
    @discardableResult
    public func sendTextMessage(
        _ text: String, formattedText: String? = nil, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) {
            MessageContent.text(text, formatted: formattedText, in: self.dialect)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendEmote(_:formattedText:threadId:)``; sets `localEcho` to the event in the outbox.
    @discardableResult
    public func sendEmote(
        _ text: String, formattedText: String? = nil, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) {
            MessageContent.text(text, formatted: formattedText, in: self.dialect, kind: "m.emote")
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendNotice(_:formattedText:threadId:)``; sets `localEcho` to the event in the outbox.
    @discardableResult
    public func sendNotice(
        _ text: String, formattedText: String? = nil, threadId: String? = nil, localEcho: inout MXEvent?,
        completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId, localEcho: &localEcho, completion) {
            MessageContent.text(text, formatted: formattedText, in: self.dialect, kind: "m.notice")
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendReply(to:textMessage:formattedTextMessage:stringLocalizer:threadId:)``. Sets `localEcho` to the event in the
    /// outbox.
    @discardableResult
    public func sendReply(
        to event: MXEvent, textMessage: String, formattedTextMessage: String? = nil,
        stringLocalizer: any MXSendReplyEventStringLocalizerProtocol = MXSendReplyEventDefaultStringLocalizer(),
        threadId: String? = nil,
        localEcho: inout MXEvent?, completion: @escaping @Sendable (MXResponse<String?>) -> Void
    ) -> MXHTTPOperation {
        send(.roomMessage, threadId: threadId ?? event.threadId, localEcho: &localEcho, completion) {
            try self.reply(to: event, textMessage, formattedTextMessage, stringLocalizer)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/redactEvent(_:reason:)``. It does not pass the ID of the redaction to `completion`.
    @discardableResult
    public func redactEvent(
        _ eventId: String, reason: String? = nil, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { _ = try await self.redactEvent(eventId, reason: reason) }
    }

    /// Adds a message to the outbox. Calls the completion when the node has accepted or refused the message.
    func send(
        _ type: MXEventType, threadId: String?, localEcho: inout MXEvent?,
        _ completion: @escaping @Sendable (MXResponse<String?>) -> Void,
        attachments: [MXOutgoingAttachment] = [], _ content: () throws -> JSONObject
    ) -> MXHTTPOperation {
        do {
            let entry = try submit(type.identifier, content(), threadId: threadId, attachments: attachments)
            localEcho = entry.echo
            return mxSession.sdnRestClient.adapt(completion) { try await entry.sent.value() }
        } catch {
            return mxSession.sdnRestClient.adapt(completion) { throw error }
        }
    }
}
