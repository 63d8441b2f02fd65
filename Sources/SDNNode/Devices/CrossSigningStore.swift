import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// The cross-signing keys of users. Each user has at most one of each role.
enum CrossSigningStore {
    /// The result of an upload.
    enum Outcome: Sendable {
        /// The user must prove control of the account first. Nothing was stored.
        case needsProof
        /// The roles of the keys that have changed, and the public keys that they replaced.
        case stored(changed: Set<SigningRole>, retired: [String])
    }

    /// Stores the keys of one upload.
    ///
    /// The first master key needs no proof, and neither does an upload without new keys (Matrix 1.11, 11.11.4.7).
    /// - Parameter isProven: true if the user has proved control of the account.
    /// - Throws: `M_MISSING_PARAM` if there is no master key; `M_FORBIDDEN` if a public key is the ID of one of the user's devices;
    ///   `M_INVALID_PARAM` if a key has the public key of the one that it replaces; `M_INVALID_SIGNATURE` if a key is not signed by the master key.
    static func keep(_ upload: SigningKeyUpload, of user: String, isProven: Bool, in db: Database) throws -> Outcome {
        let before = try keys(of: user, in: db)
        let changed = upload.keys.filter { key in
            before[key.role].map { SigningKey.bare($0.object) != SigningKey.bare(key.object) } ?? true
        }
        let newMaster = changed.first { $0.role == .master }
        guard let master = newMaster?.object ?? before[.master]?.object else {
            throw WireError(.missing, field: SigningRole.master.member, reason: "the user has no master key yet")
        }
        guard isProven || before[.master] == nil || (changed.isEmpty && !upload.keys.isEmpty) else {
            return .needsProof
        }
        for key in changed {
            guard try !isDevice(key.id, of: user, in: db) else {
                throw MatrixError(.forbidden, "\(key.role.member): one of your devices has this ID.")
            }
            // The signatures over the stored key, of which there can be very many, would not hold for the new one.
            guard before[key.role]?.id != key.id else {
                throw WireError(
                    .invalid, field: key.role.member, reason: "the stored key has this public key and other members")
            }
            guard key.role == .master || key.isSigned(byMaster: master, of: user) else {
                throw MatrixError(.invalidSignature, "\(key.role.member): the key is not signed by the master key.")
            }
        }
        var retired = changed.compactMap { before[$0.role]?.id }, roles = Set(changed.map(\.role))
        for key in changed { try set(key, of: user, in: db) }
        if newMaster != nil {
            // The new master key has not signed the remaining keys, so they are of no use any more.
            for (role, key) in before where !upload.keys.contains(where: { $0.role == role }) {
                try remove(role, of: user, in: db)
                retired.append(key.id)
                roles.insert(role)
            }
        }
        let kept = Set(try keys(of: user, in: db).values.map(\.id))
        return .stored(changed: roles, retired: retired.filter { !kept.contains($0) })
    }

    /// A stored key.
    struct Stored: Sendable {
        let id: String
        let object: JSONObject
    }

    static func keys(of user: String, in db: Database) throws -> [SigningRole: Stored] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT role, key_id, keys FROM signing_key WHERE user = ?"), arguments: [user])
        var keys: [SigningRole: Stored] = [:]
        for row in rows {
            guard let role = SigningRole(rawValue: row[0]) else { continue }
            keys[role] = Stored(id: row[1], object: try JSONValue(parsing: [UInt8](row[2] as Data)).objectValue ?? [:])
        }
        return keys
    }

    private static func set(_ key: SigningKey, of user: String, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO signing_key (user, role, key_id, keys) VALUES (?, ?, ?, ?)")
            .execute(arguments: [user, key.role.rawValue, key.id, Data(JSONValue.object(key.object).serialized())])
    }

    private static func remove(_ role: SigningRole, of user: String, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM signing_key WHERE user = ? AND role = ?").execute(
            arguments: [user, role.rawValue])
    }

    /// Deletes all keys of a user.
    /// - Returns: the public keys.
    static func removeAll(of user: String, in db: Database) throws -> [String] {
        let ids = try keys(of: user, in: db).values.map(\.id).sorted()
        try db.cachedStatement(sql: "DELETE FROM signing_key WHERE user = ?").execute(arguments: [user])
        return ids
    }

    private static func isDevice(_ id: String, of user: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM device WHERE user_id = ? AND device_id = ? AND NOT is_gone)"),
            arguments: [user, id]) ?? false
    }
}

/// Deletes the signatures of a cross-signing key that its user has replaced, in slices. Very many users can have signed one key.
struct RetiredKeyFanOut: FanOut {
    static let kind = FanOutKind.retiredKeys
    private let user: String
    private let key: String

    init(of user: String, _ key: String) {
        self.user = user
        self.key = key
    }

    var subject: String { "\(user) \(key)" }

    func advance(_ turn: inout FanOutTurn) throws -> Bool {
        try KeySignatureStore.removeRetired(key, of: user, in: turn.db)
    }

    /// Begins the deletion for each key inside a write. After the commit, the caller must pass each result to ``FanOuts/follow(_:)``.
    static func begin(_ keys: [String], of user: String, _ services: NodeServices, in db: Database) throws
        -> [FanOuts.Begun]
    {
        try keys.map {
            try services.fanOuts.begin(
                RetiredKeyFanOut(of: user, $0), FanOutTurn(db, user: user, services: services))
        }
    }
}
