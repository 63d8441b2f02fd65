import Foundation
import GRDB

/// The few rows that must be readable while the vault is locked. None holds a secret; each is a ``CheckedRecord`` or bound to one.
enum PlainRows {
    /// ``VaultHeader``.
    static let header = VaultHeader.name
    /// ``AttemptRecord`` of the lock; there whenever a passcode is registered.
    static let lockAttempts = "lock-attempts"
    /// ``KnownAttempts``; there when a PIN was wrong.
    static let pinAttempts = "pin-attempts"
    /// The ids of all keys in the biometric key store, so that they can be removed even when the vault cannot be opened.
    static let biometricKeys = "biometric-keys"

    static func value(_ name: String, _ db: Database) throws -> [UInt8]? {
        try Data.fetchOne(db.cachedStatement(sql: "SELECT value FROM plain WHERE name = ?"), arguments: [name]).map { [UInt8]($0) }
    }

    static func set(_ value: [UInt8]?, _ name: String, _ db: Database) throws {
        guard let value else { return try db.execute(sql: "DELETE FROM plain WHERE name = ?", arguments: [name]) }
        try db.execute(
            sql: "INSERT INTO plain (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [name, Data(value)])
    }

    /// - Throws: ``WalletError`` `damaged` when it is not there.
    static func readHeader(_ db: Database) throws -> (header: VaultHeader, bytes: [UInt8]) {
        guard let bytes = try value(header, db) else {
            throw WalletError(.damaged, field: header, reason: "the vault's header is missing")
        }
        return (try VaultHeader.read(bytes), bytes)
    }

    static func readLockAttempts(_ db: Database) throws -> AttemptRecord {
        guard let bytes = try value(lockAttempts, db) else {
            throw WalletError(.damaged, field: lockAttempts, reason: "the record of wrong attempts is missing")
        }
        return try CheckedRecord.read(AttemptRecord.self, bytes, name: lockAttempts)
    }

    static func write(_ attempts: AttemptRecord?, _ db: Database) throws {
        try set(attempts.map { record in try CheckedRecord.bytes(record, name: lockAttempts) }, lockAttempts, db)
    }

    static func readPINAttempts(_ db: Database) throws -> [String: AttemptRecord] {
        guard let bytes = try value(pinAttempts, db) else { return [:] }
        return try CheckedRecord.read([String: AttemptRecord].self, bytes, name: pinAttempts)
    }

    static func write(pinAttempts records: [String: AttemptRecord], _ db: Database) throws {
        try set(records.isEmpty ? nil : CheckedRecord.bytes(records, name: pinAttempts), pinAttempts, db)
    }

    static func readBiometricKeys(_ db: Database) throws -> [String] {
        guard let bytes = try value(biometricKeys, db) else { return [] }
        return try CheckedRecord.read([String].self, bytes, name: biometricKeys)
    }

    static func write(biometricKeys ids: [String], _ db: Database) throws {
        try set(ids.isEmpty ? nil : CheckedRecord.bytes(ids, name: biometricKeys), biometricKeys, db)
    }
}
