import SDNClient
import SDNValues

/// Closure forms of the calls for a room's guests, join rule, main alias and communities (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/setGuestAccess(forRoom:guestAccess:)``.
    @discardableResult
    public func setGuestAccess(
        forRoom roomId: String, guestAccess: MXRoomGuestAccess,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setGuestAccess(forRoom: roomId, guestAccess: guestAccess) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/guestAccess(forRoom:)``.
    @discardableResult
    public func guestAccess(
        forRoom roomId: String, completion: @escaping @Sendable (MXResponse<MXRoomGuestAccess>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.guestAccess(forRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setCanonicalAlias(forRoom:canonicalAlias:)``.
    @discardableResult
    public func setCanonicalAlias(
        forRoom roomId: String, canonicalAlias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.setCanonicalAlias(forRoom: roomId, canonicalAlias: canonicalAlias) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/canonicalAlias(ofRoom:)``.
    @discardableResult
    public func canonicalAlias(ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<String>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.canonicalAlias(ofRoom: roomId) }
    }

    /// Sets a room's join rule, without parent rooms.
    @available(*, deprecated, message: "Use setRoomJoinRule(_:forRoomWithId:allowedParentIds:).")
    @discardableResult
    public func setRoomJoinRule(
        _ roomId: String, joinRule: MXRoomJoinRule, success: @escaping @Sendable () -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ success() }, failure) { try await self.setRoomJoinRule(joinRule, forRoomWithId: roomId) }
    }

    /// Gets a room's join rule, without its parent rooms.
    @available(*, deprecated, message: "Use joinRule(ofRoomWithId:).")
    @discardableResult
    public func joinRule(
        ofRoom roomId: String, success: @escaping @Sendable (MXRoomJoinRule) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) {
            guard let rule = try await self.joinRule(ofRoomWithId: roomId).joinRule else {
                throw self.unreadable("join_rule")
            }
            return rule
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setRoomRelatedGroups(_:ofRoom:)``.
    @discardableResult
    public func setRoomRelatedGroups(
        _ roomId: String, relatedGroups: [String], success: @escaping @Sendable () -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ success() }, failure) { try await self.setRoomRelatedGroups(relatedGroups, ofRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/relatedGroups(ofRoom:)``.
    @discardableResult
    public func relatedGroups(
        ofRoom roomId: String, success: @escaping @Sendable ([String]) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.relatedGroups(ofRoom: roomId) }
    }
}
