import Foundation
import GRDB

/// Checks that a store's content is sealed with the key that it is opened with. A row with known content shows this.
struct StoreKey {
    private static let name = "storeCipher"
    /// The name of a row that exists while free pages may still hold unencrypted content.
    private static let unwiped = "storeUnwiped"
    private static let known = Array("this store is sealed".utf8)

    /// An error: the content is not encrypted and has to be. That needs the file for one process alone.
    struct NeedsSealing: Error {}

    enum Standing {
        /// There is no table yet.
        case fresh
        /// The content is sealed with this key, or there is neither key nor sealed content.
        case right
        /// There is unencrypted content, and now a key.
        case bare
    }

    /// Compares the store's content with the key.
    /// - Throws: ``SDNSDKError`` with code `storeKeyMissing` or `storeKeyWrong`. Nothing is changed then.
    static func check(_ cell: StoreCell, in db: Database) throws -> Standing {
        guard try db.tableExists("session") else { return .fresh }
        guard let mark = try Data.fetchOne(db, sql: "SELECT value FROM session WHERE key = ?", arguments: [name]) else {
            return cell.cipher == nil ? .right : .bare
        }
        guard let cipher = cell.cipher else {
            throw SDNSDKError(.storeKeyMissing, reason: "the store is encrypted, so open it with its key")
        }
        guard let opened = try? cipher.open(Array(mark), boundTo: StoreCell.Owner.check.binding), opened == known
        else { throw SDNSDKError(.storeKeyWrong, reason: "the store is encrypted with another key") }
        return .right
    }

    static func isMarked(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)", arguments: [name]) ?? false
    }

    /// Records that everything is sealed with this key from now on.
    static func mark(_ cell: StoreCell, in db: Database) throws {
        guard cell.cipher != nil else { return }
        let sealed = try cell.seal(known, for: .check)
        try db.execute(
            sql: "INSERT OR REPLACE INTO session (key, value) VALUES (?, ?)", arguments: [name, Data(sealed)])
    }

    /// Seals all unencrypted content.
    static func sealEverything(_ cell: StoreCell, in db: Database) throws {
        let bare = StoreCell(cipher: nil)
        func reseal(_ table: String, _ column: String, keys: String, _ owner: (Row) throws -> StoreCell.Owner) throws {
            let condition = keys.split(separator: ",").map { "\($0) = ?" }.joined(separator: " AND ")
            let update = try db.makeStatement(sql: "UPDATE \(table) SET \(column) = ? WHERE \(condition)")
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(keys) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY \(keys)")
            var all: [Row] = []
            while let row = try rows.next() { all.append(row.copy()) }
            for row in all {
                let values = Array(row.databaseValues)
                let select = try db.cachedStatement(sql: "SELECT \(column) FROM \(table) WHERE \(condition)")
                guard let data = try Data.fetchOne(select, arguments: StatementArguments(values)) else { continue }
                let place = try owner(row)
                let content = try data.withUnsafeBytes { try bare.open($0, for: place) }
                try update.execute(
                    arguments: StatementArguments([Data(try cell.seal(content, for: place)).databaseValue] + values))
            }
        }
        try reseal("event", "raw", keys: "place") { .event(place: try $0.decode(atIndex: 0)) }
        try reseal("state", "raw", keys: "room,type,stateKey") {
            .state(room: try $0.decode(atIndex: 0), type: try $0.decode(atIndex: 1), key: try $0.decode(atIndex: 2))
        }
        try reseal("firstState", "events", keys: "room") { .firstState(room: try $0.decode(atIndex: 0)) }
        try reseal("firstReceipts", "receipts", keys: "room") { .receipts(room: try $0.decode(atIndex: 0)) }
        try reseal("room", "details", keys: "roomId") { .room(try $0.decode(atIndex: 0)) }
        try reseal("profile", "names", keys: "userId") { .profile(try $0.decode(atIndex: 0)) }
        try reseal("accountData", "raw", keys: "roomId,type") {
            .accountData(room: try $0.decode(atIndex: 0), type: try $0.decode(atIndex: 1))
        }
        try reseal("outgoing", "content", keys: "localId") { .outgoing(try $0.decode(atIndex: 0)) }
        try reseal("outgoing", "failureReason", keys: "localId") { .failure(try $0.decode(atIndex: 0)) }
        try reseal("attachment", "bytes", keys: "localId,member") {
            .attachment(try $0.decode(atIndex: 0), member: try $0.decode(atIndex: 1))
        }
        try reseal("attachment", "about", keys: "localId,member") {
            .aboutAttachment(try $0.decode(atIndex: 0), member: try $0.decode(atIndex: 1))
        }
        try reseal("draft", "text", keys: "roomId,threadId") {
            .draft(room: try $0.decode(atIndex: 0), thread: try $0.decode(atIndex: 1))
        }
        try reseal("cachedSync", "response", keys: "nextBatch") { .cachedSync(try $0.decode(atIndex: 0)) }
        try db.execute(sql: "INSERT OR REPLACE INTO session (key, value) VALUES (?, '')", arguments: [unwiped])
        try mark(cell, in: db)
    }

    /// Removes unencrypted content from free pages and from the log, also when an earlier process ended before this was done.
    static func wipe(_ db: Database) throws {
        guard
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)", arguments: [unwiped])
                ?? false
        else { return }
        // Through a file, because the whole store might not fit into memory. What is copied is already sealed.
        try db.execute(sql: "PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY")
        _ = try db.checkpoint(.truncate)
        try db.execute(sql: "DELETE FROM session WHERE key = ?", arguments: [unwiped])
    }
}
