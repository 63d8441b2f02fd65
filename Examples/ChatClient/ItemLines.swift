import SDNSDK

/// The text of a message or of another event in the terminal.
enum ItemLines {
    /// Returns the line of an item; `nil` for an event that this program does not show.
    static func line(_ item: MXTimelineItem) -> String? {
        let sender = item.senderProfile.shownName
        var line: String
        switch item.content {
        case .emote(let text): line = "* \(sender) \(text.body)"
        case .stateChange(let change):
            guard let text = self.text(change) else { return nil }
            line = "* \(sender) \(text)"
        default:
            guard let text = text(item) else { return nil }
            line = "\(sender): \(text)"
        }
        if let reply = item.inReplyTo?.event {
            line += " (to \(reply.senderProfile.shownName): \(reply.event.shortText()))"
        }
        if item.isEdited { line += " (edited)" }
        for reaction in item.reactions { line += " \(reaction.reaction)×\(reaction.count)" }
        if let thread = item.thread { line += " [thread of \(thread.count)]" }
        if let failure = item.failure { line += " [not sent: \(failure)]" }
        return line
    }

    /// Returns the file of a message.
    static func file(of item: MXTimelineItem) -> MXMediaMessage? {
        switch item.content {
        case .image(let file), .video(let file), .audio(let file), .voice(let file), .file(let file),
            .sticker(let file):
            file
        default: nil
        }
    }

    private static func text(_ item: MXTimelineItem) -> String? {
        if let file = file(of: item) { return file.caption.map { "\($0) [\(file.filename)]" } ?? "[\(file.filename)]" }
        switch item.content {
        case .text(let text), .notice(let text): return text.body
        case .location(let place): return "\(place.body) [\(place.location.geoURI)]"
        case .poll(let poll):
            let answers = item.poll?.answers.map { "\($0.text) ×\($0.count)" } ?? poll.answers
            return "\(poll.question) [\(answers.joined(separator: ", "))]"
        case .call(let call): return call.kind == .invite ? item.event.shortText() : nil
        case .redacted(let redaction): return "(deleted\(redaction.reason.map { ": " + $0 } ?? ""))"
        case .unableToDecrypt: return "(encrypted)"
        case .unknown(_, let body): return body
        default: return nil
        }
    }

    private static func text(_ change: MXStateChange) -> String? {
        switch change {
        case .membership(.joined, _, _, _), .membership(.invitationAccepted, _, _, _): "joined"
        case .membership(.left, _, _, _): "left"
        case .membership(.invited, let userId, let name, _): "invited \(name ?? userId)"
        case .membership(.kicked, let userId, let name, _): "removed \(name ?? userId)"
        case .profile(_, let name, _) where name.isChanged: "is now \(name.new ?? "without a name")"
        case .roomName(let name?): "named the room \(name)"
        case .roomTopic(let topic?): "set the topic: \(topic)"
        default: nil
        }
    }
}
