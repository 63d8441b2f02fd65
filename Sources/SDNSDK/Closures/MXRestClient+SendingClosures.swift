import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of the calls that send events (SDN sheet 3.2). Contents are Foundation's JSON objects. A content without a JSON form
/// fails with ``/SDNValues/SDNSDKError`` `invalidArgument`.
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/sendEvent(toRoom:threadId:eventType:content:txnId:)``. It passes the event ID to
    /// `completion`.
    @discardableResult
    public func sendEvent(
        toRoom roomId: String, threadId: String? = nil, eventType: MXEventType, content: [String: Any], txnId: String?,
        completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        let content = Result { try JSONObject(foundation: content) }
        return adapt(completion) {
            try await self.sendEvent(
                toRoom: roomId, threadId: threadId, eventType: eventType, content: content.get(), txnId: txnId)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/sendMessage(toRoom:threadId:messageType:content:)``. It passes the event ID to
    /// `completion`.
    @discardableResult
    public func sendMessage(
        toRoom roomId: String, threadId: String? = nil, messageType: MXMessageType, content: [String: Any],
        completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        let content = Result { try JSONObject(foundation: content) }
        return adapt(completion) {
            try await self.sendMessage(
                toRoom: roomId, threadId: threadId, messageType: messageType, content: content.get())
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/sendTextMessage(toRoom:threadId:text:)``. It passes the event ID to `completion`.
    @discardableResult
    public func sendTextMessage(
        toRoom roomId: String, threadId: String? = nil, text: String,
        completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.sendTextMessage(toRoom: roomId, threadId: threadId, text: text) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/redactEvent(_:inRoom:reason:)``.
    @discardableResult
    public func redactEvent(
        _ eventId: String, inRoom roomId: String, reason: String?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { _ = try await self.redactEvent(eventId, inRoom: roomId, reason: reason) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/redactEvent(_:inRoom:reason:txnId:withRelations:withRelationsIsStable:)``.
    @discardableResult
    public func redactEvent(
        _ eventId: String, inRoom roomId: String, reason: String?, txnId: String?, withRelations: [String]?,
        withRelationsIsStable: Bool,
        success: @escaping @Sendable () -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ (_: String) in success() }, failure) {
            try await self.redactEvent(
                eventId, inRoom: roomId, reason: reason, txnId: txnId, withRelations: withRelations,
                withRelationsIsStable: withRelationsIsStable)
        }
    }
}
