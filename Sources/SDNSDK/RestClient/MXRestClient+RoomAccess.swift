import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Says whether guests may join a room. SDN sheet 3.2.
    public func setGuestAccess(forRoom roomId: String, guestAccess: MXRoomGuestAccess) async throws {
        let content: JSONObject = ["guest_access": .string(guestAccess.identifier)]
        try await sendStateEvent(toRoom: roomId, eventType: .roomGuestAccess, content: content)
    }

    /// Whether guests may join a room.
    /// - Throws: ``MXError/notFound`` when the room does not say.
    public func guestAccess(forRoom roomId: String) async throws -> MXRoomGuestAccess {
        let text = try await text("guest_access", of: .roomGuestAccess, roomId)
        guard let access = MXRoomGuestAccess(identifier: text) else { throw unreadable("guest_access") }
        return access
    }

    /// Says which of its aliases a room shows; an empty text takes it away.
    /// - Throws: `M_BAD_ALIAS` when the alias does not lead to the room.
    public func setCanonicalAlias(forRoom roomId: String, canonicalAlias: String) async throws {
        let content: JSONObject = canonicalAlias.isEmpty ? [:] : ["alias": .string(canonicalAlias)]
        try await sendStateEvent(toRoom: roomId, eventType: .roomCanonicalAlias, content: content)
    }

    /// The alias that a room shows.
    /// - Throws: ``MXError/notFound`` when it shows none.
    public func canonicalAlias(ofRoom roomId: String) async throws -> String { try await text("alias", of: .roomCanonicalAlias, roomId) }

    /// Says which communities a room belongs to; Matrix has replaced them by spaces.
    public func setRoomRelatedGroups(_ groupIds: [String], ofRoom roomId: String) async throws {
        let content: JSONObject = ["groups": .array(groupIds.map(JSONValue.string))]
        try await sendStateEvent(toRoom: roomId, eventType: .custom("m.room.related_groups"), content: content)
    }

    /// The communities that a room belongs to; Matrix has replaced them by spaces.
    public func relatedGroups(ofRoom roomId: String) async throws -> [String] {
        let content = try await stateContent(of: .custom("m.room.related_groups"), roomId)
        return content["groups"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}
