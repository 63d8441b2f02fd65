import HeraldJSON

/// A page of what a user was told of, newest first.
public struct MXNotificationsResponse: ResponseModel {
    /// The notifications of this page.
    public let notifications: [MXNotification]
    /// What the next page begins with; `nil` at the end.
    public let nextToken: String?

    init(document: JSONDocument) throws {
        notifications = document.root["notifications"]?.elements.compactMap { MXNotification(view: $0) } ?? []
        nextToken = document.root["next_token"]?.string
    }
}

/// One event that a user was told of.
public struct MXNotification: Sendable {
    /// The event.
    public let event: MXEvent
    /// The room that it is in.
    public let roomId: String
    /// What the push rule did.
    public let actions: [MXPushRuleAction]
    /// Whether the user has read it.
    public let read: Bool
    /// When it was sent, in milliseconds since 1970.
    public let ts: UInt64

    /// `nil` for what has no room or no event: one bad entry does not hide the others.
    init?(view: JSONView) {
        guard let roomId = view["room_id"]?.string, let event = view["event"].flatMap({ try? MXEvent(view: $0, roomId: roomId) }) else { return nil }
        self.event = event
        self.roomId = roomId
        self.actions = view["actions"]?.value.arrayValue?.map(MXPushRuleAction.init(json:)) ?? []
        self.read = view["read"]?.bool ?? false
        self.ts = UInt64(clamping: view["ts"]?.int ?? 0)
    }
}
