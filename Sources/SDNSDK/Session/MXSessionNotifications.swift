import Foundation

/// The names of a session's notifications (SDN sheet 5.3 and Appendix B). The object is the ``MXSession`` or the ``MXRoom``.
public let kMXSessionStateDidChangeNotification = Notification.Name("kMXSessionStateDidChangeNotification")
public let kMXSessionNewRoomNotification = Notification.Name("kMXSessionNewRoomNotification")
public let kMXSessionWillLeaveRoomNotification = Notification.Name("kMXSessionWillLeaveRoomNotification")
public let kMXSessionDidLeaveRoomNotification = Notification.Name("kMXSessionDidLeaveRoomNotification")
public let kMXSessionDidSyncNotification = Notification.Name("kMXSessionDidSyncNotification")
public let kMXSessionInvitedRoomsDidChangeNotification = Notification.Name("kMXSessionInvitedRoomsDidChangeNotification")
public let kMXSessionOnToDeviceEventNotification = Notification.Name("kMXSessionOnToDeviceEventNotification")
public let kMXSessionDirectRoomsDidChangeNotification = Notification.Name("kMXSessionDirectRoomsDidChangeNotification")
public let kMXSessionIgnoredUsersDidChangeNotification = Notification.Name("kMXSessionIgnoredUsersDidChangeNotification")
public let kMXSessionAccountDataDidChangeNotification = Notification.Name("kMXSessionAccountDataDidChangeNotification")
public let kMXRoomInitialSyncNotification = Notification.Name("kMXRoomInitialSyncNotification")
public let kMXRoomDidFlushDataNotification = Notification.Name("kMXRoomDidFlushDataNotification")
public let kMXRoomSummaryDidChangeNotification = Notification.Name("kMXRoomSummaryDidChangeNotification")

/// User-info keys of a session's notifications: a room id, an ``MXEvent``.
public let kMXSessionNotificationRoomIdKey = "roomId"
public let kMXSessionNotificationEventKey = "event"

enum SessionNotification {
    static func post(_ name: Notification.Name, _ object: AnyObject, roomId: String? = nil, event: MXEvent? = nil) {
        var info: [String: Any] = [:]
        info[kMXSessionNotificationRoomIdKey] = roomId
        info[kMXSessionNotificationEventKey] = event
        NotificationCenter.default.post(name: name, object: object, userInfo: info.isEmpty ? nil : info)
    }
}
