import HeraldJSON
import SDNValues

/// The part of a push message that names an event, as push gateways send it.
///
/// ```swift
/// guard let payload = MXPushPayload(userInfo: userInfo) else { return }
/// let status = try await client.getNotification(payload: payload)
/// ```
public struct MXPushPayload: Sendable, Hashable {
    /// The room of the event.
    public let roomId: String
    /// The event.
    public let eventId: String
    /// The number of the user's unread events in all rooms, for the badge of the app; `nil` when the message does not say.
    public let unreadCount: UInt?

    /// Creates a payload from its parts.
    public init(roomId: String, eventId: String, unreadCount: UInt? = nil) {
        self.roomId = roomId
        self.eventId = eventId
        self.unreadCount = unreadCount
    }

    /// Reads the `userInfo` of a notification. The members may be on the outermost level, as Sygnal sends them to Apple's service, or in a member
    /// `notification`, as in the push gateway API.
    /// - Returns: `nil` when no event is named, such as in a message that only changes the badge.
    public init?(userInfo: [AnyHashable: Any]) {
        let inner = (userInfo["notification"] as? [AnyHashable: Any]) ?? (userInfo["data"] as? [AnyHashable: Any])
        self.init { name in userInfo[name] ?? inner?[name] }
    }

    /// Reads a payload that is JSON; see ``init(userInfo:)``.
    public init?(json: JSONObject) { self.init(userInfo: json.foundationObject) }

    private init?(_ member: (String) -> Any?) {
        guard let roomId = member("room_id") as? String, let eventId = member("event_id") as? String,
            !roomId.isEmpty, !eventId.isEmpty
        else { return nil }
        let counts = member("counts") as? [String: Any]
        self.init(
            roomId: roomId, eventId: eventId,
            unreadCount: Self.number(member("unread_count") ?? counts?["unread"] ?? member("unread")))
    }

    /// Reads a number that a gateway may have written as a text.
    private static func number(_ value: Any?) -> UInt? {
        switch value {
        case let number as Int: UInt(exactly: number)
        case let number as Int64: UInt(exactly: number)
        case let text as String: UInt(text)
        default: nil
        }
    }
}
