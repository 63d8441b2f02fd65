import SDNValues

/// The texts in the quotation of a reply, in the user's language (SDN sheet 4.3).
public protocol MXSendReplyEventStringLocalizerProtocol: Sendable {
    /// The text that the quotation shows instead of an image.
    var senderSentAnImage: String { get }
    /// The text that the quotation shows instead of a video.
    var senderSentAVideo: String { get }
    /// The text that the quotation shows instead of an audio file.
    var senderSentAnAudioFile: String { get }
    /// The text that the quotation shows instead of a voice message.
    var senderSentAVoiceMessage: String { get }
    /// The text that the quotation shows instead of a file.
    var senderSentAFile: String { get }
    /// The text that the quotation shows instead of a location.
    var senderSentTheirLocation: String { get }
    /// The text before the sender's name in the quotation.
    var messageToReplyToPrefix: String { get }
}

/// The texts in English.
public struct MXSendReplyEventDefaultStringLocalizer: MXSendReplyEventStringLocalizerProtocol {
    /// Creates the texts that most clients use.
    public init() {}
    /// The text that the quotation shows instead of an image.
    public var senderSentAnImage: String { "sent an image." }
    /// The text that the quotation shows instead of a video.
    public var senderSentAVideo: String { "sent a video." }
    /// The text that the quotation shows instead of an audio file.
    public var senderSentAnAudioFile: String { "sent an audio file." }
    /// The text that the quotation shows instead of a voice message.
    public var senderSentAVoiceMessage: String { "sent a voice message." }
    /// The text that the quotation shows instead of a file.
    public var senderSentAFile: String { "sent a file." }
    /// The text that the quotation shows instead of a location.
    public var senderSentTheirLocation: String { "has shared their location." }
    /// The text before the sender's name in the quotation.
    public var messageToReplyToPrefix: String { "In reply to" }
}

extension MXSendReplyEventStringLocalizerProtocol {
    /// Returns the text that a quotation shows instead of a content; `nil` for a content whose own text is quoted.
    func stands(for content: MXTimelineItemContent) -> String? {
        switch content {
        case .image: senderSentAnImage
        case .video: senderSentAVideo
        case .audio: senderSentAnAudioFile
        case .voice: senderSentAVoiceMessage
        case .file: senderSentAFile
        // A place without coordinates is an event of unknown content.
        case .location, .unknown(type: "m.location", body: _): senderSentTheirLocation
        default: nil
        }
    }
}
