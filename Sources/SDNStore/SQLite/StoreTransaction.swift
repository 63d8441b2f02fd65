import GRDB
import GRDBSQLite
import HeraldJSON
import SDNValues

/// A transaction on SQLite. It is used only on the database's queue, during one call of ``StoreDatabase``.
final class StoreTransaction {
    let db: Database
    let cell: StoreCell
    private let statements: StoreStatements
    private let connection: OpaquePointer
    /// The number of this change in a shared store; 0 in any other store.
    private(set) var generation: Int64 = 0
    /// The room of the last call and its row ID. They are kept because a sync processes one room after the other.
    private var lastRoom: (id: String, rowID: RoomRowID)?
    /// The segment that was read last. It stays valid, because the number of a removed segment is never used again.
    var lastSegment: (id: Int64, roomId: String)?
    /// The first receipts of the room in which receipts were last looked up. They are kept because a sync looks up one user after the other.
    var lastFirstReceipts: (room: RoomRowID, byUser: [String: [MXReceiptData]])?
    /// The first state of the room in which a state event was last looked up. It is kept because a sync looks up one event after the other.
    var lastFirstState: FirstState?
    /// The places of the state events of the room in which an ID was last looked up.
    var lastStatePlaces: StatePlaces?

    init(_ db: Database, _ statements: StoreStatements, _ cell: StoreCell) throws {
        guard let connection = db.sqliteConnection else {
            throw SDNSDKError(.storeFailed, reason: "the store is closed")
        }
        self.db = db
        self.cell = cell
        self.statements = statements
        self.connection = connection
    }

    func statement(_ query: StoreSQL) throws -> StoreStatement { try statements.statement(query, on: connection) }

    private static let generationKey = "generation"

    /// Returns the number of changes that all processes have made.
    func storedGeneration() throws -> Int64 {
        let statement = try statement(.value)
        statement.bind(StoreTransaction.generationKey, at: 1)
        return try statement.first { Int64(try $0.text(0)) ?? 0 } ?? 0
    }

    /// Gives this change a number, with which other processes find what the change wrote.
    func countChange() throws {
        let (next, overflow) = try storedGeneration().addingReportingOverflow(1)
        generation = overflow ? 1 : next
        let statement = try statement(.setValue)
        statement.bind(StoreTransaction.generationKey, at: 1)
        statement.bind(String(generation), at: 2)
        try statement.run()
    }

    /// Returns the row ID that stands for a room in the other tables.
    func rowID(ofRoom roomId: String) throws -> RoomRowID? {
        if let lastRoom, lastRoom.id == roomId { return lastRoom.rowID }
        let statement = try statement(.roomRowID)
        statement.bind(roomId, at: 1)
        guard let number = try statement.first({ try $0.int(0) }) else { return nil }
        let rowID = RoomRowID(rawValue: number)
        lastRoom = (roomId, rowID)
        return rowID
    }

    func requiredRowID(ofRoom roomId: String) throws -> RoomRowID {
        guard let rowID = try rowID(ofRoom: roomId) else {
            throw SDNSDKError(.storeFailed, field: "roomId", reason: "store the room before its events")
        }
        return rowID
    }

    /// The number of the row that the last statement added.
    var lastRowNumber: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Seals bytes into reused memory, and runs a statement with them.
    func run(
        _ statement: StoreStatement, sealing bytes: some Collection<UInt8>,
        for owner: @autoclosure () -> StoreCell.Owner, at place: Int32
    ) throws -> Int {
        try cell.seal(bytes, for: owner(), into: &statements.scratch)
        return try statements.scratch.withUnsafeBytes { sealed in
            statement.bind(staying: sealed, at: place)
            return try statement.run()
        }
    }

    /// Reads a stored event. Its members are read when they are needed.
    func event(
        _ row: StoreStatement, _ column: Int32 = 0, for owner: @autoclosure () -> StoreCell.Owner, roomId: String?
    ) throws -> MXEvent {
        MXEvent(stored: try row.blob(column) { try cell.open($0, for: owner()) }, roomId: roomId)
    }

    func object(_ row: StoreStatement, _ column: Int32, for owner: @autoclosure () -> StoreCell.Owner) throws
        -> JSONObject
    {
        let bytes = try row.blob(column) { try cell.open($0, for: owner()) }
        guard let object = try? JSONValue(parsing: bytes).objectValue else {
            throw SDNSDKError(.storeDamaged, reason: "a stored value cannot be read")
        }
        return object
    }
}
