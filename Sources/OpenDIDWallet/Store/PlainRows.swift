import Foundation
import GRDB

/// The rows that are stored without encryption, because they must be readable while the vault is locked. None contains a secret. Each is a
/// ``CheckedRecord``, or its associated data binds it to one.
enum PlainRows {
    /// The row of the ``VaultHeader``.
    static let header = "header"
    /// The row of the lock's ``AttemptRecord``. It exists while a passcode is registered.
    static let lockAttempts = "lock-attempts"
    /// The row of the ``KnownAttempts``. It exists after a PIN was wrong.
    static let pinAttempts = "pin-attempts"
    /// The row with the ids of all keys in the biometric key store. With it, the keys can be deleted even if the vault cannot be opened.
    static let biometricKeys = "biometric-keys"

    static func value(_ name: String, _ db: Database) throws -> [UInt8]? {
        try Data.fetchOne(db.cachedStatement(sql: "SELECT value FROM plain WHERE name = ?"), arguments: [name]).map {
            [UInt8]($0)
        }
    }

    static func set(_ value: [UInt8]?, _ name: String, _ db: Database) throws {
        guard let value else { return try db.execute(sql: "DELETE FROM plain WHERE name = ?", arguments: [name]) }
        try db.execute(
            sql:
                "INSERT INTO plain (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [name, Data(value)])
    }

    static func readBiometricKeys(_ db: Database) throws -> [String] {
        guard let bytes = try value(biometricKeys, db) else { return [] }
        return try CheckedRecord.read([String].self, bytes, name: biometricKeys)
    }

    static func write(biometricKeys ids: [String], _ db: Database) throws {
        try set(ids.isEmpty ? nil : CheckedRecord.bytes(ids, name: biometricKeys), biometricKeys, db)
    }
}
