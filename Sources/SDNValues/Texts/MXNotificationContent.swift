/// The content of an event for a notification, a room list or a quotation. It comes from the event's typed content (``MXTimelineItemContent``).
/// ``MXStringLocalizerProtocol/sentence(about:from:)`` turns it into a text for people.
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
    /// A call of the whole room.
    case roomCall
    /// An invite to a room, or to a direct chat.
    case invite(isDirect: Bool)
    /// A reaction to a message.
    case reaction(String)
    /// A message that cannot be read here, because it is encrypted.
    case encrypted
    /// A message whose content was removed.
    case redacted
    /// Any other event, with its type.
    case other(type: String)
}

extension MXNotificationContent {
    /// Takes from an event's typed content what a short text says about it. Invites are no kind of their own here, because they depend on who reads
    /// them.
    public init(_ event: MXEvent) {
        switch event.timelineContent {
        case .text(let text): self = .text(text.body)
        case .notice(let text): self = .notice(text.body)
        case .emote(let text): self = .emote(text.body)
        case .image(let image): self = .image(caption: image.caption)
        case .video(let video): self = .video(caption: video.caption)
        case .audio(let audio): self = .audio(caption: audio.caption)
        case .voice: self = .voice
        case .file(let file): self = .file(name: file.filename, caption: file.caption)
        case .sticker(let sticker): self = .sticker(sticker.caption ?? sticker.filename)
        // A place without coordinates is an event of unknown content.
        case .location, .unknown(type: "m.location", body: _): self = .location
        case .poll(let poll): self = .poll(question: poll.question)
        case .call(let call) where call.kind == .invite: self = .call(isVideo: call.isVideo)
        case .call(let call) where call.kind == .notification: self = .roomCall
        case .unableToDecrypt: self = .encrypted
        case .redacted: self = .redacted
        case .unknown(_, let body?) where event.eventType == .roomMessage && !body.isEmpty: self = .text(body)
        case .unknown where event.eventType == .reaction: self = .reaction(event.relatesTo?.key ?? "")
        case .call, .stateChange, .unknown: self = .other(type: event.type)
        }
    }
}

extension MXEvent {
    /// Returns the event as a short text, such as "Sent a picture", for a room list or a quotation. The words come from ``MXStrings/localizer``.
    /// - Parameter senderName: the sender's name, with which a text such as "Ann waves" begins; `nil` for the user ID.
    public func shortText(from senderName: String? = nil) -> String {
        MXStrings.localizer.sentence(about: MXNotificationContent(self), from: senderName ?? sender)
    }
}

extension MXStringLocalizerProtocol {
    /// Returns the plain text of a message, or an English sentence about it, such as "Sent a picture".
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
        case .roomCall: "Call in the room"
        case .invite(let isDirect): isDirect ? "Wants to chat with you" : "Invited you"
        case .reaction(let key): "Reacted with \(key)"
        case .encrypted: "Sent an encrypted message"
        case .redacted: "This message was removed"
        case .other: "Sent a message"
        }
    }
}
