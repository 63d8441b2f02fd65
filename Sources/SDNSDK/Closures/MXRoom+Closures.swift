import Dispatch
import HeraldJSON
import SDNClient
import SDNSession
import SDNValues

// The closure forms of MXRoom. Each calls the async method of the same name through `ClosureAdapter`.
extension MXRoom {
    /// Passes the live timeline to a closure, for apps that were written for the original SDK. Other apps can read `liveTimeline` without a
    /// closure.
    public func liveTimeline(_ onComplete: @escaping @Sendable (MXEventTimeline?) -> Void) {
        mxSession.sdnRestClient.completionQueue.async { onComplete(self.liveTimeline) }
    }

    /// Passes the room's current state to a closure; `nil` when the store cannot be read.
    public func state(_ onComplete: @escaping @Sendable (MXRoomState?) -> Void) {
        _ = mxSession.sdnRestClient.adapt({ onComplete($0.value) }) { try await self.state() }
    }

    /// The closure form of ``/SDNSession/MXRoom/members(loadFromNode:)``.
    @discardableResult
    public func members(completion: @escaping @Sendable (MXResponse<MXRoomMembers?>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.members() }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendStateEvent(_:content:stateKey:)``; passes the event's ID to `completion`.
    @discardableResult
    public func sendStateEvent(
        _ type: MXEventType, content: [String: Any], stateKey: String,
        completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        let content = Result { try JSONObject(foundation: content) }
        return mxSession.sdnRestClient.adapt(completion) {
            try await self.sendStateEvent(type, content: content.get(), stateKey: stateKey)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/setName(_:)``.
    @discardableResult
    public func setName(_ name: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setName(name) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setTopic(_:)``.
    @discardableResult
    public func setTopic(_ topic: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.setTopic(topic) }
    }

    /// The closure form of ``/SDNSession/MXRoom/join()``.
    @discardableResult
    public func join(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.join() }
    }

    /// The closure form of ``/SDNSession/MXRoom/leave()``.
    @discardableResult
    public func leave(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.leave() }
    }

    /// The closure form of ``/SDNSession/MXRoom/invite(_:)``.
    @discardableResult
    public func invite(_ invitee: MXRoomInvitee, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.invite(invitee) }
    }

    /// The closure form of ``/SDNSession/MXRoom/kickUser(_:reason:)``.
    @discardableResult
    public func kickUser(_ userId: String, reason: String?, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.kickUser(userId, reason: reason) }
    }

    /// The closure form of ``/SDNSession/MXRoom/banUser(_:reason:)``.
    @discardableResult
    public func banUser(_ userId: String, reason: String?, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.banUser(userId, reason: reason) }
    }
}
