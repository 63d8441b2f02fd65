import HeraldJSON

extension Endpoints {
    /// Closes a room for all its members (SDN sheet 2.2).
    package static let dissolveRoom = Endpoint<RoomActionRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/dissolve", limit: .byHandler, history: .sdn)
    /// Withdraws an invitation (SDN sheet 2.2).
    package static let revokeInvite = Endpoint<MemberActionRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/revoke", history: .sdn)
    /// Returns the direct room with the user of a wallet. The node creates the room if there is none (SDN sheet 2.2).
    package static let roomByWallet = Endpoint<WalletRoomRequest, RoomIDResponse>(
        .post, .clientUnversioned, "sendmessbywallet/{address}", history: .sdn)
    /// Lists the direct rooms that the caller shares with a user (SDN sheet 2.2).
    package static let directRooms = Endpoint<ProfileRequest, DirectRoomsResponse>(
        .get, .client(.r0), "find_dm_room/{userId}", history: .sdn)
    /// Returns the DIDs of the listed users. Each listed user counts as one read against the rate limit (SDN sheet 2.2).
    package static let didsOfUsers = Endpoint<UserListRequest, RawJSON>(
        .post, .client(.r0), "account/3pid/did", limit: .byHandler, history: .sdn)
    /// Stores which step of the app's introduction the user has reached (SDN sheet 2.2).
    package static let setGuideStep = Endpoint<GuideStepRequest, EmptyObject>(
        .post, .client(.r0), "account/guide", history: .sdn)
}

package struct WalletRoomRequest: WireRequest, Hashable {
    /// The address of the wallet: `0x` and 40 hexadecimal digits, or `did:pkh:eip155:<chain>:0x…`.
    package var address: String
    package init(address: String) { self.address = address }
    package init(parts: RequestParts) throws { self.address = try parts.pathValue("address") }
    package func parts() -> RequestParts { RequestParts(path: ["address": address], body: .object([:])) }
}

/// The response `{"dm_rooms":[…]}`.
package struct DirectRoomsResponse: WireObject, Hashable {
    package var roomIDs: [String]
    package init(roomIDs: [String]) { self.roomIDs = roomIDs }
    package init(json: JSONReader) throws { self.roomIDs = try json.strings("dm_rooms") }
    package var json: JSONValue { ["dm_rooms": .array(roomIDs.map(JSONValue.string))] }
}

/// The request body `{"users":[…]}`.
package struct UserListRequest: WireRequest, Hashable {
    package var userIDs: [String]
    package init(userIDs: [String]) { self.userIDs = userIDs }
    package init(parts: RequestParts) throws { self.userIDs = try parts.object().strings("users") }
    package func parts() -> RequestParts { RequestParts(body: ["users": .array(userIDs.map(JSONValue.string))]) }
}

/// The request body `{"step":…}`. The step is a number or a string, and the app defines its meaning.
package struct GuideStepRequest: WireRequest, Hashable {
    package var step: JSONValue
    package init(step: JSONValue) { self.step = step }
    package init(parts: RequestParts) throws { self.step = try parts.object().value("step") }
    package func parts() -> RequestParts { RequestParts(body: ["step": step]) }
}
