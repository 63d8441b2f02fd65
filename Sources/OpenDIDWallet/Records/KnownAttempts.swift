import Crypto
import GRDB
import HeraldKeys
import OpenDID_DataModel

/// Wrong attempts at PINs in a form that is readable while the vault is locked. A backup can be restored then too, and must not give new
/// attempts.
///
/// While the vault is open, the encrypted rows count. A key's name is SHA-256 of the vault id and the public key, in hexadecimal digits.
/// The entry of a key stays when the key is deleted, because a backup may restore the key.
struct KnownAttempts: Equatable {
    private let vault: [UInt8]
    private var records: [String: AttemptRecord]

    init(vault: [UInt8]) {
        self.vault = vault
        records = [:]
    }

    /// - Throws: ``WalletError`` with code `damaged`.
    init(_ db: Database, vault: [UInt8]) throws {
        self.vault = vault
        records = try PlainRows.readPINAttempts(db)
    }

    func write(_ db: Database) throws { try PlainRows.write(pinAttempts: records, db) }

    /// Returns the larger count of the stored entry and of the found one.
    func more(than found: AttemptRecord?, at key: KeyRecord) -> AttemptRecord? {
        guard let known = records[name(of: key)] else { return found }
        guard let found else { return known.attempts > 0 ? known : nil }
        return found.merged(with: known)
    }

    /// Raises the entry to at least the found count.
    mutating func raise(to found: AttemptRecord?, at key: KeyRecord) {
        guard let found, found.attempts > 0 else { return }
        records[name(of: key)] = records[name(of: key)]?.merged(with: found) ?? found
    }

    /// Stores an attempt that was charged just now. The wait may have begun again while the number stayed the same.
    mutating func note(_ charged: AttemptRecord, at key: KeyRecord) {
        guard records[name(of: key)].map({ charged.covers($0) }) ?? true else { return }
        records[name(of: key)] = charged
    }

    mutating func forget(_ key: KeyRecord) { records[name(of: key)] = nil }

    private func name(of key: KeyRecord) -> String { Hex.encode(Array(SHA256.hash(data: vault + key.publicKey.bytes))) }
}

extension KnownAttempts {
    /// Raises all entries to at least those of another value.
    mutating func raise(to other: KnownAttempts) {
        records.merge(other.records) { mine, theirs in mine.merged(with: theirs) }
    }
}
