/// The list of the rows that must exist. Encryption proves that a row is genuine. The ledger proves that no row is missing, was added, or
/// was replaced by an older version of itself.
///
/// The stored ledger contains the exclusive or of the marks of all rows (``RowSeal/mark(_:as:)``). Only the owner of the vault's key can
/// calculate marks. The cost of a change depends only on the number of rows that it changes.
struct RowLedger: Sendable {
    private(set) var marks: [RowName: [UInt8]]
    private var sum: [UInt8]
    /// The number of transactions that changed the rows.
    private(set) var revision: Int64

    /// Creates the ledger of a new vault.
    init() {
        marks = [:]
        sum = [UInt8](repeating: 0, count: 32)
        revision = 0
    }

    /// Creates the ledger of the rows that were found, without checking if rows are missing.
    init(found marks: [RowName: [UInt8]]) {
        self.init()
        for (name, mark) in marks { set(mark, for: name) }
    }

    /// Creates the ledger of the rows that were found, and compares it with the stored ledger.
    /// - Throws: ``WalletError`` with code `damaged` if they differ.
    init(found marks: [RowName: [UInt8]], stored: Stored) throws(WalletError) {
        self.init(found: marks)
        revision = stored.revision
        guard marks.count == stored.count, sum == stored.sum.bytes else {
            throw WalletError(.damaged, field: "ledger", reason: "rows are missing, extra or outdated")
        }
    }

    mutating func set(_ mark: [UInt8]?, for name: RowName) {
        if let old = marks[name] { add(old) }
        if let mark { add(mark) }
        marks[name] = mark
    }

    private mutating func add(_ mark: [UInt8]) { sum = zip(sum, mark).map { $0 ^ $1 } }

    /// Counts one more transaction, and returns the form of the ledger to store.
    /// - Parameter header: the hash of the record with the vault's encrypted key.
    mutating func advanced(header: [UInt8]) -> Stored {
        revision &+= 1
        return Stored(revision: revision, count: marks.count, sum: StoredBytes(sum), header: StoredBytes(header))
    }

    /// The stored form, which is encrypted.
    struct Stored: Codable, Sendable, Hashable {
        let revision: Int64
        let count: Int
        let sum: StoredBytes
        let header: StoredBytes
    }
}
