import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Sets whether guests may join a room (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setGuestAccess(forRoom roomId: String, guestAccess: MXRoomGuestAccess) async throws {
        let content: JSONObject = ["guest_access": .string(guestAccess.identifier)]
        try await sendStateEvent(toRoom: roomId, eventType: .roomGuestAccess, content: content)
    }

    /// Returns a room's rule for guests.
    /// - Throws: ``/SDNValues/MXError/notFound`` when the room has no such rule.
    public func guestAccess(forRoom roomId: String) async throws -> MXRoomGuestAccess {
        let text = try await text("guest_access", of: .roomGuestAccess, roomId)
        guard let access = MXRoomGuestAccess(identifier: text) else { throw unreadable("guest_access") }
        return access
    }

    /// Sets the main alias of a room. An empty string removes it.
    /// - Throws: ``/SDNValues/MXError`` with `M_BAD_ALIAS` when the alias does not point to the room.
    public func setCanonicalAlias(forRoom roomId: String, canonicalAlias: String) async throws {
        let content: JSONObject = canonicalAlias.isEmpty ? [:] : ["alias": .string(canonicalAlias)]
        try await sendStateEvent(toRoom: roomId, eventType: .roomCanonicalAlias, content: content)
    }

    /// Returns the main alias of a room.
    /// - Throws: ``/SDNValues/MXError/notFound`` when it has none.
    public func canonicalAlias(ofRoom roomId: String) async throws -> String {
        try await text("alias", of: .roomCanonicalAlias, roomId)
    }

    /// Sets the communities that a room belongs to. Matrix has replaced communities by spaces.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setRoomRelatedGroups(_ groupIds: [String], ofRoom roomId: String) async throws {
        let content: JSONObject = ["groups": .array(groupIds.map(JSONValue.string))]
        try await sendStateEvent(toRoom: roomId, eventType: .custom("m.room.related_groups"), content: content)
    }

    /// Returns the communities that a room belongs to. Matrix has replaced communities by spaces.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func relatedGroups(ofRoom roomId: String) async throws -> [String] {
        let content = try await stateContent(of: .custom("m.room.related_groups"), roomId)
        return content["groups"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}
