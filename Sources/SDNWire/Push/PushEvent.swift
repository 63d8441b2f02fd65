import HeraldJSON

/// An event prepared for push rules. Values that several rules need are computed once.
package struct PushEvent: Sendable {
    /// Returns a member of the event as clients see it, such as `type`, `sender`, `room_id`, `content` or `state_key`.
    private let member: @Sendable (_ name: String) -> JSONValue?
    private let content: JSONValue?
    package let sender: String
    /// The event's `content.body`; `nil` if it is not a string.
    package let body: FoldedText?
    /// True when the event lists whom it mentions (`m.mentions`). The rules that search for names then do not apply.
    package let hasMentions: Bool
    /// Limits and caches searches when a node evaluates the rules of many users. `nil` on a client, which evaluates the rules of one user.
    package private(set) var work: PushWork?

    /// Prepares an event with `type`, `sender`, `room_id`, `content` and optionally `state_key`.
    package init(_ json: JSONObject, work: PushWork? = nil) {
        self.init(sender: json["sender"]?.stringValue ?? "", content: json["content"], work: work) { json[$0] }
    }

    /// Prepares an event that is not at hand as JSON.
    /// - Parameters:
    ///   - sender: the user who sent the event.
    ///   - content: the event's `content`.
    ///   - body: the event's `content.body`, if it was prepared before. Defaults to `nil`: it is prepared now.
    ///   - work: limits and caches searches. Defaults to `nil`.
    ///   - member: returns any other member of the event as clients see it.
    package init(
        sender: String, content: JSONValue?, body: FoldedText? = nil, work: PushWork? = nil,
        member: @escaping @Sendable (_ name: String) -> JSONValue?
    ) {
        let members = content?.objectValue
        self.member = member
        self.content = content
        self.work = work
        self.sender = sender
        self.body = body ?? (members?["body"]?.stringValue).map(FoldedText.init)
        self.hasMentions = members?["m.mentions"] != nil
    }

    /// Returns the member at a path, or `nil` when the event has none.
    func value(at path: PropertyPath) -> JSONValue? {
        path.value { $0 == "content" ? content : member($0) }
    }

    /// Returns the same event with a limit on the work of searches.
    package func with(_ work: PushWork) -> PushEvent {
        var event = self
        event.work = work
        return event
    }

    /// The user IDs that the event lists in `m.mentions`.
    package var mentionedUsers: [String] {
        content?["m.mentions"]?["user_ids"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

/// The facts about a room that push rules need, at the time of an event.
package struct PushRoomFacts: Sendable {
    package var joinedMembers: Int64
    /// The power levels that decide if the event's sender may notify everyone: that of the sender, and the one needed for a key, from the member
    /// `notifications` of the power level event. A missing level counts as 50. They are read on demand, because few events ask for them.
    package typealias Levels = @Sendable (_ key: String) -> (sender: Int64, needed: Int64?)

    private let levels: Levels

    package init(joinedMembers: Int64, levels: @escaping Levels = { _ in (0, nil) }) {
        self.joinedMembers = joinedMembers
        self.levels = levels
    }

    func senderMayNotify(_ key: String) -> Bool {
        let levels = levels(key)
        return levels.sender >= levels.needed ?? 50
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
