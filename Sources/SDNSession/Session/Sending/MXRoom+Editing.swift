import HeraldJSON
import SDNValues
import SDNWire

extension MXRoom {
    /// Edits one of the user's own texts, which is a message of the type `m.text`, `m.notice` or `m.emote`. The edited message keeps its type. The
    /// message may still be in the outbox. If `event` is an edit, the message that it edits is edited again.
    ///
    /// The edited message mentions the same users, and the edit notifies none of them.
    ///
    /// Other messages are refused, because the new text would take the place of the picture or the file.
    /// ``replaceCaption(of:with:formattedCaption:)`` edits their captions.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for another user's message, which no client would show as edited, and for a
    ///   message that is no text; the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func replaceTextMessage(_ event: MXEvent, withTextMessage text: String, formattedText: String? = nil)
        async throws -> String
    {
        let target = try await editable(event)
        guard let kind = target.kind(among: ["m.text", "m.notice", "m.emote"]) else {
            throw SDNSDKError(
                .invalidArgument, field: "event", reason: "only the text of a text, a notice or an emote can be edited")
        }
        var content = MessageContent.text(text, formatted: formattedText, in: dialect, kind: kind)
        content["m.mentions"] = target.content["m.mentions"]
        return try await sendMessage(withContent: MessageContent.edit(of: target.eventId, content: content))
    }

    /// Edits the caption of one of the user's own pictures, videos, audio messages or files. The file and the mentions stay as they are. The edit
    /// notifies nobody.
    /// - Parameters:
    ///   - event: the message, which the node has already, or an edit of it.
    ///   - caption: the new caption; `nil` removes it.
    ///   - formattedCaption: the same caption as HTML.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for another user's message and for a message without a file; with code
    ///   `notSentYet` for a message whose file is not on the node yet; the errors of ``sendEvent(_:content:threadId:)``.
    @discardableResult
    public func replaceCaption(of event: MXEvent, with caption: String?, formattedCaption: String? = nil) async throws
        -> String
    {
        let target = try await editable(event)
        var content = target.content
        guard target.kind(among: ["m.image", "m.video", "m.audio", "m.file"]) != nil else {
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
        return try await sendMessage(withContent: MessageContent.edit(of: target.eventId, content: content))
    }

    /// A message that an edit replaces.
    private struct Editable {
        let eventId: String
        /// The content in the version of the event that the app passed.
        let content: JSONObject
        /// The content of the message itself, before all edits.
        let original: JSONObject

        /// Returns the `msgtype` of the content if it is one of `kinds` and the message itself has one of them too. An edit of another client may
        /// have another type than its message.
        func kind(among kinds: Set<String>) -> String? {
            guard let kind = content["msgtype"]?.stringValue, kinds.contains(kind),
                let first = original["msgtype"]?.stringValue, kinds.contains(first)
            else { return nil }
            return kind
        }
    }

    /// Returns the message to edit, if it is the user's own. For an edit, this is the message that it edits, because clients ignore the edit of an
    /// edit.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the event is another user's, no message, or an echo that the outbox does not hold; for an edit
    ///   whose message is not stored, also the errors of ``event(withEventId:)``.
    private func editable(_ event: MXEvent) async throws -> Editable {
        try requireKnown(event)
        try requireOwn(event)
        guard event.isEditEvent, let named = event.relatesTo?.eventId else {
            return Editable(eventId: event.eventId, content: event.content, original: event.content)
        }
        // An edit that was sent before its message had an ID on the node names the message by its local ID.
        let targetId = mxSession.outbox.eventId(ofMessage: named) ?? named
        let original: MXEvent
        if targetId.hasPrefix(kMXEventLocalEventIdPrefix) {
            guard let entry = mxSession.outbox.entry(targetId) else { throw Outbox.notSentYet }
            original = entry.echo
        } else {
            original = try await self.event(withEventId: targetId)
        }
        try requireOwn(original)
        return Editable(
            eventId: targetId, content: event.content["m.new_content"]?.objectValue ?? event.content,
            original: original.content)
    }

    private func requireOwn(_ event: MXEvent) throws(SDNSDKError) {
        guard event.sender == mxSession.myUserId, event.type == EventType.message else {
            throw SDNSDKError(.invalidArgument, field: "event", reason: "users can edit only their own messages")
        }
    }
}
