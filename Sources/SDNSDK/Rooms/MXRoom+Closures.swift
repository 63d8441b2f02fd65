import Dispatch
import HeraldJSON

// The closure forms of MXRoom. Each is the async method of the same name through the one adapter.
extension MXRoom {
    /// The live timeline, in the form that it once had to be waited for.
    public func liveTimeline(_ onComplete: @escaping @Sendable (MXEventTimeline?) -> Void) {
        mxSession.sdnRestClient.completionQueue.async { onComplete(self.liveTimeline) }
    }

    /// The state of the room now; `nil` when the store cannot be read.
    public func state(_ onComplete: @escaping @Sendable (MXRoomState?) -> Void) {
        _ = mxSession.sdnRestClient.adapt({ onComplete($0.value) }) { try await self.state() }
    }

    @discardableResult
    public func members(completion: @escaping @Sendable (MXResponse<MXRoomMembers?>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.members() }
    }

    @discardableResult
    public func sendStateEvent(
        _ type: MXEventType, content: [String: Any], stateKey: String, completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        let content = Result { try JSONObject(foundation: content) }
        return mxSession.sdnRestClient.adapt(completion) { try await self.sendStateEvent(type, content: content.get(), stateKey: stateKey) }
    }

    @discardableResult
    public func setName(_ name: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setName(name) }
    }

    @discardableResult
    public func setTopic(_ topic: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setTopic(topic) }
    }

    @discardableResult
    public func join(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.join() }
    }

    @discardableResult
    public func leave(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.leave() }
    }

    @discardableResult
    public func invite(_ invitee: MXRoomInvitee, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.invite(invitee) }
    }

    @discardableResult
    public func kickUser(_ userId: String, reason: String?, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.kickUser(userId, reason: reason) }
    }

    @discardableResult
    public func banUser(_ userId: String, reason: String?, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.banUser(userId, reason: reason) }
    }
}
