import HeraldJSON
import SDNWire

/// The content of an event in the form in which an app shows it.
///
/// ```swift
/// switch item.content {
/// case .text(let text): show(text.html ?? text.body)
/// case .image(let image): show(image.caption ?? image.filename)
/// case .redacted: show("This message was removed")
/// default: break
/// }
/// ```
public indirect enum MXTimelineItemContent: Sendable, Hashable {
    /// A message of text (`m.text`).
    case text(MXTextContent)
    /// A message that no bot answers (`m.notice`).
    case notice(MXTextContent)
    /// An action of the sender (`m.emote`).
    case emote(MXTextContent)
    /// A picture.
    case image(MXMediaMessage)
    /// A video.
    case video(MXMediaMessage)
    /// An audio file.
    case audio(MXMediaMessage)
    /// A recorded voice message (MSC3245).
    case voice(MXMediaMessage)
    /// Any other file.
    case file(MXMediaMessage)
    /// A sticker (`m.sticker`).
    case sticker(MXMediaMessage)
    /// A place (`m.location`).
    case location(MXLocationMessage)
    /// A poll with its question and answers. The item's `poll` has the votes.
    case poll(MXPollQuestion)
    /// A change of the room's state: a member, the name and so on.
    case stateChange(MXStateChange)
    /// An event of a call.
    case call(MXCallMessage)
    /// An event whose content was removed.
    case redacted(MXRedactionInfo)
    /// An encrypted event. The SDK has no end-to-end encryption, so the content cannot be read.
    case unableToDecrypt(MXEncryptedMessage)
    /// Any other event, with its text for clients that do not know its type.
    case unknown(type: String, body: String?)
}

extension MXTimelineItemContent {
    /// The plain text of the content: a text without its quotation, the caption of a file or else its name, the description of a place, the
    /// question of a poll, or the text of an event of an unknown type. It is `nil` when there is none.
    public var body: String? {
        switch self {
        case .text(let text), .notice(let text), .emote(let text): text.body
        case .image(let file), .video(let file), .audio(let file), .voice(let file), .file(let file),
            .sticker(let file):
            file.caption ?? file.filename
        case .location(let place): place.description ?? place.body
        case .poll(let poll): poll.question
        case .unknown(_, let body): body
        case .stateChange, .call, .redacted, .unableToDecrypt: nil
        }
    }
}

/// The removal of an event's content.
public struct MXRedactionInfo: Sendable, Hashable {
    /// The user who removed it; `nil` when the node does not say.
    public let redactedBy: String?
    /// The reason that this user gave.
    public let reason: String?
}

/// An encrypted event, without its content.
public struct MXEncryptedMessage: Sendable, Hashable {
    /// The algorithm, such as `m.megolm.v1.aes-sha2`.
    public let algorithm: String?
    /// The ID of the session with whose key it was encrypted.
    public let sessionId: String?
}

/// The question and the answers of a poll, as its author wrote them.
public struct MXPollQuestion: Sendable, Hashable {
    /// The question.
    public let question: String
    /// The texts of the answers, at most 20.
    public let answers: [String]
    /// True when the votes are visible before the end.
    public let isDisclosed: Bool
}

/// An event of a call.
public struct MXCallMessage: Sendable, Hashable {
    /// The step of a call.
    public enum Kind: Sendable, Hashable {
        /// A user calls.
        case invite
        /// A user took the call.
        case answer
        /// A user did not take the call.
        case reject
        /// The call ended.
        case hangup
        /// A user began a call of the whole room (MatrixRTC).
        case notification
        /// Another step, which an app need not show.
        case signalling
    }
    /// The step of the call.
    public let kind: Kind
    /// The ID of the call.
    public let callId: String?
    /// True when an invitation offers pictures.
    public let isVideo: Bool
}

extension MXEvent {
    /// The content in the form in which an app shows it. It is read when it is first needed.
    public var timelineContent: MXTimelineItemContent {
        if let content = readTimelineContent { return content }
        let content = MXTimelineItemContent(self)
        readTimelineContent = content
        return content
    }
}

extension MXTimelineItemContent {
    init(_ event: MXEvent) {
        if event.isRedacted, event.type != EventType.member {
            let because = event.redactedBecause
            self = .redacted(
                MXRedactionInfo(
                    redactedBy: because?["sender"]?.stringValue,
                    reason: because?["content"]?["reason"]?.stringValue))
            return
        }
        if let stateKey = event.stateKey {
            self = .stateChange(MXStateChange(event, stateKey: stateKey))
            return
        }
        let content = event.content
        switch event.eventType {
        case .roomMessage: self = .message(content, isReply: event.isReplyEvent, isLocal: event.isLocalEvent)
        case .roomEncrypted:
            self = .unableToDecrypt(
                MXEncryptedMessage(
                    algorithm: content["algorithm"]?.stringValue, sessionId: content["session_id"]?.stringValue))
        case .pollStart:
            guard let poll = PollContent.Start(content) else {
                self = .unknown(type: event.type, body: nil)
                return
            }
            self = .poll(
                MXPollQuestion(
                    question: poll.question, answers: poll.answers.map(\.text), isDisclosed: poll.isDisclosed))
        case .custom("m.sticker"): self = .sticker(MXMediaMessage(content, isLocal: event.isLocalEvent))
        default:
            self =
                MXCallMessage(event.type, content).map(Self.call)
                ?? .unknown(
                    type: event.type, body: content["body"]?.stringValue)
        }
    }

    private static func message(_ content: JSONObject, isReply: Bool, isLocal: Bool) -> MXTimelineItemContent {
        let kind = content["msgtype"]?.stringValue ?? ""
        var file: MXMediaMessage { MXMediaMessage(content, isLocal: isLocal) }
        switch kind {
        case "m.text": return .text(MXTextContent(content, isReply: isReply))
        case "m.notice": return .notice(MXTextContent(content, isReply: isReply))
        case "m.emote": return .emote(MXTextContent(content, isReply: isReply))
        case "m.image": return .image(file)
        case "m.video": return .video(file)
        case "m.file": return .file(file)
        case "m.audio":
            let isVoice = unstable("msc3245.voice", "m.voice", of: content) != nil
            return isVoice ? .voice(file) : .audio(file)
        case "m.location":
            guard let place = MXLocationMessage(content) else { break }
            return .location(place)
        default: break
        }
        return .unknown(type: kind.isEmpty ? EventType.message : kind, body: content["body"]?.stringValue)
    }

    /// Returns a member of a content under its stable or one of its unstable names.
    static func unstable(_ unstable: String, _ stable: String, of content: JSONObject) -> JSONValue? {
        content[stable] ?? content["org.matrix." + unstable] ?? content["org.sdn." + unstable]
    }
}

extension MXCallMessage {
    /// Reads an event of a call; `nil` for any other event.
    fileprivate init?(_ type: String, _ content: JSONObject) {
        let notifications = ["m.call.notify", "org.matrix.msc4075.call.notify", "org.matrix.msc4075.rtc.notification"]
        switch type {
        case "m.call.invite": kind = .invite
        case "m.call.answer": kind = .answer
        case "m.call.reject": kind = .reject
        case "m.call.hangup": kind = .hangup
        case "m.rtc.notification": kind = .notification
        case _ where notifications.contains(type): kind = .notification
        case _ where type.hasPrefix("m.call."): kind = .signalling
        default: return nil
        }
        callId = content["call_id"]?.stringValue
        isVideo = content["offer"]?["sdp"]?.stringValue?.contains("m=video") ?? false
    }
}
