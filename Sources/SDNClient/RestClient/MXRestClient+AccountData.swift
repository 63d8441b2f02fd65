import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Sets one type of the user's account data. The whole content is replaced (SDN sheet 3.2 and 5.8).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setAccountData(_ data: JSONObject, for type: MXAccountDataType) async throws {
        try await setAccountData(data, type: type.identifier, roomId: nil)
    }

    /// Returns one type of the user's account data.
    /// - Throws: ``/SDNValues/MXError/notFound`` when it is not set.
    public func accountData(for type: MXAccountDataType) async throws -> JSONObject {
        try await accountData(type: type.identifier, roomId: nil)
    }

    /// Removes one type of the user's account data. If the node cannot remove account data, the content is emptied.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func deleteAccountData(withType type: String) async throws {
        let endpoint = apiRoot == .api ? Endpoints.deleteAccountData : Endpoints.deleteAccountDataOfMatrix
        do {
            _ = try await perform(endpoint, AccountDataRequest(userID: ownUserId(endpoint.name), type: type))
        } catch MXError.unrecognized {
            try await setAccountData([:], type: type, roomId: nil)
        }
    }

    /// Sets one type of the user's account data about a room. The whole content is replaced.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setRoomAccountData(_ roomId: String, eventType: String, withParameters content: JSONObject) async throws
    {
        try await setAccountData(content, type: eventType, roomId: roomId)
    }

    /// Returns one type of the user's account data about a room.
    /// - Throws: ``/SDNValues/MXError/notFound`` when it is not set.
    public func getRoomAccountData(_ roomId: String, eventType: String) async throws -> JSONObject {
        try await accountData(type: eventType, roomId: roomId)
    }

    /// Sets the events of a room that the user tagged.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func updateTaggedEvents(_ roomId: String, withContent content: MXTaggedEvents) async throws {
        try await setAccountData(content.content, type: MXEventType.taggedEvents.identifier, roomId: roomId)
    }

    /// Returns the events of a room that the user tagged; none when nothing is set.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getTaggedEvents(_ roomId: String) async throws -> MXTaggedEvents {
        do {
            return MXTaggedEvents(
                content: try await accountData(type: MXEventType.taggedEvents.identifier, roomId: roomId))
        } catch MXError.notFound {
            return MXTaggedEvents()
        }
    }

    private func setAccountData(_ content: JSONObject, type: String, roomId: String?) async throws {
        let endpoint = roomId == nil ? Endpoints.setAccountData : Endpoints.setRoomAccountData
        let key = AccountDataRequest(userID: try ownUserId(endpoint.name), roomID: roomId, type: type)
        _ = try await perform(endpoint, SetAccountDataRequest(key: key, content: content))
    }

    private func accountData(type: String, roomId: String?) async throws -> JSONObject {
        let endpoint = roomId == nil ? Endpoints.accountData : Endpoints.roomAccountData
        let key = AccountDataRequest(userID: try ownUserId(endpoint.name), roomID: roomId, type: type)
        return try await perform(endpoint, key, as: ObjectContent.self).content
    }
}
