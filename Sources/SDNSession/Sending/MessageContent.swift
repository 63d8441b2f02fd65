import HeraldJSON
import SDNValues
import SDNWire

/// The contents of the messages that this library composes itself (SDN sheet 5.7).
package enum MessageContent {
    package static func text(_ text: String, formatted: String?, in dialect: MessageDialect, kind: String = "m.text")
        -> JSONObject
    {
        var content: JSONObject = ["msgtype": .string(kind), "body": .string(text)]
        if let formatted {
            content["format"] = .string(dialect.htmlFormat)
            content["formatted_body"] = .string(formatted)
        }
        return content
    }

    /// Puts a message into a thread. Clients without thread support show it as a reply to `latest`.
    static func inThread(_ content: JSONObject, root: String, latest: String?) -> JSONObject {
        var content = content
        if var relation = content["m.relates_to"]?.objectValue {
            // The content already has a relation. A reply becomes a reply inside the thread. Any other relation stays as it is.
            guard relation["rel_type"] == nil, relation["m.in_reply_to"] != nil else { return content }
            relation["rel_type"] = .string(MXEventContentRelatesTo.RelationType.thread)
            relation["event_id"] = .string(root)
            relation["is_falling_back"] = false
            content["m.relates_to"] = .object(relation)
            return content
        }
        content["m.relates_to"] = [
            "rel_type": .string(MXEventContentRelatesTo.RelationType.thread), "event_id": .string(root),
            "is_falling_back": true,
            "m.in_reply_to": ["event_id": .string(latest ?? root)],
        ]
        return content
    }

    /// Returns the content of a reply. It quotes the event for clients that do not support replies.
    static func reply(
        to event: MXEvent, roomId: String, text: String, formatted: String?, in dialect: MessageDialect,
        localizer: any MXSendReplyEventStringLocalizerProtocol = MXSendReplyEventDefaultStringLocalizer(),
        myUserId: String
    ) -> JSONObject {
        let quotedContent = event.timelineContent
        let quoted = localizer.stands(for: quotedContent) ?? quotedContent.body ?? ""
        let isEmote = if case .emote = quotedContent { true } else { false }
        let begin = isEmote ? "> * <\(event.sender)> " : "> <\(event.sender)> "
        let quotation = quoted.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset == 0 ? begin + $0.element : "> \($0.element)" }.joined(separator: "\n")
        let link = dialect.linkPrefix
        let html = """
            <mx-reply><blockquote><a href="\(link)\(escaped(roomId))/\(escaped(event.eventId))">\(escaped(localizer.messageToReplyToPrefix))</a> \
            \(isEmote ? "* " : "")<a href="\(link)\(escaped(event.sender))">\(escaped(event.sender))</a><br>\(escaped(quoted))</blockquote></mx-reply>\
            \(formatted ?? escaped(text))
            """
        var content = self.text(quotation + "\n\n" + text, formatted: html, in: dialect)
        content["m.relates_to"] = ["m.in_reply_to": ["event_id": .string(event.eventId)]]
        content["m.mentions"] = event.sender == myUserId ? [:] : ["user_ids": [.string(event.sender)]]
        return content
    }

    /// Returns the content of an edit of an earlier message. Its own mentions are those that the edit adds, which are none. The new content has the
    /// mentions of the message. An edit without mentions of its own would notify the users whose names are in the text again.
    static func edit(of eventId: String, content: JSONObject) -> JSONObject {
        var edit = content
        if let body = content["body"]?.stringValue { edit["body"] = .string("* " + body) }
        if let body = content["formatted_body"]?.stringValue { edit["formatted_body"] = .string("* " + body) }
        edit["m.mentions"] = [:]
        edit["m.new_content"] = .object(content)
        edit["m.relates_to"] = [
            "rel_type": .string(MXEventContentRelatesTo.RelationType.replace), "event_id": .string(eventId),
        ]
        return edit
    }

    static func reaction(_ key: String, to eventId: String) -> JSONObject {
        [
            "m.relates_to": [
                "rel_type": .string(MXEventContentRelatesTo.RelationType.annotation), "event_id": .string(eventId),
                "key": .string(key),
            ]
        ]
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "<br>"
            default: result.append(character)
            }
        }
        return result
    }
}

/// The names in a message that differ between an SDN node and a Matrix gateway (SDN sheet 0.2).
package struct MessageDialect: Sendable {
    /// The `format` of a message with HTML.
    let htmlFormat: String
    /// The beginning of a link to a user, a room or an event.
    let linkPrefix: String

    init(_ root: APIRoot) {
        switch root {
        case .api:
            htmlFormat = "org.sdn.custom.html"
            linkPrefix = "https://sdn.to/#/"
        case .matrix:
            htmlFormat = "org.matrix.custom.html"
            linkPrefix = "https://matrix.to/#/"
        }
    }
}
