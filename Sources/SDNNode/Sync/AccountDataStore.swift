import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// What a user keeps on the node, for all rooms or for one. It shares the stream's positions, so sync finds what is new.
enum AccountDataStore {
    struct Entry: Sendable {
        /// 0 for global account data.
        let room: Int64
        let type: String
        let content: [UInt8]
    }

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

    /// What changed after a position, what was taken away too; without a position everything that is there.
    static func changes(_ user: String, after position: Int64?, in db: Database) throws -> [Entry] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: """
                SELECT room, type, content FROM account_data WHERE user = ?1 AND ord > ?2 AND (?2 >= 0 OR NOT is_deleted) ORDER BY ord
                """),
            arguments: [user, position ?? -1])
        return try rows.map { row in
            Entry(room: row[0], type: row[1], content: try row.withUnsafeData(atIndex: 2) { data in data.map { [UInt8]($0) } ?? [] })
        }
    }

    static func all(_ user: String, room: Int64, in db: Database) throws -> [Entry] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT type, content FROM account_data WHERE user = ? AND room = ? AND NOT is_deleted ORDER BY ord"), arguments: [user, room])
        return try rows.map { row in
            Entry(room: room, type: row[0], content: try row.withUnsafeData(atIndex: 1) { data in data.map { [UInt8]($0) } ?? [] })
        }
    }

    /// What a filter leaves of entries in the order of their changes: of too many the newest.
    static func filtered(_ entries: [Entry], by matcher: FilterMatcher, user: String) -> [Entry] {
        let admitted = entries.filter { matcher.admitsEntry(type: $0.type, sender: user) }
        return matcher.filter.limit.map { admitted.suffix($0) } ?? admitted
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
