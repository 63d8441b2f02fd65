import Foundation
import SDNClient
import SDNValues

/// The names of a session's notifications (SDN sheet 5.3 and Appendix B). The object is the ``MXSession`` or the ``MXRoom``. They are
/// posted on the client's ``/SDNClient/MXRestClient/notificationQueue``, which is the main queue by default; the session may have changed further by
/// then. This one is posted by the session when its ``MXSession/state`` changed.
public let kMXSessionStateDidChangeNotification = Notification.Name("kMXSessionStateDidChangeNotification")
/// A room was added to the list: the user created it, joined it or was invited. Posted by the session, with the room ID.
public let kMXSessionNewRoomNotification = Notification.Name("kMXSessionNewRoomNotification")
/// A room will be removed from the list. Posted by the session, with the room ID.
public let kMXSessionWillLeaveRoomNotification = Notification.Name("kMXSessionWillLeaveRoomNotification")
/// A room was removed from the list. Posted by the session, with the room ID.
public let kMXSessionDidLeaveRoomNotification = Notification.Name("kMXSessionDidLeaveRoomNotification")
/// A sync response is stored and listeners were called. Posted by the session.
public let kMXSessionDidSyncNotification = Notification.Name("kMXSessionDidSyncNotification")
/// An invitation arrived or was answered. Posted by the session, with the room ID.
public let kMXSessionInvitedRoomsDidChangeNotification = Notification.Name(
    "kMXSessionInvitedRoomsDidChangeNotification")
/// A to-device event arrived. Posted by the session, with the event.
public let kMXSessionOnToDeviceEventNotification = Notification.Name("kMXSessionOnToDeviceEventNotification")
/// ``MXSession/directRooms`` changed. Posted by the session.
public let kMXSessionDirectRoomsDidChangeNotification = Notification.Name("kMXSessionDirectRoomsDidChangeNotification")
/// ``MXSession/ignoredUsers`` changed. Posted by the session.
public let kMXSessionIgnoredUsersDidChangeNotification = Notification.Name(
    "kMXSessionIgnoredUsersDidChangeNotification")
/// Account data of the user changed. Posted by the session.
public let kMXSessionAccountDataDidChangeNotification = Notification.Name("kMXSessionAccountDataDidChangeNotification")
/// The account's identity server changed (`m.identity_server`). Posted by the session.
public let kMXSessionAccountDataDidChangeIdentityServerNotification = Notification.Name(
    "kMXSessionAccountDataDidChangeIdentityServerNotification")
/// Another client changed the list of the rooms that the user visited last. Posted by the session.
public let kMXSessionAccountDataDidChangeBreadcrumbsNotification = Notification.Name(
    "kMXSessionAccountDataDidChangeBreadcrumbsNotification")
/// The store's file was found to be damaged. It was moved aside, or will be when it is opened again. Posted by the session.
public let kMXSessionDidCorruptDataNotification = Notification.Name("kMXSessionDidCorruptDataNotification")
/// A room's first sync was processed. Posted by the room, with the room ID.
public let kMXRoomInitialSyncNotification = Notification.Name("kMXRoomInitialSyncNotification")
/// A sync skipped events of a room. Its timeline has a gap, which pagination fills. Posted by the room, with the room ID.
public let kMXRoomDidFlushDataNotification = Notification.Name("kMXRoomDidFlushDataNotification")
/// A room's summary changed. Posted by the room, with the room ID.
public let kMXRoomSummaryDidChangeNotification = Notification.Name("kMXRoomSummaryDidChangeNotification")

/// The user-info key of a room ID.
public let kMXSessionNotificationRoomIdKey = "roomId"
/// The user-info key of an ``/SDNValues/MXEvent``.
public let kMXSessionNotificationEventKey = "event"

enum SessionNotification {
    static func post(_ name: Notification.Name, _ session: MXSession, roomId: String? = nil, event: MXEvent? = nil) {
        post(name, session, roomId, event, session)
    }

    static func post(_ name: Notification.Name, _ room: MXRoom, roomId: String? = nil) {
        post(name, room, roomId, nil, room.mxSession)
    }

    private static func post(
        _ name: Notification.Name, _ object: any AnyObject & Sendable, _ roomId: String?, _ event: MXEvent?,
        _ session: MXSession
    ) {
        session.sdnRestClient.postNotifications {
            var info: [String: Any] = [:]
            info[kMXSessionNotificationRoomIdKey] = roomId
            info[kMXSessionNotificationEventKey] = event
            NotificationCenter.default.post(name: name, object: object, userInfo: info.isEmpty ? nil : info)
        }
    }
}
