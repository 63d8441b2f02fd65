import Foundation

/// The names of a session's notifications (SDN sheet 5.3 and Appendix B). The object is the ``MXSession`` or the ``MXRoom``.
public let kMXSessionStateDidChangeNotification = Notification.Name("kMXSessionStateDidChangeNotification")
/// A room came to the list: the user made it, joined it or was invited. Of the session, with the room id.
public let kMXSessionNewRoomNotification = Notification.Name("kMXSessionNewRoomNotification")
/// A room is about to go from the list. Of the session, with the room id.
public let kMXSessionWillLeaveRoomNotification = Notification.Name("kMXSessionWillLeaveRoomNotification")
/// A room went from the list. Of the session, with the room id.
public let kMXSessionDidLeaveRoomNotification = Notification.Name("kMXSessionDidLeaveRoomNotification")
/// A sync response is stored and handed on. Of the session.
public let kMXSessionDidSyncNotification = Notification.Name("kMXSessionDidSyncNotification")
/// An invitation came or was answered. Of the session, with the room id.
public let kMXSessionInvitedRoomsDidChangeNotification = Notification.Name("kMXSessionInvitedRoomsDidChangeNotification")
/// A to-device event came. Of the session, with the event.
public let kMXSessionOnToDeviceEventNotification = Notification.Name("kMXSessionOnToDeviceEventNotification")
/// ``MXSession/directRooms`` changed. Of the session.
public let kMXSessionDirectRoomsDidChangeNotification = Notification.Name("kMXSessionDirectRoomsDidChangeNotification")
/// ``MXSession/ignoredUsers`` changed. Of the session.
public let kMXSessionIgnoredUsersDidChangeNotification = Notification.Name("kMXSessionIgnoredUsersDidChangeNotification")
/// Some account data of the user changed. Of the session.
public let kMXSessionAccountDataDidChangeNotification = Notification.Name("kMXSessionAccountDataDidChangeNotification")
/// The account's identity server changed (`m.identity_server`). Of the session.
public let kMXSessionAccountDataDidChangeIdentityServerNotification = Notification.Name("kMXSessionAccountDataDidChangeIdentityServerNotification")
/// The rooms that the user visited last changed, by another client. Of the session.
public let kMXSessionAccountDataDidChangeBreadcrumbsNotification = Notification.Name("kMXSessionAccountDataDidChangeBreadcrumbsNotification")
/// The store's file was found to be damaged: it was moved aside, or will be when it is opened again. Of the session.
public let kMXSessionDidCorruptDataNotification = Notification.Name("kMXSessionDidCorruptDataNotification")
/// A node refused a call. Of the ``MXRestClient``, with the error.
public let kMXHTTPClientSDNErrorNotification = Notification.Name("kMXHTTPClientSDNErrorNotification")
/// A node wants its terms agreed to before it goes on (`M_CONSENT_NOT_GIVEN`). Of the ``MXRestClient``, with the error, whose
/// ``MXError/userInfo`` has the address of the terms as `consent_uri`.
public let kMXHTTPClientUserConsentNotGivenErrorNotification = Notification.Name("kMXHTTPClientUserConsentNotGivenErrorNotification")
/// A room's first sync is handed on. Of the room, with the room id.
public let kMXRoomInitialSyncNotification = Notification.Name("kMXRoomInitialSyncNotification")
/// A sync skipped events of a room: its timeline has a gap, which pagination fills. Of the room, with the room id.
public let kMXRoomDidFlushDataNotification = Notification.Name("kMXRoomDidFlushDataNotification")
/// A room's summary changed. Of the room, with the room id.
public let kMXRoomSummaryDidChangeNotification = Notification.Name("kMXRoomSummaryDidChangeNotification")

/// User-info keys of a session's notifications: a room id, an ``MXEvent``.
public let kMXSessionNotificationRoomIdKey = "roomId"
/// The user-info key of an ``MXEvent``.
public let kMXSessionNotificationEventKey = "event"
/// The user-info key of an ``MXError``.
public let kMXSessionNotificationErrorKey = "error"

enum SessionNotification {
    static func post(_ name: Notification.Name, _ object: AnyObject, roomId: String? = nil, event: MXEvent? = nil) {
        var info: [String: Any] = [:]
        info[kMXSessionNotificationRoomIdKey] = roomId
        info[kMXSessionNotificationEventKey] = event
        NotificationCenter.default.post(name: name, object: object, userInfo: info.isEmpty ? nil : info)
    }

    /// Tells of a node's refusal.
    static func post(_ error: MXError, of client: MXRestClient) {
        let info: [String: Any] = [kMXSessionNotificationErrorKey: error]
        NotificationCenter.default.post(name: kMXHTTPClientSDNErrorNotification, object: client, userInfo: info)
        guard error.errcode == "M_CONSENT_NOT_GIVEN" else { return }
        NotificationCenter.default.post(name: kMXHTTPClientUserConsentNotGivenErrorNotification, object: client, userInfo: info)
    }
}
