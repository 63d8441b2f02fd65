import GRDB
import HeraldKeys
import SDNWire

/// The profiles of accounts.
enum ProfileStore {
    /// The values that the profile endpoints return.
    struct Profile: Sendable {
        let displayname: String?
        let avatarURL: String?
        let walletAddress: String?
        let signature: String?
    }

    static func profile(of userID: String, in db: Database) throws -> Profile? {
        let sql = "SELECT displayname, avatar_url, did, signature FROM account WHERE user_id = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [userID]) else { return nil }
        let did = try (row["did"] as String?).map { try SDNDID($0) }
        let signature: String = row["signature"]
        return Profile(
            displayname: row["displayname"], avatarURL: row["avatar_url"],
            walletAddress: try did.map { try EthereumAddress(bytes: Hex.decode($0.hex)).checksummed },
            signature: signature.isEmpty ? nil : signature)
    }

    /// - Returns: true if the value has changed.
    static func setDisplayname(_ value: String?, of userID: String, in db: Database) throws -> Bool {
        try db.execute(
            sql: "UPDATE account SET displayname = :value WHERE user_id = :user AND displayname IS NOT :value",
            arguments: ["value": value, "user": userID])
        return db.changesCount > 0
    }

    /// - Returns: true if the value has changed.
    static func setAvatarURL(_ value: String?, of userID: String, in db: Database) throws -> Bool {
        try db.execute(
            sql: "UPDATE account SET avatar_url = :value WHERE user_id = :user AND avatar_url IS NOT :value",
            arguments: ["value": value, "user": userID])
        return db.changesCount > 0
    }

    static func setSignature(_ signature: String, of userID: String, in db: Database) throws {
        try db.execute(sql: "UPDATE account SET signature = ? WHERE user_id = ?", arguments: [signature, userID])
    }

    static func erase(_ userID: String, in db: Database) throws {
        try db.execute(
            sql: "UPDATE account SET displayname = NULL, avatar_url = NULL, signature = '' WHERE user_id = ?",
            arguments: [userID])
    }
}
