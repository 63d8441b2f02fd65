import Foundation
import SDNClient
import SDNValues

/// Closure forms of presence, typing and receipts (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/setPresence(_:statusMessage:)``.
    @discardableResult
    public func setPresence(
        _ presence: MXPresence, statusMessage: String?, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setPresence(presence, statusMessage: statusMessage) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/presence(forUser:)``.
    @discardableResult
    public func presence(
        forUser userId: String, completion: @escaping @Sendable (MXResponse<MXPresenceResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.presence(forUser: userId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/sendTypingNotification(inRoom:typing:timeout:)``.
    @discardableResult
    public func sendTypingNotification(
        inRoom roomId: String, typing: Bool, timeout: TimeInterval?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.sendTypingNotification(inRoom: roomId, typing: typing, timeout: timeout) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/sendReadReceipt(toRoom:forEvent:threadId:isPrivate:)``.
    @discardableResult
    public func sendReadReceipt(
        toRoom roomId: String, forEvent eventId: String, threadId: String?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.sendReadReceipt(toRoom: roomId, forEvent: eventId, threadId: threadId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/sendReadMarker(_:readMarkerEventId:readReceiptEventId:privateReadReceiptEventId:)``.
    @discardableResult
    public func sendReadMarker(
        _ roomId: String, readMarkerEventId: String?, readReceiptEventId: String?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.sendReadMarker(
                roomId, readMarkerEventId: readMarkerEventId, readReceiptEventId: readReceiptEventId)
        }
    }
}
