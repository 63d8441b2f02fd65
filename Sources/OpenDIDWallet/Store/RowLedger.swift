/// Which rows there have to be. Encryption shows that a row is genuine; this shows that none is missing, left over or of an older date.
///
/// The sum is the exclusive or of the rows' marks (``RowSeal/mark(_:as:)``), which only the vault's key can make, so a change costs as
/// much as the rows that it touches.
struct RowLedger: Sendable {
    /// The mark of each row.
    private(set) var marks: [RowName: [UInt8]]
    private var sum: [UInt8]
    /// Counts commits.
    private(set) var revision: Int64

    /// A new vault's.
    init() {
        marks = [:]
        sum = [UInt8](repeating: 0, count: 32)
        revision = 0
    }

    /// The ledger of the rows that were found, whether or not others are missing.
    init(found marks: [RowName: [UInt8]]) {
        self.init()
        for (name, mark) in marks { set(mark, for: name) }
    }

    /// The ledger of the rows that were found, when it is the one that was stored.
    /// - Throws: ``WalletError`` `damaged`.
    init(found marks: [RowName: [UInt8]], stored: Stored) throws(WalletError) {
        self.init(found: marks)
        revision = stored.revision
        guard marks.count == stored.count, sum == stored.sum.bytes else {
            throw WalletError(.damaged, field: "ledger", reason: "rows are missing, left over or of an older date")
        }
    }

    mutating func set(_ mark: [UInt8]?, for name: RowName) {
        if let old = marks[name] { add(old) }
        if let mark { add(mark) }
        marks[name] = mark
    }

    private mutating func add(_ mark: [UInt8]) { sum = zip(sum, mark).map { $0 ^ $1 } }

    /// The form that is stored after one more commit.
    /// - Parameter header: the hash of the record that says how the vault's key is wrapped.
    mutating func advanced(header: [UInt8]) -> Stored {
        revision &+= 1
        return Stored(revision: revision, count: marks.count, sum: StoredBytes(sum), header: StoredBytes(header))
    }

    /// What is stored, encrypted.
    struct Stored: Codable, Sendable, Hashable {
        let revision: Int64
        let count: Int
        let sum: StoredBytes
        let header: StoredBytes
    }
}
