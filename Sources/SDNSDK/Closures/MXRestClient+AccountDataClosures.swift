import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of account data and tags (SDN sheet 2.1 and 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/setAccountData(_:for:)``.
    @discardableResult
    public func setAccountData(
        _ data: [String: Any], for type: MXAccountDataType, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let data = Result { try JSONObject(foundation: data) }
        return adapt(completion) { try await self.setAccountData(data.get(), for: type) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/deleteAccountData(withType:)``.
    @discardableResult
    public func deleteAccountData(
        withType type: String, success: @escaping @Sendable () -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ _ in success() }, failure) { try await self.deleteAccountData(withType: type) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setRoomAccountData(_:eventType:withParameters:)``.
    @discardableResult
    public func setRoomAccountData(
        _ roomId: String, eventType: String, withParameters content: [String: Any],
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let content = Result { try JSONObject(foundation: content) }
        return adapt(completion) {
            try await self.setRoomAccountData(roomId, eventType: eventType, withParameters: content.get())
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getRoomAccountData(_:eventType:)``. It passes the content to `completion` as
    /// Foundation's JSON objects.
    @discardableResult
    public func getRoomAccountData(
        _ roomId: String, eventType: String, completion: @escaping @Sendable (MXResponse<[String: Any]>) -> Void
    ) -> MXHTTPOperation {
        adapt({ (response: MXResponse<JSONObject>) in completion(response.map(\.foundationObject)) }) {
            try await self.getRoomAccountData(roomId, eventType: eventType)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/updateTaggedEvents(_:withContent:)``.
    @discardableResult
    public func updateTaggedEvents(
        _ roomId: String, withContent content: MXTaggedEvents,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.updateTaggedEvents(roomId, withContent: content) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getTaggedEvents(_:)``.
    @discardableResult
    public func getTaggedEvents(
        _ roomId: String, completion: @escaping @Sendable (MXResponse<MXTaggedEvents>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.getTaggedEvents(roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/tags(ofRoom:)``.
    @discardableResult
    public func tags(ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<[MXRoomTag]>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.tags(ofRoom: roomId) }
    }

    /// Adds a tag to a room. The caller gives the order as a string, as in the original SDK. The client sends it as a number.
    @discardableResult
    public func addTag(
        _ tag: String, withOrder order: String, toRoom roomId: String,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.addTag(tag, withOrder: order, toRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/removeTag(_:fromRoom:)``.
    @discardableResult
    public func removeTag(
        _ tag: String, fromRoom roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.removeTag(tag, fromRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/hideRoom(_:roomId:)``.
    @discardableResult
    public func hideRoom(
        _ userId: String, roomId: String, success: @escaping @Sendable () -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ _ in success() }, failure) { try await self.hideRoom(userId, roomId: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/showRoom(withRoomId:)``.
    @discardableResult
    public func showRoom(
        withRoomId roomId: String, success: @escaping @Sendable () -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ _ in success() }, failure) { try await self.showRoom(withRoomId: roomId) }
    }

    /// Does the same as `showRoom(withRoomId:success:failure:)`. The original SDK misspells the method's name in this way.
    @available(*, deprecated, renamed: "showRoom(withRoomId:success:failure:)")
    @discardableResult
    public func showRoomWithroomId(
        _ roomId: String, success: @escaping @Sendable () -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        showRoom(withRoomId: roomId, success: success, failure: failure)
    }
}
