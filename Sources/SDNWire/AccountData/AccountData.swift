import HeraldJSON

extension Endpoints {
    /// Returns one type of the user's global account data.
    /// Matrix: [getAccountData](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3useruseridaccount_datatype).
    package static let accountData = Endpoint<AccountDataRequest, RawJSON>(
        .get, .client(.r0), "user/{userId}/account_data/{type}")
    /// Replaces one type of the user's global account data.
    /// Matrix: [setAccountData](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3useruseridaccount_datatype).
    package static let setAccountData = Endpoint<SetAccountDataRequest, EmptyObject>(
        .put, .client(.r0), "user/{userId}/account_data/{type}")
    /// Returns one type of the user's account data of a room.
    /// Matrix: [getAccountDataPerRoom](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3useruseridroomsroomidaccount_datatype).
    package static let roomAccountData = Endpoint<AccountDataRequest, RawJSON>(
        .get, .client(.r0), "user/{userId}/rooms/{roomId}/account_data/{type}")
    /// Replaces one type of the user's account data of a room.
    /// Matrix: [setAccountDataPerRoom](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3useruseridroomsroomidaccount_datatype).
    package static let setRoomAccountData = Endpoint<SetAccountDataRequest, EmptyObject>(
        .put, .client(.r0), "user/{userId}/rooms/{roomId}/account_data/{type}")
}

/// Identifies one type of a user's account data, either global or of one room (SDN sheet 5.8).
package struct AccountDataRequest: WireRequest, Hashable {
    package var userID: String
    /// `nil` for global account data.
    package var roomID: String?
    package var type: String

    package init(userID: String, roomID: String? = nil, type: String) {
        self.userID = userID
        self.roomID = roomID
        self.type = type
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.roomID = parts.path["roomId"]
        self.type = try parts.pathValue("type")
    }
    package func parts() -> RequestParts {
        var path = ["userId": userID, "type": type]
        path["roomId"] = roomID
        return RequestParts(path: path)
    }
}

/// Replaces the whole content of one type of account data. Unlike event content, account data may contain floating-point numbers.
package struct SetAccountDataRequest: WireRequest, Hashable {
    package var key: AccountDataRequest
    package var content: JSONObject

    package init(key: AccountDataRequest, content: JSONObject) {
        self.key = key
        self.content = content
    }
    package init(parts: RequestParts) throws {
        self.key = try AccountDataRequest(parts: parts)
        self.content = try parts.content().value
    }
    package func parts() -> RequestParts { RequestParts(path: key.parts().path, body: .object(content)) }
}

extension Endpoints {
    /// Deletes one type of global account data, under the path prefix that SendingNetwork gave it (SDN sheet 3.2).
    /// Proposal: [MSC3391](https://github.com/matrix-org/matrix-spec-proposals/pull/3391).
    package static let deleteAccountData = Endpoint<AccountDataRequest, EmptyObject>(
        .delete, .client(.unstable), "org.sdn.msc3391/user/{userId}/account_data/{type}", history: .proposal("MSC3391"))
    /// Deletes one type of global account data, under Matrix's path prefix.
    /// Proposal: [MSC3391](https://github.com/matrix-org/matrix-spec-proposals/pull/3391).
    package static let deleteAccountDataOfMatrix = Endpoint<AccountDataRequest, EmptyObject>(
        .delete, .client(.unstable), "org.matrix.msc3391/user/{userId}/account_data/{type}",
        history: .proposal("MSC3391"))
    /// Deletes one type of a room's account data, under the path prefix that SendingNetwork gave it (SDN sheet 0.2).
    /// Proposal: [MSC3391](https://github.com/matrix-org/matrix-spec-proposals/pull/3391).
    package static let deleteRoomAccountData = Endpoint<AccountDataRequest, EmptyObject>(
        .delete, .client(.unstable), "org.sdn.msc3391/user/{userId}/rooms/{roomId}/account_data/{type}",
        history: .proposal("MSC3391"))
    /// Deletes one type of a room's account data, under Matrix's path prefix.
    /// Proposal: [MSC3391](https://github.com/matrix-org/matrix-spec-proposals/pull/3391).
    package static let deleteRoomAccountDataOfMatrix = Endpoint<AccountDataRequest, EmptyObject>(
        .delete, .client(.unstable), "org.matrix.msc3391/user/{userId}/rooms/{roomId}/account_data/{type}",
        history: .proposal("MSC3391"))
}
