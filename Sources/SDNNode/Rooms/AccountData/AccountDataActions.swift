import GRDB
import HeraldJSON
import SDNWire

/// The endpoints of account data.
extension RoomService {
    /// Types that other endpoints manage (SDN sheet 7.2).
    private static let managedTypes: Set<String> = ["m.fully_read", "m.push_rules"]

    func accountData(_ request: AccountDataRequest, _ caller: Caller) async throws -> RawJSON {
        try Self.requireSelf(request.userID, caller)
        let content = try await read { db in
            let room = try Self.accountDataRoom(request, caller, in: db)
            if room == .noRoom, request.type == PushRuleStore.accountDataType {
                return try PushRuleStore.accountData(of: caller.userID, changedAfter: nil, in: db)
            }
            return try AccountDataStore.content(caller.userID, room: room, type: request.type, in: db)
        }
        guard let content else { throw MatrixError(.notFound, "This account data is not set.") }
        return RawJSON(assembled: content)
    }

    func setAccountData(_ request: SetAccountDataRequest, _ caller: Caller) async throws -> EmptyObject {
        try Self.requireSettable(request.key, caller)
        guard JSONValue.object(request.content).isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "The content has more than \(EventFormat.depthLimit) levels.")
        }
        if request.key.roomID == nil, request.key.type == IgnoredSenders.type {
            try services.ignored.check(request.content)
        }
        let content = JSONValue.object(request.content).serialized(), limits = services.configuration.userLimits
        return try await write(by: caller) { db in
            let room = try Self.accountDataRoom(request.key, caller, in: db)
            try AccountDataStore.check(
                caller.userID, room: room, type: request.key.type, bytes: content.count, limits, in: db)
            try AccountDataStore.set(caller.userID, room: room, type: request.key.type, content: content, in: db)
            return (EmptyObject(), [caller.userID])
        }
    }

    func deleteAccountData(_ request: AccountDataRequest, _ caller: Caller) async throws -> EmptyObject {
        try Self.requireSettable(request, caller)
        let limit = services.configuration.userLimits.accountDataTypes
        return try await write(by: caller) { db in
            let room = try Self.accountDataRoom(request, caller, in: db)
            try AccountDataStore.delete(caller.userID, room: room, type: request.type, in: db)
            try AccountDataStore.forgetDeleted(caller.userID, beyond: limit, in: db)
            return (EmptyObject(), [caller.userID])
        }
    }

    private static func requireSettable(_ request: AccountDataRequest, _ caller: Caller) throws {
        try requireSelf(request.userID, caller)
        _ = try StoredText.checked(request.type, field: "type")
        guard request.type.utf8.count <= 255 else {
            throw WireError(.tooLong, field: "type", reason: "a type has at most 255 bytes")
        }
        guard !managedTypes.contains(request.type) else {
            throw StatusedError(status: 405, error: MatrixError(.badJSON, "\(request.type) cannot be set here."))
        }
    }

    static func accountDataRoom(_ request: AccountDataRequest, _ caller: Caller, in db: Database) throws -> RoomRowID {
        guard let roomID = request.roomID else { return .noRoom }
        // Users who were never in a room must not learn if the room exists.
        guard let room = try MembershipRows.room(roomID, of: caller.userID, in: db) else {
            throw MatrixError(.forbidden, "You are not in this room.")
        }
        return room
    }
}
