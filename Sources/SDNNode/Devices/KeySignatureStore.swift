import Foundation
import GRDB
import HeraldJSON

/// Signatures over the keys of devices and over cross-signing keys.
enum KeySignatureStore {
    /// The owner of the signed key, its device or its public key, the signer and the signing key.
    struct Key {
        let user: String
        let target: String
        let signer: String
        let keyID: String

        fileprivate var arguments: StatementArguments { [user, target, signer, keyID] }
    }

    /// Returns the number of signatures that a user has given, counted up to a limit.
    static func count(by signer: String, limit: Int, in db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 FROM key_signature WHERE signer = ? LIMIT ?)"),
            arguments: [signer, limit]) ?? 0
    }

    static func signature(_ key: Key, in db: Database) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(
                sql: "SELECT signature FROM key_signature WHERE user = ? AND target = ? AND signer = ? AND key_id = ?"),
            arguments: key.arguments)
    }

    /// Returns true if the signed keys exist, and the number of signatures that the signer has given them, counted up to a limit.
    static func target(of key: Key, limit: Int, in db: Database) throws -> (exists: Bool, count: Int) {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT (EXISTS (SELECT 1 FROM device_key WHERE user = ?1 AND device = ?2)
                            AND EXISTS (SELECT 1 FROM device WHERE user_id = ?1 AND device_id = ?2 AND NOT is_gone))
                            OR EXISTS (SELECT 1 FROM signing_key WHERE user = ?1 AND key_id = ?2),
                        (SELECT count(*) FROM (SELECT 1 FROM key_signature WHERE user = ?1 AND target = ?2 AND signer = ?3 LIMIT ?4))
                    """),
            arguments: [key.user, key.target, key.signer, limit])
        return (row?[0] ?? false, row?[1] ?? 0)
    }

    /// The keys of a device or a cross-signing key, which can be signed and can sign.
    struct Signable {
        /// The role of the cross-signing key; `nil` for the keys of a device.
        let role: SigningRole?
        let keys: JSONObject
    }

    /// Returns the keys of a device or a cross-signing key; `nil` if there are none.
    /// - Parameter target: the device or the public key.
    static func signable(_ target: String, of user: String, in db: Database) throws -> Signable? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT k.keys, NULL FROM device_key k CROSS JOIN device d ON d.user_id = k.user AND d.device_id = k.device
                    WHERE k.user = ?1 AND k.device = ?2 AND NOT d.is_gone
                    UNION ALL SELECT keys, role FROM signing_key WHERE user = ?1 AND key_id = ?2 LIMIT 1
                    """),
            arguments: [user, target])
        guard let row, let keys = try JSONValue(parsing: [UInt8](row[0] as Data)).objectValue else { return nil }
        return Signable(role: (row[1] as String?).flatMap { SigningRole(rawValue: $0) }, keys: keys)
    }

    static func set(_ signature: String, _ key: Key, in db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO key_signature (user, target, signer, key_id, signature) VALUES (?, ?, ?, ?, ?)"
        )
        .execute(arguments: key.arguments + [signature])
    }

    /// Deletes the signatures that belong to keys which a device has replaced: those over the keys, and those that they gave to the user's cross-signing
    /// keys.
    ///
    /// Only the user signs the device, and a limit applies to these signatures. Other users' signatures are from older versions. No code reads them, so
    /// one slice of them is enough, and the rest is deleted with the device.
    static func removeReplaced(_ device: String, of user: String, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM key_signature WHERE user = ?1 AND target = ?2 AND signer = ?1")
            .execute(arguments: [user, device])
        try db.cachedStatement(
            sql: """
                DELETE FROM key_signature WHERE user = ?1 AND target = ?2
                AND (signer, key_id) IN (SELECT signer, key_id FROM key_signature WHERE user = ?1 AND target = ?2 LIMIT ?3)
                """
        ).execute(arguments: [user, device, RemovalSlice.rowsPerWrite])
        try db.cachedStatement(sql: removalOfGiven).execute(arguments: [user, device, RemovalSlice.rowsPerWrite])
    }

    /// The statement that deletes the signatures that a device has given to its user's cross-signing keys. Its arguments are the user, the device and
    /// the largest number of cross-signing keys, of which a user has three. Each look-up uses the primary key, unlike a search for all signatures
    /// that a user has given.
    static let removalOfGiven = """
        DELETE FROM key_signature WHERE user = ?1 AND signer = ?1 AND key_id = 'ed25519:' || ?2
        AND target IN (SELECT key_id FROM signing_key WHERE user = ?1 LIMIT ?3)
        """

    /// Deletes a slice of the signatures that belong to a cross-signing key which the user has replaced: those over it, and those that it gave.
    /// - Returns: true if all have been deleted.
    static func removeRetired(_ key: String, of user: String, in db: Database) throws -> Bool {
        var slice = RemovalSlice()
        let isBack = try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM signing_key WHERE user = ? AND key_id = ?)"),
            arguments: [user, key])
        // The user has uploaded the same key again, so its signatures count again.
        guard isBack != true else { return true }
        for removal in [
            """
            DELETE FROM key_signature WHERE user = ?1 AND target = ?2
            AND (signer, key_id) IN (SELECT signer, key_id FROM key_signature WHERE user = ?1 AND target = ?2 LIMIT ?3)
            """,
            """
            DELETE FROM key_signature WHERE signer = ?1 AND (user, target, key_id) IN (
                SELECT user, target, key_id FROM key_signature WHERE signer = ?1 AND key_id = 'ed25519:' || ?2 LIMIT ?3)
            """,
        ] {
            guard slice.hasRoom else { return false }
            try db.cachedStatement(sql: removal).execute(arguments: [user, key, slice.rows])
            slice.took(rows: db.changesCount)
        }
        return slice.hasRoom
    }
}
