import Foundation
import GRDB
import HeraldJSON

/// The keys of many users' devices, read in one pass.
enum KeyQueryRows {
    /// A row with a device's keys, valid only during the visit.
    struct Keys {
        fileprivate let row: Row

        var user: String { row[0] }
        var device: String { row[1] }
        /// The device's display name.
        var name: String? { row[3] }

        func keys() throws -> [UInt8] { try row.withUnsafeData(atIndex: 2) { data in data.map { [UInt8]($0) } ?? [] } }
    }

    struct Signature {
        let user: String
        let device: String
        let signer: String
        let keyID: String
        let signature: String

        fileprivate init(_ row: Row) {
            (user, device, signer, keyID, signature) = (row[0], row[1], row[2], row[3], row[4])
        }
    }

    /// A user who exists, with the bytes of the keys that others may see.
    struct Weighed {
        let user: String
        let bytes: Int
        let hasSigningKeys: Bool
    }

    /// Returns the users who exist, with the bytes of their keys, smallest first.
    /// - Parameter perDevice: the bytes that count for each device and each cross-signing key in addition to its keys.
    static func users(among users: [String], reader: String, perDevice: Int, in db: Database) throws -> [Weighed] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT user, devices + signing AS bytes, signing > 0 FROM (SELECT a.user_id AS user, (
                        SELECT coalesce(sum(length(k.keys) + \(perDevice)), 0) FROM device_key k
                        CROSS JOIN device d ON d.user_id = k.user AND d.device_id = k.device WHERE k.user = a.user_id AND NOT d.is_gone) AS devices, (
                        SELECT coalesce(sum(length(g.keys) + \(perDevice) + (
                            SELECT coalesce(sum(length(s.key_id) + length(s.signature)), 0) FROM key_signature s
                            WHERE s.user = g.user AND s.target = g.key_id AND s.signer IN (g.user, ?2))), 0)
                        FROM signing_key g WHERE g.user = a.user_id) AS signing
                    FROM json_each(?1) j CROSS JOIN account a ON a.user_id = j.value) ORDER BY bytes, user
                    """),
            arguments: [list(users), reader]
        ).map { Weighed(user: $0[0], bytes: $0[1], hasSigningKeys: $0[2]) }
    }

    /// True if a user has an account.
    static func isUser(_ user: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM account WHERE user_id = ?)"), arguments: [user])
            ?? false
    }

    /// Visits the keys of users' devices. If a user has more bytes than the limit, the largest keys are left out. The query sums their sizes without
    /// reading them.
    static func walkKeys(of users: [String], upTo limit: Int, in db: Database, _ visit: (Keys) throws -> Void) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT k.user, k.device, k.keys, d.display_name FROM (
                        SELECT w.user, w.device, sum(length(w.keys)) OVER (PARTITION BY w.user ORDER BY length(w.keys), w.device) AS bytes
                        FROM json_each(?1) j CROSS JOIN device_key w ON w.user = j.value
                        CROSS JOIN device o ON o.user_id = w.user AND o.device_id = w.device AND NOT o.is_gone) x
                    CROSS JOIN device_key k ON k.user = x.user AND k.device = x.device
                    CROSS JOIN device d ON d.user_id = k.user AND d.device_id = k.device WHERE x.bytes <= ?2
                    """),
            arguments: [list(users), limit])
        while let row = try rows.next() { try visit(Keys(row: row)) }
    }

    /// Visits the signatures that users gave to their devices, user by user, until `visit` returns `false`. Nobody else signs devices; a database of an
    /// older version may have other signatures.
    static func walkSignatures(over users: [String], in db: Database, _ visit: (Signature) -> Bool) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT k.user, k.device, s.signer, s.key_id, s.signature FROM json_each(?1) j CROSS JOIN device_key k ON k.user = j.value
                    CROSS JOIN device d ON d.user_id = k.user AND d.device_id = k.device AND NOT d.is_gone
                    CROSS JOIN key_signature s ON s.user = k.user AND s.target = k.device AND s.signer = k.user
                    """),
            arguments: [list(users)])
        while let row = try rows.next() {
            if !visit(Signature(row)) { return }
        }
    }

    /// Visits the cross-signing keys of users, in the order of the users.
    static func walkSigningKeys(
        of users: [String], in db: Database,
        _ visit: (_ user: String, _ role: SigningRole, _ id: String, _ keys: [UInt8]) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT g.user, g.role, g.key_id, g.keys FROM json_each(?) j CROSS JOIN signing_key g ON g.user = j.value
                    """),
            arguments: [list(users)])
        while let row = try rows.next() {
            guard let role = SigningRole(rawValue: row[1]) else { continue }
            try visit(row[0], role, row[2], [UInt8](row[3] as Data))
        }
    }

    /// Visits the signatures over users' cross-signing keys that the users themselves or the reader gave. The device of each is the public key.
    static func walkSigningKeySignatures(
        over users: [String], for reader: String, in db: Database, _ visit: (Signature) -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT g.user, g.key_id, s.signer, s.key_id, s.signature FROM json_each(?1) j CROSS JOIN signing_key g ON g.user = j.value
                    CROSS JOIN key_signature s ON s.user = g.user AND s.target = g.key_id AND s.signer IN (g.user, ?2)
                    """),
            arguments: [list(users), reader])
        while let row = try rows.next() { visit(Signature(row)) }
    }

    private static func list(_ users: [String]) -> String {
        String(decoding: JSONValue.array(users.map(JSONValue.string)).serialized(), as: UTF8.self)
    }
}
