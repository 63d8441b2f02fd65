import GRDB
import SDNWire

/// The aliases and the rooms that they lead to.
enum RoomAliasStore {
    static func room(_ alias: String, in db: Database) throws -> RoomRowID? {
        try RoomRowID.fetchOne(
            db.cachedStatement(sql: "SELECT room FROM room_alias WHERE alias = ?"), arguments: [alias])
    }

    /// Returns the room of an ID or alias.
    /// - Throws: `M_NOT_FOUND` if there is none.
    static func resolve(_ idOrAlias: String, in db: Database) throws -> RoomRecord {
        if idOrAlias.utf8.first == UInt8(ascii: "#") {
            if let rowID = try room(idOrAlias, in: db), let record = try RoomRecord.find(rowID: rowID, in: db) {
                return record
            }
            throw MatrixError(.notFound, "There is no room with this alias.")
        }
        guard let record = try RoomRecord.find(idOrAlias, in: db) else {
            throw MatrixError(.notFound, "This room does not exist.")
        }
        return record
    }

    /// The most aliases of one room, of one user in a room, and of one user in all rooms. These limits exist because answers about a room contain its
    /// aliases, and because no other user can use a name that is taken.
    static let perRoom = 200, perUserInRoom = 50, perUser = 1_000

    /// - Throws: `M_ROOM_IN_USE` if the alias is taken; `M_RESOURCE_LIMIT_EXCEEDED` if there are too many.
    static func add(_ alias: String, room: RoomRowID, creator: String, in db: Database) throws {
        guard try self.room(alias, in: db) == nil else { throw MatrixError(.roomInUse, "The alias \(alias) is taken.") }
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT count(*), coalesce(sum(creator = ?2), 0),
                        (SELECT count(*) FROM (SELECT 1 FROM room_alias INDEXED BY room_alias_by_creator WHERE creator = ?2 LIMIT ?3))
                    FROM room_alias WHERE room = ?1
                    """),
            arguments: [room, creator, perUser])
        let (all, own, everywhere): (Int, Int, Int) = (row?[0] ?? 0, row?[1] ?? 0, row?[2] ?? 0)
        guard all < perRoom, own < perUserInRoom, everywhere < perUser else {
            throw StatusedError(
                status: 403,
                error: MatrixError(
                    .resourceLimitExceeded,
                    "A room has at most \(perRoom) aliases, a user has at most \(perUserInRoom) in a room, and at most \(perUser) in all."
                ))
        }
        try db.execute(
            sql: "INSERT INTO room_alias (alias, room, creator) VALUES (?, ?, ?)", arguments: [alias, room, creator])
    }

    /// Returns the first aliases of a room, sorted by name.
    static func aliases(of room: RoomRowID, atMost limit: Int, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT alias FROM room_alias WHERE room = ? ORDER BY alias LIMIT ?"),
            arguments: [room, limit])
    }
    static func creator(of alias: String, in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT creator FROM room_alias WHERE alias = ?", arguments: [alias])
    }

    static func remove(_ alias: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM room_alias WHERE alias = ?", arguments: [alias])
    }

    static func removeAll(of room: RoomRowID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM room_alias WHERE room = ?", arguments: [room])
    }

    /// Moves all aliases of a room to another one.
    static func move(from old: RoomRowID, to new: RoomRowID, in db: Database) throws {
        try db.execute(sql: "UPDATE room_alias SET room = ? WHERE room = ?", arguments: [new, old])
    }
}
