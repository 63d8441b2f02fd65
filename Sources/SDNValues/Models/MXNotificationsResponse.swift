import HeraldJSON

/// A page of a user's notifications, newest first.
public struct MXNotificationsResponse: ResponseModel {
    /// The notifications of this page.
    public let notifications: [MXNotification]
    /// The token of the next page; `nil` on the last page.
    public let nextToken: String?

    package init(document: JSONDocument) throws {
        notifications = document.root["notifications"]?.elements.compactMap { MXNotification(view: $0) } ?? []
        nextToken = document.root["next_token"]?.string
    }
}

/// One event of which a user was notified.
public struct MXNotification: Sendable {
    /// The event.
    public let event: MXEvent
    /// The room of the event.
    public let roomId: String
    /// The actions of the push rule that applied to the event.
    public let actions: [MXPushRuleAction]
    /// True when the user has read the event.
    public let read: Bool
    /// The time when the notification was sent, in milliseconds since 1970.
    public let ts: UInt64

    /// Reads one notification. Returns `nil` when it has no room or no event, so that one bad entry does not hide the others.
    init?(view: JSONView) {
        guard let roomId = view["room_id"]?.string,
            let event = view["event"].flatMap({ try? MXEvent(view: $0, roomId: roomId) })
        else { return nil }
        self.event = event
        self.roomId = roomId
        self.actions = view["actions"]?.value.arrayValue?.map(MXPushRuleAction.init(json:)) ?? []
        self.read = view["read"]?.bool ?? false
        self.ts = UInt64(clamping: view["ts"]?.int ?? 0)
    }
}
