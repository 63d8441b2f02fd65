import Foundation
import GRDB
import HeraldJSON

/// A transaction on SQLite. Lives on the database's queue, inside one call of ``StoreDatabase``.
final class StoreTransaction {
    let db: Database
    private var roomNumbers: [String: Int64] = [:]

    init(_ db: Database) { self.db = db }

    /// The row number that stands for a room id in the other tables.
    func number(ofRoom roomId: String) throws -> Int64? {
        if let number = roomNumbers[roomId] { return number }
        let number = try Int64.fetchOne(db.cachedStatement(sql: "SELECT id FROM room WHERE roomId = ?"), arguments: [roomId])
        roomNumbers[roomId] = number
        return number
    }

    func requiredNumber(ofRoom roomId: String) throws -> Int64 {
        guard let number = try number(ofRoom: roomId) else {
            throw SDNSDKError(.storeFailed, field: "roomId", reason: "the room has to be saved before its events")
        }
        return number
    }

    func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }

    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Reads a stored event. - Throws: ``SDNSDKError`` with code `storeDamaged` when the row does not hold one.
    func event(_ row: Row, roomId: String?) throws -> MXEvent {
        let raw = try row.decode(Data.self, atIndex: 0)
        do {
            return try MXEvent(raw: Array(raw), roomId: roomId)
        } catch {
            throw SDNSDKError(.storeDamaged, field: "raw", reason: "a stored event is not readable")
        }
    }

    func object(_ data: Data) throws -> JSONObject {
        guard let object = try? JSONValue(parsing: Array(data)).objectValue else {
            throw SDNSDKError(.storeDamaged, reason: "a stored value is not readable")
        }
        return object
    }
}
