import Crypto
import Foundation
import GRDB
import HeraldKeys

/// The encrypted rows of a vault within one transaction. Changes to the rows and to the ledger take effect together when the transaction is
/// committed.
struct VaultRows {
    let db: Database
    let seal: RowSeal
    private let random: @Sendable (Int) -> [UInt8]
    private(set) var ledger: RowLedger

    init(_ db: Database, seal: RowSeal, ledger: RowLedger, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.db = db
        self.seal = seal
        self.ledger = ledger
        self.random = random
    }

    /// Reads the marks of all rows and compares them with the stored ledger.
    /// - Throws: ``WalletError`` with code `damaged` if they differ. The field of the error is the kind of the damaged row if that is
    /// known.
    static func loadLedger(_ db: Database, seal: RowSeal, headerBytes: [UInt8]) throws -> RowLedger {
        var marks: [RowName: [UInt8]] = [:]
        var stored: [UInt8]?
        try forEachRow(db) { kind, id, value in
            guard let kind else {
                throw WalletError(.damaged, field: "item", reason: "there is a row of an unknown kind")
            }
            let name = RowName(kind, id)
            if name == RowName(.ledger) {
                stored = value
            } else {
                marks[name] = seal.mark(value, as: name)
            }
        }
        guard let stored else { throw WalletError(.damaged, field: "ledger", reason: "the list of rows is missing") }
        let ledger = try StoredRecord.read(
            RowLedger.Stored.self, seal.open(stored, as: RowName(.ledger)), field: "ledger")
        guard ledger.header.bytes == Array(SHA256.hash(data: headerBytes)) else {
            throw WalletError(
                .damaged, field: PlainRows.header, reason: "the header and the rows are of different versions")
        }
        do {
            return try RowLedger(found: marks, stored: ledger)
        } catch {
            // If possible, the error names the kind of the damaged row, which helps the user to decide what to do.
            for name in marks.keys { _ = try seal.open(rawBytes(name, db) ?? [], as: name) }
            throw error
        }
    }

    /// Returns the rows that are genuine, even if they may be old, and the number of damaged rows of each kind.
    /// - Parameter check: throws if the content of a row cannot be decoded as the type of its kind.
    static func intactRows(
        _ db: Database, seal: RowSeal, check: ([UInt8], RowName.Kind) throws -> Void
    ) throws -> (ledger: RowLedger, lost: [String: Int]) {
        var marks: [RowName: [UInt8]] = [:]
        var lost: [String: Int] = [:]
        try forEachRow(db) { kind, id, value in
            guard let kind, kind != .ledger else { return }
            let name = RowName(kind, id)
            if let bytes = try? seal.open(value, as: name), (try? check(bytes, kind)) != nil {
                marks[name] = seal.mark(value, as: name)
            } else {
                lost[kind.rawValue, default: 0] += 1
            }
        }
        return (RowLedger(found: marks), lost)
    }

    private static func forEachRow(_ db: Database, _ body: (RowName.Kind?, String, [UInt8]) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT kind, id, value FROM item")
        while let row = try rows.next() {
            let kind: String = try row.decode(forColumn: "kind")
            let value: Data = try row.decode(forColumn: "value")
            try body(RowName.Kind(rawValue: kind), try row.decode(forColumn: "id"), [UInt8](value))
        }
    }

    /// Returns the names of all rows of one kind, sorted.
    func names(_ kind: RowName.Kind) -> [RowName] {
        ledger.marks.keys.filter { $0.kind == kind }.sorted { $0.id < $1.id }
    }

    /// Returns a keyed hash of an id. It can be calculated only with the vault's key.
    func hidden(_ id: String, _ kind: RowName.Kind) -> String {
        Hex.encode(seal.mark(Array(id.utf8), as: RowName(kind)).prefix(16))
    }

    func contains(_ name: RowName) -> Bool { ledger.marks[name] != nil }

    /// Returns a row's content, or `nil` if there is no such row.
    /// - Throws: ``WalletError`` with code `damaged` if the row is not the version that was written last.
    func bytes(_ name: RowName) throws -> [UInt8]? {
        let found = try Self.rawBytes(name, db)
        switch (found, ledger.marks[name]) {
        case (nil, nil): return nil
        case (let found?, let mark?) where ConstantTime.equals(seal.mark(found, as: name), mark):
            return try seal.open(found, as: name)
        default: throw WalletError(.damaged, field: name.field, reason: "the row was altered or removed")
        }
    }

    func record<Record: Decodable>(_ type: Record.Type, _ name: RowName) throws -> Record? {
        guard let bytes = try bytes(name) else { return nil }
        return try StoredRecord.read(type, bytes, field: name.field)
    }

    mutating func put(_ plaintext: [UInt8], _ name: RowName) throws {
        let sealed = try seal.seal(plaintext, as: name, nonce: random(AuthenticatedSeal.nonceLength))
        try insert(sealed, name)
        ledger.set(seal.mark(sealed, as: name), for: name)
    }

    mutating func put(_ record: some Encodable, _ name: RowName) throws {
        try put(StoredRecord.bytes(record, field: name.field), name)
    }

    /// Deletes a row. A missing row is not an error.
    mutating func remove(_ name: RowName) throws {
        try db.cachedStatement(sql: "DELETE FROM item WHERE kind = ? AND id = ?").execute(arguments: [
            name.kind.rawValue, name.id,
        ])
        ledger.set(nil, for: name)
    }

    /// Deletes every row and the ledger. The next written row begins a new ledger.
    static func removeAll(_ db: Database) throws { try db.execute(sql: "DELETE FROM item") }

    /// Writes the ledger. It is the last write of every transaction that changes something.
    mutating func writeLedger(headerBytes: [UInt8]) throws {
        let stored = ledger.advanced(header: Array(SHA256.hash(data: headerBytes)))
        let name = RowName(.ledger)
        try insert(
            seal.seal(
                StoredRecord.bytes(stored, field: name.field), as: name, nonce: random(AuthenticatedSeal.nonceLength)),
            name)
    }

    private func insert(_ value: [UInt8], _ name: RowName) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO item (kind, id, value) VALUES (?, ?, ?)
                ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value
                """)
        try statement.execute(arguments: [name.kind.rawValue, name.id, Data(value)])
    }

    private static func rawBytes(_ name: RowName, _ db: Database) throws -> [UInt8]? {
        let statement = try db.cachedStatement(sql: "SELECT value FROM item WHERE kind = ? AND id = ?")
        return try Data.fetchOne(statement, arguments: [name.kind.rawValue, name.id]).map { [UInt8]($0) }
    }
}
