import Foundation
import HeraldJSON
import SDNFolds
import SDNValues

/// The answer of a ``MXNotificationClient``.
public enum MXNotificationStatus: Sendable {
    /// The event is shown.
    case event(MXNotificationItem)
    /// The event exists, and the user wants no notification of it: the push rules say so, the user has read it, or has sent it, or ignores its
    /// sender. The item says which. An extension shows it without sound, or not at all.
    case eventFilteredOut(MXNotificationItem)
    /// The event was redacted.
    case eventRedacted
    /// The node does not have the event, or does not show it to this user.
    case eventNotFound

    /// The notification to show; `nil` when none is shown.
    public var item: MXNotificationItem? {
        if case .event(let item) = self { item } else { nil }
    }
}

/// A notification with everything that is shown of it.
///
/// ```swift
/// if let item = try await client.getNotification(roomId: roomId, eventId: eventId).item {
///     print(item.title, item.subtitle ?? "", item.body, item.isNoisy, item.avatarFile?.path ?? "")
/// }
/// ```
public struct MXNotificationItem: Sendable {
    /// The event, with the content of its latest stored edit. An invite is the member event of the user, which may have no ID.
    public let event: MXEvent
    /// The content, by the type of the event.
    public let content: MXNotificationContent

    /// The ID of the room.
    public let roomId: String
    /// The room's name as in a room list.
    public let roomName: String
    /// The room's avatar, an `mxc://` URL.
    public let roomAvatarUrl: String?
    /// True for a direct chat, and for an invite to one.
    public let isDirect: Bool
    /// True when the members of the room encrypt their messages.
    public let isEncrypted: Bool
    /// The number of joined members, as far as it is known.
    public let joinedMembersCount: Int
    /// The unread events of the room that notify the user, for a text such as "3 new messages". It is as old as the store, so it may not count this
    /// event.
    public let roomUnreadCount: UInt

    /// The ID of the sender.
    public let senderId: String
    /// The sender's name in the room, or else the ID. Other members may have the same name.
    public let senderName: String
    /// The sender's avatar, an `mxc://` URL.
    public let senderAvatarUrl: String?
    /// The ID of the event that begins this event's thread; `nil` outside of threads.
    public let threadId: String?

    /// True when the push rules notify the user of the event.
    public let notifies: Bool
    /// True when a sound is played.
    public let isNoisy: Bool
    /// True when the event is highlighted, because it mentions the user or has one of the user's keywords.
    public let hasMention: Bool
    /// True when the user has muted the room (``MXRoomNotificationMode/mute``).
    public let isMuted: Bool
    /// True when the user has read the event, on this or another device.
    public let isAlreadyRead: Bool
    /// True when the user ignores the sender.
    public let isFromIgnoredUser: Bool

    /// A picture of the sender, or else of the room, in the folder for caches. It is `nil` when there is none, or when it did not arrive in time.
    public internal(set) var avatarFile: URL?

    /// The name of the sender.
    public var title: String { senderName }
    /// The name of the room; `nil` for a direct chat, whose name is that of the sender.
    public var subtitle: String? { isDirect ? nil : roomName }
    /// The text of the message, or a sentence about it, at most 1,000 characters. The words come from ``/SDNValues/MXStrings/localizer``.
    public var body: String {
        String(MXStrings.localizer.sentence(about: content, from: senderName).prefix(1_000))
    }

    /// True when the notification is shown.
    var isShown: Bool { notifies && !isAlreadyRead && !isFromIgnoredUser }
}

extension MXNotificationContent {
    /// Takes what a notification says from an event's typed content. The invite of the user is a kind of its own.
    init(_ event: MXEvent, isInviteToDirectChat: Bool, userId: String) {
        let isInvite =
            event.eventType == .roomMember && event.stateKey == userId && event.content["membership"] == "invite"
        self = isInvite ? .invite(isDirect: isInviteToDirectChat) : MXNotificationContent(event)
    }
}
