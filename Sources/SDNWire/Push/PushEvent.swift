import HeraldJSON

/// An event made ready for push rules: whatever is asked of it more than once is found once.
package struct PushEvent: Sendable {
    /// As clients see it, with `type`, `sender`, `room_id`, `content` and perhaps `state_key`.
    package let json: JSONObject
    package let sender: String
    /// `content.body`, when it is a text.
    package let body: FoldedText?
    /// Whether it says whom it mentions, which silences the search for names.
    package let hasMentions: Bool
    /// Bounds and remembers what is looked for, where rules of many users are asked; a client asks for one.
    package private(set) var work: PushWork?

    package init(_ json: JSONObject, work: PushWork? = nil) {
        let content = json["content"]?.objectValue
        self.json = json
        self.work = work
        self.sender = json["sender"]?.stringValue ?? ""
        self.body = (content?["body"]?.stringValue).map(FoldedText.init)
        self.hasMentions = content?["m.mentions"] != nil
    }

    /// The same event, to be asked at bounded cost.
    package func with(_ work: PushWork) -> PushEvent {
        var event = self
        event.work = work
        return event
    }

    /// The users that it says it mentions.
    package var mentionedUsers: [String] {
        json["content"]?["m.mentions"]?["user_ids"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

/// What push rules ask of a room, at the time of an event.
package struct PushRoomFacts: Sendable, Hashable {
    package var joinedMembers: Int64
    /// The power level of the event's sender.
    package var senderPower: Int64
    /// `notifications` of the power levels; a level that is not there is 50.
    package var notificationLevels: [String: Int64]

    package init(joinedMembers: Int64, senderPower: Int64 = 0, notificationLevels: [String: Int64] = [:]) {
        self.joinedMembers = joinedMembers
        self.senderPower = senderPower
        self.notificationLevels = notificationLevels
    }
}

/// For whom push rules are asked.
package struct PushUser: Sendable, Hashable {
    package let id: String
    /// The name in the room; `nil` for none.
    package let displayName: DisplayName?

    package init(id: String, displayName: String? = nil) {
        self.id = id
        self.displayName = displayName.flatMap(DisplayName.init)
    }

    /// A name to look for: as it is, with nothing in it that stands for anything else.
    package struct DisplayName: Sendable, Hashable {
        private let scalars: [Unicode.Scalar]

        /// `nil` for an empty name.
        init?(_ text: String) {
            scalars = FoldedText(text).scalars
            guard !scalars.isEmpty, scalars.count <= PushPattern.lengthLimit else { return nil }
        }

        func lies(in text: FoldedText) -> Bool { text.contains(phrase: scalars) }
    }
}
