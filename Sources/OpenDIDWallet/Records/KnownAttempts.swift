import Crypto
import GRDB
import HeraldKeys
import OpenDID_DataModel

/// Wrong attempts at PINs, readable while the vault is locked: a backup can be restored then too, and must not give fresh ones.
///
/// While the vault is open the sealed rows count. Names of keys are SHA-256 over vault id and public key, in hexadecimal digits. What is
/// known of a key stays when the key goes: a backup may bring it back.
struct KnownAttempts: Equatable {
    private let vault: [UInt8]
    private var records: [String: AttemptRecord]

    init(vault: [UInt8]) {
        self.vault = vault
        records = [:]
    }

    /// - Throws: ``WalletError`` `damaged`.
    init(_ db: Database, vault: [UInt8]) throws {
        self.vault = vault
        records = try PlainRows.readPINAttempts(db)
    }

    func write(_ db: Database) throws { try PlainRows.write(pinAttempts: records, db) }

    /// The more of what is known and of what was found.
    func more(than found: AttemptRecord?, at key: KeyRecord) -> AttemptRecord? {
        guard let known = records[name(of: key)] else { return found }
        guard let found else { return known.attempts > 0 ? known : nil }
        return found.merged(with: known)
    }

    /// Counts at least as many as were found.
    mutating func raise(to found: AttemptRecord?, at key: KeyRecord) {
        guard let found, found.attempts > 0 else { return }
        records[name(of: key)] = records[name(of: key)]?.merged(with: found) ?? found
    }

    /// Counts what was charged just now; its wait may have begun anew while the number stayed.
    mutating func note(_ charged: AttemptRecord, at key: KeyRecord) {
        guard records[name(of: key)].map({ charged.covers($0) }) ?? true else { return }
        records[name(of: key)] = charged
    }

    mutating func forget(_ key: KeyRecord) { records[name(of: key)] = nil }

    private func name(of key: KeyRecord) -> String { Hex.encode(Array(SHA256.hash(data: vault + key.publicKey.bytes))) }
}

extension KnownAttempts {
    /// Counts at least as many as somebody else knows of.
    mutating func raise(to other: KnownAttempts) {
        records.merge(other.records) { mine, theirs in mine.merged(with: theirs) }
    }
}
