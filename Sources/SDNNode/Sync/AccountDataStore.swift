import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// What a user keeps on the node, for all rooms or for one. It shares the stream's positions, so sync finds what is new.
enum AccountDataStore {
    static func content(_ user: String, room: Int64, type: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM account_data WHERE user = ? AND room = ? AND type = ? AND NOT is_deleted"), arguments: [user, room, type]
        ).map { [UInt8]($0) }
    }

    static func set(_ user: String, room: Int64, type: String, content: [UInt8], in db: Database) throws {
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO account_data (user, room, type, content, ord) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [user, room, type, Data(content), ord])
    }

    /// Takes one type away; devices that have it are told of an empty content.
    static func delete(_ user: String, room: Int64, type: String, in db: Database) throws {
        guard try content(user, room: room, type: type, in: db) != nil else { return }
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(sql: "UPDATE account_data SET content = ?, ord = ?, is_deleted = 1 WHERE user = ? AND room = ? AND type = ?")
            .execute(arguments: [Data("{}".utf8), ord, user, room, type])
    }

    /// Which types of which rooms changed after a position, those that were taken away too, in the order of their changes; `nil` for more
    /// than `limit`.
    static func changes(_ user: String, after position: Int64, atMost limit: Int, in db: Database) throws -> [Int64: [String]]? {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT room, type FROM account_data WHERE user = ? AND ord > ? ORDER BY ord LIMIT ?"),
            arguments: [user, position, limit + 1])
        return rows.count > limit ? nil : Dictionary(grouping: rows) { $0[0] }.mapValues { $0.map { $0[1] } }
    }

    /// The same for one room; without a position the types that are there.
    static func changedTypes(_ user: String, room: Int64, after position: Int64?, in db: Database) throws -> [String] {
        // Never by the index of all changes: it would be read anew for each room.
        try String.fetchAll(
            db.cachedStatement(sql: """
                SELECT type FROM account_data WHERE user = ?1 AND room = ?2 AND +ord > ?3 AND (?3 >= 0 OR NOT is_deleted) ORDER BY +ord
                """),
            arguments: [user, room, position ?? -1])
    }

    /// The content, which is empty for a type that was taken away.
    static func contentOrMark(_ user: String, room: Int64, type: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM account_data WHERE user = ? AND room = ? AND type = ?"), arguments: [user, room, type]
        ).map { [UInt8]($0) }
    }
}

extension RoomService {
    /// Types that other endpoints keep (SDN sheet 7.2).
    private static let managedTypes: Set<String> = ["m.fully_read", "m.push_rules"]

    func accountData(_ request: AccountDataRequest, _ caller: Caller) async throws -> RawJSON {
        try Self.requireSelf(request.userID, caller)
        let content = try await read { db in
            let room = try Self.accountDataRoom(request, caller, in: db)
            if room == 0, request.type == PushRuleStore.accountDataType {
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
            throw MatrixError(.badJSON, "More than \(EventFormat.depthLimit) levels.")
        }
        if request.key.roomID == nil, request.key.type == IgnoredSenders.type { try services.ignored.check(request.content) }
        let content = JSONValue.object(request.content).serialized(), limits = services.configuration.userLimits
        return try await write { db in
            let room = try Self.accountDataRoom(request.key, caller, in: db)
            try AccountDataStore.check(caller.userID, room: room, type: request.key.type, bytes: content.count, limits, in: db)
            try AccountDataStore.set(caller.userID, room: room, type: request.key.type, content: content, in: db)
            return (EmptyObject(), [caller.userID])
        }
    }

    func deleteAccountData(_ request: AccountDataRequest, _ caller: Caller) async throws -> EmptyObject {
        try Self.requireSettable(request, caller)
        let limit = services.configuration.userLimits.accountDataTypes
        return try await write { db in
            let room = try Self.accountDataRoom(request, caller, in: db)
            try AccountDataStore.delete(caller.userID, room: room, type: request.type, in: db)
            try AccountDataStore.forgetDeleted(caller.userID, beyond: limit, in: db)
            return (EmptyObject(), [caller.userID])
        }
    }

    private static func requireSettable(_ request: AccountDataRequest, _ caller: Caller) throws {
        try requireSelf(request.userID, caller)
        _ = try StoredText.checked(request.type, field: "type")
        guard request.type.utf8.count <= 255 else { throw WireError(.tooLong, field: "type", reason: "a type has at most 255 bytes") }
        guard !managedTypes.contains(request.type) else {
            throw StatusedError(status: 405, error: MatrixError(.badJSON, "\(request.type) cannot be set here."))
        }
    }

    static func accountDataRoom(_ request: AccountDataRequest, _ caller: Caller, in db: Database) throws -> Int64 {
        guard let roomID = request.roomID else { return 0 }
        // Whether a room exists is nobody's business who was never in it.
        let room = try Int64.fetchOne(
            db,
            sql: "SELECT m.room FROM membership m JOIN room r ON r.nid = m.room WHERE m.user = ? AND r.room_id = ?", arguments: [caller.userID, roomID])
        guard let room else { throw MatrixError(.forbidden, "You are not in this room.") }
        return room
    }
}
