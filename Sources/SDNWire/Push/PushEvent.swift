import HeraldJSON

/// An event prepared for push rules. Values that several rules need are computed once.
package struct PushEvent: Sendable {
    /// The event as clients see it, with `type`, `sender`, `room_id`, `content` and optionally `state_key`.
    package let json: JSONObject
    package let sender: String
    /// The event's `content.body`; `nil` if it is not a string.
    package let body: FoldedText?
    /// True when the event lists whom it mentions (`m.mentions`). The rules that search for names then do not apply.
    package let hasMentions: Bool
    /// Limits and caches searches when a node evaluates the rules of many users. `nil` on a client, which evaluates the rules of one user.
    package private(set) var work: PushWork?

    /// - Parameter body: the event's `content.body`, if it was prepared before. Defaults to `nil`: it is prepared now.
    package init(_ json: JSONObject, body: FoldedText? = nil, work: PushWork? = nil) {
        let content = json["content"]?.objectValue
        self.json = json
        self.work = work
        self.sender = json["sender"]?.stringValue ?? ""
        self.body = body ?? (content?["body"]?.stringValue).map(FoldedText.init)
        self.hasMentions = content?["m.mentions"] != nil
    }

    /// Returns the same event with a limit on the work of searches.
    package func with(_ work: PushWork) -> PushEvent {
        var event = self
        event.work = work
        return event
    }

    /// The user IDs that the event lists in `m.mentions`.
    package var mentionedUsers: [String] {
        json["content"]?["m.mentions"]?["user_ids"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

/// The facts about a room that push rules need, at the time of an event.
package struct PushRoomFacts: Sendable, Hashable {
    package var joinedMembers: Int64
    /// The power level of the event's sender.
    package var senderPower: Int64
    /// The power levels needed to notify everyone, from the member `notifications` of the power level event. A missing level counts as 50.
    package var notificationLevels: [String: Int64]

    package init(joinedMembers: Int64, senderPower: Int64 = 0, notificationLevels: [String: Int64] = [:]) {
        self.joinedMembers = joinedMembers
        self.senderPower = senderPower
        self.notificationLevels = notificationLevels
    }
}

/// The user whose push rules are evaluated.
package struct PushUser: Sendable, Hashable {
    package let id: String
    /// The user's display name in the room, or `nil` for none.
    package let displayName: DisplayName?

    package init(id: String, displayName: String? = nil) {
        self.id = id
        self.displayName = displayName.flatMap(DisplayName.init)
    }

    /// A display name to search for literally, without wildcards.
    package struct DisplayName: Sendable, Hashable {
        private let scalars: [Unicode.Scalar]

        /// Creates a display name. Returns `nil` for an empty name or one that is longer than ``PushPattern/lengthLimit``.
        init?(_ text: String) {
            scalars = FoldedText(text).scalars
            guard !scalars.isEmpty, scalars.count <= PushPattern.lengthLimit else { return nil }
        }

        func lies(in text: FoldedText) -> Bool { text.contains(phrase: scalars) }
    }
}
