import Foundation
import HeraldLocks
import SDNValues

/// The notification that a node refused a call. The ``MXRestClient`` posts it with the error.
public let kMXHTTPClientSDNErrorNotification = Notification.Name("kMXHTTPClientSDNErrorNotification")
/// The notification that a node requires consent to its terms (`M_CONSENT_NOT_GIVEN`). The ``MXRestClient`` posts it with the error. The
/// error's ``/SDNValues/MXError/userInfo`` has the address of the terms as `consent_uri`.
public let kMXHTTPClientUserConsentNotGivenErrorNotification = Notification.Name(
    "kMXHTTPClientUserConsentNotGivenErrorNotification")

/// The key of the ``/SDNValues/MXError`` in a notification's user info.
public let kMXSessionNotificationErrorKey = "error"

enum RestClientNotification {
    /// The number of notifications that may wait in a queue. It is more than a large first sync posts.
    static let limit = 1 << 18

    /// Posts the notifications about a node's refusal.
    static func post(_ error: MXError, of client: MXRestClient) {
        client.postNotifications {
            let info: [String: Any] = [kMXSessionNotificationErrorKey: error]
            NotificationCenter.default.post(name: kMXHTTPClientSDNErrorNotification, object: client, userInfo: info)
            guard error.errcode == "M_CONSENT_NOT_GIVEN" else { return }
            NotificationCenter.default.post(
                name: kMXHTTPClientUserConsentNotGivenErrorNotification, object: client, userInfo: info)
        }
    }
}

extension MXRestClient {
    /// Runs `post` on ``notificationQueue``, or at once without a queue. Does nothing while too much waits in the queue, because a program may block its
    /// main thread for good.
    package func postNotifications(_ post: @escaping @Sendable () -> Void) {
        guard let queue = notificationQueue else { return post() }
        let mayWait = settings.withLock { settings in
            guard settings.waitingNotifications < RestClientNotification.limit else { return false }
            settings.waitingNotifications += 1
            return true
        }
        guard mayWait else { return }
        queue.async {
            self.settings.withLock { $0.waitingNotifications -= 1 }
            post()
        }
    }
}
