import Foundation
import GRDB
import HeraldJSON

/// The unfinished fan-outs in the database.
enum FanOutStore {
    static func insert(_ work: any FanOut, of user: String, in db: Database) throws -> Int64 {
        try db.cachedStatement(sql: "INSERT INTO fan_out (kind, subject, user, plan) VALUES (?, ?, ?, ?)")
            .execute(arguments: [type(of: work).kind.rawValue, work.subject, user, try plan(of: work)])
        return db.lastInsertedRowID
    }

    static func update(_ id: Int64, _ work: any FanOut, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE fan_out SET plan = ? WHERE id = ?").execute(arguments: [
            try plan(of: work), id,
        ])
    }

    static func remove(_ id: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM fan_out WHERE id = ?").execute(arguments: [id])
    }

    /// Cancels the work for a subject.
    static func remove(_ kind: FanOutKind, _ subject: String, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM fan_out WHERE kind = ? AND subject = ?").execute(arguments: [
            kind.rawValue, subject,
        ])
    }

    /// Returns the work; `nil` if it is done or cancelled.
    /// - Parameter types: returns the type of each kind.
    static func find(_ id: Int64, _ types: (FanOutKind) -> any FanOut.Type, in db: Database) throws -> (any FanOut)? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT kind, plan FROM fan_out WHERE id = ?"), arguments: [id])
        guard let row, let kind = FanOutKind(rawValue: row[0]) else { return nil }
        return try decode(types(kind), from: row[1])
    }

    /// Returns the unfinished work for a subject, and the user whose work it is.
    static func find<Work: FanOut>(_ type: Work.Type, _ subject: String, in db: Database) throws -> (
        id: Int64, user: String, work: Work
    )? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT id, user, plan FROM fan_out WHERE kind = ? AND subject = ? ORDER BY id LIMIT 1"),
            arguments: [type.kind.rawValue, subject])
        return try row.map { (id: $0[0], user: $0[1], work: try decode(type, from: $0[2])) }
    }

    /// True if there is unfinished work for a subject.
    static func has(_ kind: FanOutKind, _ subject: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM fan_out WHERE kind = ? AND subject = ?)"),
            arguments: [kind.rawValue, subject]) ?? false
    }

    /// Returns all unfinished work, in the order in which it began.
    static func all(in db: Database) throws -> [(id: Int64, user: String)] {
        try Row.fetchAll(db, sql: "SELECT id, user FROM fan_out ORDER BY id").map { ($0[0], $0[1]) }
    }

    private static func plan(of work: any FanOut) throws -> Data { Data(try JSONModelEncoder().canonicalBytes(work)) }

    private static func decode<Work: FanOut>(_ type: Work.Type, from data: Data) throws -> Work {
        try JSONModelDecoder().decode(type, from: [UInt8](data))
    }
}
