import HeraldJSON
import SDNValues

/// The text of a message with a file (Matrix 1.10).
public struct MXMediaCaption: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The same text as HTML.
    public var formattedText: String?
    /// The users whom the text mentions; `nil` says nothing about mentions.
    public var mentions: MXMentions?

    /// Creates a caption.
    public init(_ text: String, formattedText: String? = nil, mentions: MXMentions? = nil) {
        self.text = text
        self.formattedText = formattedText
        self.mentions = mentions
    }
}

extension MediaMessage {
    /// Returns the same message with a caption. The name of the file moves from the body to `filename`.
    func captioned(_ caption: MXMediaCaption, in dialect: MessageDialect) -> MediaMessage {
        var message = self
        message.content["filename"] = content["body"]
        let text = MessageContent.text(caption.text, formatted: caption.formattedText, in: dialect)
        for (key, value) in text where key != "msgtype" { message.content[key] = value }
        if let mentions = caption.mentions { message.content["m.mentions"] = mentions.json }
        return message
    }
}
