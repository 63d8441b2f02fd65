import Crypto
import GRDB
import HeraldKeys
import OpenDID_DataModel

/// The counts of wrong attempts at PINs, stored without encryption. A backup can be restored into a locked vault, and must not allow new
/// attempts. The counts must therefore be readable while the vault is locked.
///
/// While the vault is open, the counts in its encrypted rows are used instead. The name of an entry is SHA-256 of the vault id and the
/// key's public key, in hexadecimal digits. An entry stays when its key is deleted, because a backup may restore the key.
struct KnownAttempts: Equatable {
    private let vault: [UInt8]
    private var records: [String: AttemptRecord]

    init(vault: [UInt8]) {
        self.vault = vault
        records = [:]
    }

    /// Reads the stored counts.
    /// - Throws: ``WalletError`` with code `damaged`.
    init(_ db: Database, vault: [UInt8]) throws {
        self.vault = vault
        records = try PlainRows.readPINAttempts(db)
    }

    /// Reads the stored counts, or returns `nil` if they are damaged.
    /// - Throws: the database's errors. They are not ignored, because such an error may have ended the transaction.
    static func intact(_ db: Database, vault: [UInt8]) throws -> KnownAttempts? {
        do { return try KnownAttempts(db, vault: vault) } catch  where !(error is DatabaseError) { return nil }
    }

    func write(_ db: Database) throws { try PlainRows.write(pinAttempts: records, db) }

    /// Returns the larger of two counts of a key's wrong attempts: the stored count and the found count.
    func more(than found: AttemptRecord?, at key: KeyRecord) -> AttemptRecord? {
        guard let known = records[name(of: key)] else { return found }
        guard let found else { return known.attempts > 0 ? known : nil }
        return found.merged(with: known)
    }

    /// Raises the stored count of a key's wrong attempts to at least the found count.
    mutating func raise(to found: AttemptRecord?, at key: KeyRecord) {
        guard let found, found.attempts > 0 else { return }
        records[name(of: key)] = records[name(of: key)]?.merged(with: found) ?? found
    }

    /// Stores the count of a key's wrong attempts after a new attempt. It is stored even if the number is unchanged, because the wait may
    /// have begun again.
    mutating func note(_ charged: AttemptRecord, at key: KeyRecord) {
        guard records[name(of: key)].map({ charged.covers($0) }) ?? true else { return }
        records[name(of: key)] = charged
    }

    mutating func forget(_ key: KeyRecord) { records[name(of: key)] = nil }

    private func name(of key: KeyRecord) -> String { Hex.encode(Array(SHA256.hash(data: vault + key.publicKey.bytes))) }
}

extension KnownAttempts {
    /// Raises every count to at least the count of the same key in another value.
    mutating func raise(to other: KnownAttempts) {
        records.merge(other.records) { mine, theirs in mine.merged(with: theirs) }
    }
}
