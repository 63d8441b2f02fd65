import Foundation
import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of the calls that read and set room state (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/sendStateEvent(toRoom:eventType:content:stateKey:)``. It passes the event ID to
    /// `completion`.
    @discardableResult
    public func sendStateEvent(
        toRoom roomId: String, eventType: MXEventType, content: [String: Any], stateKey: String,
        completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        let content = Result { try JSONObject(foundation: content) }
        return adapt(completion) {
            try await self.sendStateEvent(
                toRoom: roomId, eventType: eventType, content: content.get(), stateKey: stateKey)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setName(ofRoom:name:)``.
    @discardableResult
    public func setName(
        ofRoom roomId: String, name: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setName(ofRoom: roomId, name: name) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/name(ofRoom:)``.
    @discardableResult
    public func name(ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<String>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.name(ofRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setTopic(ofRoom:topic:)``.
    @discardableResult
    public func setTopic(
        ofRoom roomId: String, topic: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setTopic(ofRoom: roomId, topic: topic) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/topic(ofRoom:)``.
    @discardableResult
    public func topic(ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<String>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.topic(ofRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setAvatar(ofRoom:avatarUrl:)``.
    @discardableResult
    public func setAvatar(
        ofRoom roomId: String, avatarUrl: URL, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setAvatar(ofRoom: roomId, avatarUrl: avatarUrl) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/avatar(ofRoom:)``.
    @discardableResult
    public func avatar(ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<URL>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.avatar(ofRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setHistoryVisibility(ofRoom:historyVisibility:)``.
    @discardableResult
    public func setHistoryVisibility(
        ofRoom roomId: String, historyVisibility: MXRoomHistoryVisibility,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setHistoryVisibility(ofRoom: roomId, historyVisibility: historyVisibility) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/historyVisibility(ofRoom:)``.
    @discardableResult
    public func historyVisibility(
        ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<MXRoomHistoryVisibility>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.historyVisibility(ofRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setRoomJoinRule(_:forRoomWithId:allowedParentIds:)``.
    @discardableResult
    public func setRoomJoinRule(
        _ joinRule: MXRoomJoinRule, forRoomWithId roomId: String, allowedParentIds: [String]?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.setRoomJoinRule(joinRule, forRoomWithId: roomId, allowedParentIds: allowedParentIds)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/joinRule(ofRoomWithId:)``.
    @discardableResult
    public func joinRule(
        ofRoomWithId roomId: String, completion: @escaping @Sendable (MXResponse<MXRoomJoinRuleResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.joinRule(ofRoomWithId: roomId) }
    }
}
