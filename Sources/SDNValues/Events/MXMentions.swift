import HeraldJSON

/// The users whom a message mentions, on purpose and not by the words of its text (`m.mentions`, Matrix 1.7). The node's push rules notify
/// them.
///
/// ```swift
/// try await room.sendTextMessage("Ann, come", mentions: MXMentions(userIds: ["@ann:node.example.org"]))
/// ```
public struct MXMentions: Sendable, Hashable {
    /// The IDs of the mentioned users.
    public var userIds: [String]
    /// True when the message mentions everyone in the room. It notifies them if the sender has the power level for it.
    public var mentionsRoom: Bool

    /// Creates mentions. Without users and room, the message says that it mentions nobody.
    public init(userIds: [String] = [], mentionsRoom: Bool = false) {
        self.userIds = userIds
        self.mentionsRoom = mentionsRoom
    }

    /// Reads the mentions of a content; `nil` when the content does not say whom it mentions.
    public init?(content: JSONObject) {
        guard let mentions = content["m.mentions"]?.objectValue else { return nil }
        userIds = (mentions["user_ids"]?.arrayValue ?? []).compactMap(\.stringValue)
        mentionsRoom = mentions["room"]?.boolValue ?? false
    }

    /// The form on the wire.
    package var json: JSONValue {
        var object = JSONObject()
        var seen: Set<String> = []
        let ids = userIds.filter { seen.insert($0).inserted }
        if !ids.isEmpty { object["user_ids"] = .array(ids.map(JSONValue.string)) }
        if mentionsRoom { object["room"] = true }
        return .object(object)
    }
}

extension MXEvent {
    /// The users whom the event mentions; `nil` when it does not say.
    public var mentions: MXMentions? { MXMentions(content: content) }
}
