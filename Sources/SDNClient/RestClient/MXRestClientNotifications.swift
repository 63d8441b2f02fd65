import Foundation
import SDNValues

/// A node refused a call. Posted by the ``MXRestClient``, with the error.
public let kMXHTTPClientSDNErrorNotification = Notification.Name("kMXHTTPClientSDNErrorNotification")
/// A node requires consent to its terms (`M_CONSENT_NOT_GIVEN`). Posted by the ``MXRestClient``, with the error. The error's
/// ``/SDNValues/MXError/userInfo`` has the address of the terms as `consent_uri`.
public let kMXHTTPClientUserConsentNotGivenErrorNotification = Notification.Name(
    "kMXHTTPClientUserConsentNotGivenErrorNotification")

/// The user-info key of an ``/SDNValues/MXError``.
public let kMXSessionNotificationErrorKey = "error"

enum RestClientNotification {
    /// Posts a node's refusal.
    static func post(_ error: MXError, of client: MXRestClient) {
        let info: [String: Any] = [kMXSessionNotificationErrorKey: error]
        NotificationCenter.default.post(name: kMXHTTPClientSDNErrorNotification, object: client, userInfo: info)
        guard error.errcode == "M_CONSENT_NOT_GIVEN" else { return }
        NotificationCenter.default.post(
            name: kMXHTTPClientUserConsentNotGivenErrorNotification, object: client, userInfo: info)
    }
}
