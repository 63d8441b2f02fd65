import GRDB
import HeraldJSON
import SDNWire

/// Which alias leads to which room.
enum RoomDirectory {
    static func room(_ alias: String, in db: Database) throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT room FROM room_alias WHERE alias = ?"), arguments: [alias])
    }

    /// The room of an id or an alias. - Throws: `M_NOT_FOUND`.
    static func resolve(_ idOrAlias: String, in db: Database) throws -> RoomRecord {
        if idOrAlias.utf8.first == UInt8(ascii: "#") {
            if let nid = try room(idOrAlias, in: db), let record = try RoomRecord.find(nid: nid, in: db) { return record }
            throw MatrixError(.notFound, "There is no room with this alias.")
        }
        guard let record = try RoomRecord.find(idOrAlias, in: db) else { throw MatrixError(.notFound, "There is no such room.") }
        return record
    }

    /// Aliases of one room, of one user in a room, and of one user in all rooms: they are shown with the room, and a name that is taken is
    /// taken for everybody.
    static let perRoom = 200, perUserInRoom = 50, perUser = 1_000

    /// - Throws: `M_ROOM_IN_USE` when the alias is taken; `M_RESOURCE_LIMIT_EXCEEDED`.
    static func add(_ alias: String, room: Int64, creator: String, in db: Database) throws {
        guard try self.room(alias, in: db) == nil else { throw MatrixError(.roomInUse, "The alias \(alias) is taken.") }
        let row = try Row.fetchOne(
            db.cachedStatement(sql: """
                SELECT count(*), coalesce(sum(creator = ?2), 0),
                    (SELECT count(*) FROM (SELECT 1 FROM room_alias INDEXED BY room_alias_by_creator WHERE creator = ?2 LIMIT ?3))
                FROM room_alias WHERE room = ?1
                """),
            arguments: [room, creator, perUser])
        let (all, own, everywhere): (Int, Int, Int) = (row?[0] ?? 0, row?[1] ?? 0, row?[2] ?? 0)
        guard all < perRoom, own < perUserInRoom, everywhere < perUser else {
            throw StatusedError(status: 403, error: MatrixError(
                .resourceLimitExceeded, "A room has at most \(perRoom) aliases, \(perUserInRoom) of one user, and a user has \(perUser) in all."))
        }
        try db.execute(sql: "INSERT INTO room_alias (alias, room, creator) VALUES (?, ?, ?)", arguments: [alias, room, creator])
    }

    /// The first aliases of a room by name.
    static func aliases(of room: Int64, atMost limit: Int, in db: Database) throws -> [String] {
        try String.fetchAll(db.cachedStatement(sql: "SELECT alias FROM room_alias WHERE room = ? ORDER BY alias LIMIT ?"), arguments: [room, limit])
    }
}

extension RoomService {
    func resolveAlias(_ request: RoomAliasRequest) async throws -> RoomAliasResponse {
        let roomID = try await read { db in try RoomDirectory.resolve(RoomAlias(request.alias).text, in: db).roomID }
        return RoomAliasResponse(roomID: roomID, servers: [services.configuration.serverName])
    }

    func addAlias(_ request: SetRoomAliasRequest, _ caller: Caller) async throws -> EmptyObject {
        let asked = try RoomAlias(request.alias), alias = asked.text
        guard asked.domain == services.configuration.serverName else {
            throw MatrixError(.invalidParam, "room_alias: aliases of this node end in :\(services.configuration.serverName).")
        }
        try await services.database.write { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            try access.requireJoined()
            guard try RoomDirectory.room(alias, in: db) == nil else {
                // What the specification has here, other than for a room that is made with an alias.
                throw StatusedError(status: 409, error: MatrixError(.unknown, "The alias \(alias) is taken."))
            }
            try RoomDirectory.add(alias, room: access.room.nid, creator: caller.userID, in: db)
        }
        return EmptyObject()
    }

    /// Who made an alias may remove it, and who may set the room's canonical alias.
    func removeAlias(_ request: RoomAliasRequest, _ caller: Caller) async throws -> EmptyObject {
        try await services.database.write { db in
            let room = try RoomDirectory.resolve(RoomAlias(request.alias).text, in: db)
            let creator = try String.fetchOne(db, sql: "SELECT creator FROM room_alias WHERE alias = ?", arguments: [request.alias])
            if creator != caller.userID { try Self.requireStewardship(of: room, caller, in: db) }
            try db.execute(sql: "DELETE FROM room_alias WHERE alias = ?", arguments: [request.alias])
        }
        return EmptyObject()
    }

    func aliases(_ request: RoomRequest, _ caller: Caller) async throws -> RoomAliasesResponse {
        let aliases = try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            if !access.history.isWorldReadable { try access.requireJoined() }
            return try RoomDirectory.aliases(of: access.room.nid, atMost: RoomDirectory.perRoom, in: db)
        }
        return RoomAliasesResponse(aliases: aliases)
    }

    func directoryVisibility(_ request: RoomRequest) async throws -> DirectoryVisibilityResponse {
        let isListed = try await read { db in
            let room = try RoomDirectory.resolve(request.roomID, in: db)
            return try Bool.fetchOne(db, sql: "SELECT is_listed FROM room WHERE nid = ?", arguments: [room.nid]) ?? false
        }
        return DirectoryVisibilityResponse(isPublic: isListed)
    }

    func setDirectoryVisibility(_ request: SetDirectoryVisibilityRequest, _ caller: Caller) async throws -> EmptyObject {
        try await services.database.write { db in
            let room = try RoomDirectory.resolve(request.roomID, in: db)
            try Self.requireStewardship(of: room, caller, in: db)
            try db.execute(sql: "UPDATE room SET is_listed = ? WHERE nid = ?", arguments: [request.isPublic, room.nid])
        }
        return EmptyObject()
    }

    /// - Throws: `M_FORBIDDEN` unless the caller could set the room's canonical alias.
    private static func requireStewardship(of room: RoomRecord, _ caller: Caller, in db: Database) throws {
        let draft = EventDraft(type: EventType.canonicalAlias, stateKey: "", sender: caller.userID, content: [:])
        let facts = try AuthorizationFacts(for: draft, room: room, in: db)
        if case .deny(let reason) = Authorization.check(draft, in: facts.state) { throw MatrixError(.forbidden, "Forbidden: \(reason).") }
    }
}
