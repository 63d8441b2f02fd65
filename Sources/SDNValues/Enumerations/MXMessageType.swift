/// The kind of an `m.room.message`, its `msgtype` (SDN sheet 4.4).
public enum MXMessageType: Hashable, Sendable {
    /// The types of the Matrix specification, `m.…` on the wire.
    case text, emote, notice, image, audio, video, location, file
    /// A type for which this enumeration has no case. The string is the type on the wire.
    case custom(String)

    /// The string on the wire.
    public var identifier: String {
        switch self {
        case .text: "m.text"
        case .emote: "m.emote"
        case .notice: "m.notice"
        case .image: "m.image"
        case .audio: "m.audio"
        case .video: "m.video"
        case .location: "m.location"
        case .file: "m.file"
        case .custom(let text): text
        }
    }

    /// Creates the type for an `msgtype`. An unknown string becomes ``custom(_:)``.
    public init(identifier: String) {
        let known: [MXMessageType] = [.text, .emote, .notice, .image, .audio, .video, .location, .file]
        self = known.first { $0.identifier == identifier } ?? .custom(identifier)
    }
}
