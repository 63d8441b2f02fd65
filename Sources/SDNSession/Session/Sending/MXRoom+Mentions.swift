import HeraldJSON
import SDNValues

// Messages that mention users.
extension MXRoom {
    /// Sends an `m.text` that mentions users.
    /// - Parameters:
    ///   - text: the text.
    ///   - formattedText: the same text as HTML.
    ///   - mentions: the users whom the message notifies.
    ///   - threadId: the ID of the event that begins the thread to send it to.
    /// - Throws: the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendTextMessage(
        _ text: String, formattedText: String? = nil, mentions: MXMentions, threadId: String? = nil
    ) async throws -> String {
        try await sendMentioning(mentions, text, formattedText, "m.text", threadId)
    }

    /// Sends an `m.emote` that mentions users.
    /// - Throws: the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func sendEmote(
        _ text: String, formattedText: String? = nil, mentions: MXMentions, threadId: String? = nil
    ) async throws -> String {
        try await sendMentioning(mentions, text, formattedText, "m.emote", threadId)
    }

    /// Replies to a message, and mentions its sender and other users. If `mentions` has nobody else, this is
    /// ``sendReply(to:textMessage:formattedTextMessage:stringLocalizer:threadId:)``.
    /// - Throws: the errors of ``sendReply(to:textMessage:formattedTextMessage:stringLocalizer:threadId:)``.
    @discardableResult
    public func sendReply(
        to event: MXEvent, textMessage: String, formattedTextMessage: String? = nil, mentions: MXMentions,
        stringLocalizer: any MXSendReplyEventStringLocalizerProtocol = MXSendReplyEventDefaultStringLocalizer(),
        threadId: String? = nil
    ) async throws -> String {
        var content = try reply(to: event, textMessage, formattedTextMessage, stringLocalizer)
        var all = MXMentions(content: content) ?? MXMentions()
        all.userIds += mentions.userIds
        all.mentionsRoom = mentions.mentionsRoom
        content["m.mentions"] = all.json
        return try await sendMessage(withContent: content, threadId: threadId ?? event.threadId)
    }

    private func sendMentioning(
        _ mentions: MXMentions, _ text: String, _ formatted: String?, _ kind: String, _ threadId: String?
    ) async throws -> String {
        var content = MessageContent.text(text, formatted: formatted, in: dialect, kind: kind)
        content["m.mentions"] = mentions.json
        return try await sendMessage(withContent: content, threadId: threadId)
    }
}
