import HeraldJSON
import SDNValues
import SDNWire

extension MXRoom {
    /// Edits one of the user's own texts, which is a message of the type `m.text`, `m.notice` or `m.emote`. The edited message keeps its type. The
    /// message may still be in the outbox.
    ///
    /// Other messages are refused, because the new text would take the place of the picture or the file.
    /// ``replaceCaption(of:with:formattedCaption:)`` edits their captions.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for another user's message, which no client would show as edited, and for a
    ///   message that is no text; the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func replaceTextMessage(_ event: MXEvent, withTextMessage text: String, formattedText: String? = nil)
        async throws -> String
    {
        let kind = try requireOwn(event)["msgtype"]?.stringValue ?? ""
        guard ["m.text", "m.notice", "m.emote"].contains(kind) else {
            throw SDNSDKError(
                .invalidArgument, field: "event", reason: "only the text of a text, a notice or an emote can be edited")
        }
        return try await sendMessage(
            withContent: MessageContent.edit(
                of: event, content: MessageContent.text(text, formatted: formattedText, in: dialect, kind: kind)))
    }

    /// Edits the caption of one of the user's own pictures, videos, audio messages or files. The file stays as it is.
    /// - Parameters:
    ///   - event: the message, which the node has already.
    ///   - caption: the new caption; `nil` removes it.
    ///   - formattedCaption: the same caption as HTML.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for another user's message and for a message without a file; with code
    ///   `notSentYet` for a message whose file is not on the node yet; the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func replaceCaption(of event: MXEvent, with caption: String?, formattedCaption: String? = nil) async throws
        -> String
    {
        var content = try requireOwn(event)
        guard let kind = content["msgtype"]?.stringValue, ["m.image", "m.video", "m.audio", "m.file"].contains(kind)
        else {
            throw SDNSDKError(.invalidArgument, field: "event", reason: "the message has no file, so it has no caption")
        }
        guard content["url"] != nil || content["file"] != nil else { throw Outbox.notSentYet }
        // A message without a `filename` has no caption, and its body is the name of the file.
        let name = content["filename"]?.stringValue ?? content["body"]?.stringValue ?? ""
        content["m.relates_to"] = nil
        content["format"] = nil
        content["formatted_body"] = nil
        content["filename"] = .string(name)
        content["body"] = .string(caption ?? name)
        if caption != nil, let formattedCaption {
            content["format"] = .string(dialect.htmlFormat)
            content["formatted_body"] = .string(formattedCaption)
        }
        return try await sendMessage(withContent: MessageContent.edit(of: event, content: content))
    }

    /// Returns the content of a message that the user may edit, in its newest version.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the event is another user's, no message, or an echo that the outbox does not hold.
    private func requireOwn(_ event: MXEvent) throws -> JSONObject {
        try requireKnown(event)
        guard event.sender == mxSession.myUserId, event.type == EventType.message else {
            throw SDNSDKError(.invalidArgument, field: "event", reason: "users can edit only their own messages")
        }
        let content = event.content
        return event.isEditEvent ? content["m.new_content"]?.objectValue ?? content : content
    }
}
