/// The list of rows that must exist. Encryption proves that a row is genuine. The ledger proves that no row is missing, added or replaced
/// by an older one.
///
/// The sum is the exclusive or of the rows' marks (``RowSeal/mark(_:as:)``). Only the vault's key can make marks. The cost of a change
/// depends only on the number of rows that it changes.
struct RowLedger: Sendable {
    private(set) var marks: [RowName: [UInt8]]
    private var sum: [UInt8]
    /// The number of commits.
    private(set) var revision: Int64

    /// Creates the ledger of a new vault.
    init() {
        marks = [:]
        sum = [UInt8](repeating: 0, count: 32)
        revision = 0
    }

    /// Creates the ledger of the rows that were found, even if others are missing.
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

    /// Returns the form to store, and counts one more commit.
    /// - Parameter header: the hash of the record with the vault's wrapped key.
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
