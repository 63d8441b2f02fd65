import GRDB
import GRDBSQLite
import HeraldJSON

/// A transaction on SQLite. Lives on the database's queue, inside one call of ``StoreDatabase``.
final class StoreTransaction {
    let db: Database
    let cell: StoreCell
    private let statements: StoreStatements
    private let connection: OpaquePointer
    /// The number of this change, in a store that others may have open; 0 in every other.
    private(set) var generation: Int64 = 0
    /// The room that the last call was about; a sync goes through one room after the other.
    private var lastRoom: (id: String, number: Int64)?
    /// The segment that was read last. The number of one that is gone is given to no other.
    var lastSegment: (id: Int64, roomId: String)?
    /// The first receipts of the room that was asked for last: a sync asks for those of one user after the other.
    var lastFirstReceipts: (room: Int64, byUser: [String: [MXReceiptData]])?
    /// The same of its first state, of which one event is looked for after the other.
    var lastFirstState: FirstState?
    /// Where the events of the room's state stand that was last asked for by an id.
    var lastStatePlaces: StatePlaces?

    init(_ db: Database, _ statements: StoreStatements, _ cell: StoreCell) throws {
        guard let connection = db.sqliteConnection else { throw SDNSDKError(.storeFailed, reason: "the store is closed") }
        self.db = db
        self.cell = cell
        self.statements = statements
        self.connection = connection
    }

    func statement(_ sql: StoreSQL) throws -> StoreStatement { try statements.statement(sql, on: connection) }

    private static let generationKey = "generation"

    /// How many changes any process has made.
    func storedGeneration() throws -> Int64 {
        let statement = try statement(.value)
        statement.bind(StoreTransaction.generationKey, at: 1)
        return try statement.first { Int64(try $0.text(0)) ?? 0 } ?? 0
    }

    /// Gives this change its number, so that others find what it wrote.
    func countChange() throws {
        let (next, overflow) = try storedGeneration().addingReportingOverflow(1)
        generation = overflow ? 1 : next
        let statement = try statement(.setValue)
        statement.bind(StoreTransaction.generationKey, at: 1)
        statement.bind(String(generation), at: 2)
        try statement.run()
    }

    /// The row number that stands for a room id in the other tables.
    func number(ofRoom roomId: String) throws -> Int64? {
        if let lastRoom, lastRoom.id == roomId { return lastRoom.number }
        let statement = try statement(.roomNumber)
        statement.bind(roomId, at: 1)
        guard let number = try statement.first({ try $0.int(0) }) else { return nil }
        lastRoom = (roomId, number)
        return number
    }

    func requiredNumber(ofRoom roomId: String) throws -> Int64 {
        guard let number = try number(ofRoom: roomId) else {
            throw SDNSDKError(.storeFailed, field: "roomId", reason: "the room has to be saved before its events")
        }
        return number
    }

    /// The number of the row that the last statement added.
    var lastRowNumber: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Anything else that is to be done once.
    func run(_ sql: String) throws { try db.execute(sql: sql) }

    /// Seals bytes into memory that is used again and again, and runs a statement that is given them.
    func run(_ statement: StoreStatement, sealing bytes: some Collection<UInt8>, for owner: @autoclosure () -> StoreCell.Owner, at place: Int32) throws -> Int {
        try cell.seal(bytes, for: owner(), into: &statements.scratch)
        return try statements.scratch.withUnsafeBytes { sealed in
            statement.bind(staying: sealed, at: place)
            return try statement.run()
        }
    }

    /// Reads a stored event; its members are read when they are asked for.
    func event(_ row: StoreStatement, _ column: Int32 = 0, for owner: @autoclosure () -> StoreCell.Owner, roomId: String?) throws -> MXEvent {
        MXEvent(stored: try row.blob(column) { try cell.open($0, for: owner()) }, roomId: roomId)
    }

    func object(_ row: StoreStatement, _ column: Int32, for owner: @autoclosure () -> StoreCell.Owner) throws -> JSONObject {
        let bytes = try row.blob(column) { try cell.open($0, for: owner()) }
        guard let object = try? JSONValue(parsing: bytes).objectValue else {
            throw SDNSDKError(.storeDamaged, reason: "a stored value is not readable")
        }
        return object
    }
}
