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
            db.cachedStatement(sql: "SELECT content FROM account_data WHERE user = ? AND room = ? AND type = ?"), arguments: [user, room, type]
        ).map { [UInt8]($0) }
    }

    static func set(_ user: String, room: Int64, type: String, content: [UInt8], in db: Database) throws {
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO account_data (user, room, type, content, ord) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [user, room, type, Data(content), ord])
    }

    /// What changed after a position, or everything.
    static func changes(_ user: String, after position: Int64?, in db: Database) throws -> [Entry] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT room, type, content FROM account_data WHERE user = ? AND ord > ? ORDER BY ord"),
            arguments: [user, position ?? -1])
        return try rows.map { row in
            Entry(room: row[0], type: row[1], content: try row.withUnsafeData(atIndex: 2) { data in data.map { [UInt8]($0) } ?? [] })
        }
    }

    static func all(_ user: String, room: Int64, in db: Database) throws -> [Entry] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT type, content FROM account_data WHERE user = ? AND room = ? ORDER BY ord"), arguments: [user, room])
        return try rows.map { row in
            Entry(room: room, type: row[0], content: try row.withUnsafeData(atIndex: 1) { data in data.map { [UInt8]($0) } ?? [] })
        }
    }
}

extension RoomService {
    /// Types that other endpoints keep (SDN sheet 7.2).
    private static let managedTypes: Set<String> = ["m.fully_read", "m.push_rules"]

    func accountData(_ request: AccountDataRequest, _ caller: Caller) async throws -> RawJSON {
        try Self.requireSelf(request.userID, caller)
        let content = try await read { db in
            let room = try Self.accountDataRoom(request, caller, in: db)
            return try AccountDataStore.content(caller.userID, room: room, type: request.type, in: db)
        }
        guard let content else { throw MatrixError(.notFound, "This account data is not set.") }
        return RawJSON(assembled: content)
    }

    func setAccountData(_ request: SetAccountDataRequest, _ caller: Caller) async throws -> EmptyObject {
        try Self.requireSelf(request.key.userID, caller)
        guard !Self.managedTypes.contains(request.key.type) else {
            throw StatusedError(status: 405, error: MatrixError(.badJSON, "\(request.key.type) cannot be set here."))
        }
        guard JSONValue.object(request.content).isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "More than \(EventFormat.depthLimit) levels.")
        }
        let content = JSONValue.object(request.content).serialized()
        return try await write { db in
            let room = try Self.accountDataRoom(request.key, caller, in: db)
            try AccountDataStore.set(caller.userID, room: room, type: request.key.type, content: content, in: db)
            return (EmptyObject(), [caller.userID])
        }
    }

    private static func accountDataRoom(_ request: AccountDataRequest, _ caller: Caller, in db: Database) throws -> Int64 {
        guard let roomID = request.roomID else { return 0 }
        // Whether a room exists is nobody's business who was never in it.
        let room = try Int64.fetchOne(
            db,
            sql: "SELECT m.room FROM membership m JOIN room r ON r.nid = m.room WHERE m.user = ? AND r.room_id = ?", arguments: [caller.userID, roomID])
        guard let room else { throw MatrixError(.forbidden, "You are not in this room.") }
        return room
    }
}
