/// The content of a notification, by the type of its event. ``MXStringLocalizerProtocol/sentence(about:from:)`` makes the text for people.
public enum MXNotificationContent: Sendable, Hashable {
    /// A message with text.
    case text(String)
    /// A message of a bot.
    case notice(String)
    /// A message in which the sender does something, such as "waves".
    case emote(String)
    /// A picture, with its caption.
    case image(caption: String?)
    /// A video, with its caption.
    case video(caption: String?)
    /// A sound, with its caption.
    case audio(caption: String?)
    /// A voice message.
    case voice
    /// A file, with its name and its caption.
    case file(name: String, caption: String?)
    /// A place.
    case location
    /// A sticker, with its description.
    case sticker(String)
    /// A poll, with its question.
    case poll(question: String)
    /// A call.
    case call(isVideo: Bool)
    /// An invite to a room, or to a direct chat.
    case invite(isDirect: Bool)
    /// A reaction to a message.
    case reaction(String)
    /// A message that cannot be read here, because it is encrypted.
    case encrypted
    /// Any other event, with its type.
    case other(type: String)
}

extension MXStringLocalizerProtocol {
    /// Returns the text of a message, or an English sentence about it, such as "Sent a picture".
    public func sentence(about content: MXNotificationContent, from sender: String) -> String {
        switch content {
        case .text(let text), .notice(let text): text
        case .emote(let text): "\(sender) \(text)"
        case .image(let caption): caption ?? "Sent a picture"
        case .video(let caption): caption ?? "Sent a video"
        case .audio(let caption): caption ?? "Sent a sound"
        case .voice: "Sent a voice message"
        case .file(let name, let caption): caption ?? (name.isEmpty ? "Sent a file" : "Sent a file: \(name)")
        case .location: "Shared a place"
        case .sticker(let text): text.isEmpty ? "Sent a sticker" : "Sent a sticker: \(text)"
        case .poll(let question): question.isEmpty ? "Started a poll" : "Started a poll: \(question)"
        case .call(let isVideo): isVideo ? "Video call" : "Voice call"
        case .invite(let isDirect): isDirect ? "Wants to chat with you" : "Invited you"
        case .reaction(let key): "Reacted with \(key)"
        case .encrypted: "Sent an encrypted message"
        case .other: "Sent a message"
        }
    }
}
