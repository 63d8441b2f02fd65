import HeraldJSON

/// Says in the user's language what stands in the quotation of a reply (SDN sheet 4.3).
public protocol MXSendReplyEventStringLocalizerProtocol: Sendable {
    /// In place of a picture.
    var senderSentAnImage: String { get }
    /// In place of a film.
    var senderSentAVideo: String { get }
    /// In place of a sound.
    var senderSentAnAudioFile: String { get }
    /// In place of a voice message.
    var senderSentAVoiceMessage: String { get }
    /// In place of a file.
    var senderSentAFile: String { get }
    /// In place of a place.
    var senderSentTheirLocation: String { get }
    /// Before the name of the sender.
    var messageToReplyToPrefix: String { get }
}

/// The words in English.
public struct MXSendReplyEventDefaultStringLocalizer: MXSendReplyEventStringLocalizerProtocol {
    /// The words as most clients have them.
    public init() {}
    /// In place of a picture.
    public var senderSentAnImage: String { "sent an image." }
    /// In place of a film.
    public var senderSentAVideo: String { "sent a video." }
    /// In place of a sound.
    public var senderSentAnAudioFile: String { "sent an audio file." }
    /// In place of a voice message.
    public var senderSentAVoiceMessage: String { "sent a voice message." }
    /// In place of a file.
    public var senderSentAFile: String { "sent a file." }
    /// In place of a place.
    public var senderSentTheirLocation: String { "has shared their location." }
    /// Before the name of the sender.
    public var messageToReplyToPrefix: String { "In reply to" }
}

extension MXSendReplyEventStringLocalizerProtocol {
    /// What stands for an event without a text of its own; `nil` for one that has a text.
    func stands(for event: MXEvent) -> String? {
        switch event.content["msgtype"]?.stringValue {
        case "m.image": return senderSentAnImage
        case "m.video": return senderSentAVideo
        case "m.audio":
            let isVoice = event.content.keys.contains { $0.hasSuffix("msc3245.voice") }
            return isVoice ? senderSentAVoiceMessage : senderSentAnAudioFile
        case "m.file": return senderSentAFile
        case "m.location": return senderSentTheirLocation
        default: return nil
        }
    }
}
