import Foundation
import HeraldJSON
import SDNSDK

/// Shows the notification of a push message, as a notification extension does: in a process of its own, also while the chat runs.
struct Notifications {
    let login: Login

    /// Shows the notification that a push message asks for.
    /// - Parameter payload: the push message, JSON with `room_id` and `event_id`.
    func show(_ payload: String) async throws {
        guard let json = try JSONValue(parsing: payload).objectValue, let payload = MXPushPayload(json: json) else {
            return Screen.show("* the push message names no event")
        }
        let client = MXNotificationClient(sdnRestClient: try login.client(), store: login.store)
        switch try await client.getNotification(payload: payload) {
        case .event(let item):
            Screen.show([item.title, item.subtitle, item.body].compactMap { $0 }.joined(separator: " | "))
        case .eventFilteredOut(let item): Screen.show("* no notification: \(Self.reason(item))")
        case .eventRedacted: Screen.show("* no notification: the message was removed")
        case .eventNotFound: Screen.show("* no notification: there is no such message")
        }
    }

    private static func reason(_ item: MXNotificationItem) -> String {
        if item.isAlreadyRead { return "it was read" }
        if item.isFromIgnoredUser { return "its sender is ignored" }
        return item.isMuted ? "the room is muted" : "the push rules say so"
    }
}
