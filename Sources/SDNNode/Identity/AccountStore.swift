import GRDB
import SDNWire

/// Who has an account on this node.
enum AccountStore {
    /// Whether an account may be used (SDN sheet 1.9).
    enum State: String, Sendable {
        case active, locked, deactivated
    }

    static func exists(_ userID: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE user_id = ?)", arguments: [userID]) ?? false
    }

    /// What the user's member events carry; both `nil` for an unknown user.
    static func profile(of userID: String, in db: Database) throws -> (displayname: String?, avatarURL: String?) {
        guard let row = try Row.fetchOne(db, sql: "SELECT displayname, avatar_url FROM account WHERE user_id = ?", arguments: [userID]) else {
            return (nil, nil)
        }
        return (row["displayname"], row["avatar_url"])
    }

    /// Makes the account of a DID when there is none yet.
    static func ensure(_ userID: String, did: SDNDID, now: Int64, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO account (user_id, did, created_at) VALUES (?, ?, ?) ON CONFLICT (user_id) DO NOTHING",
            arguments: [userID, did.text, now])
    }

    /// Makes an account with a password. - Throws: `M_USER_IN_USE`.
    static func create(_ userID: String, passwordHash: String, now: Int64, in db: Database) throws {
        guard try !exists(userID, in: db) else { throw MatrixError(.userInUse, "The user name is taken.") }
        try db.execute(
            sql: "INSERT INTO account (user_id, password_hash, created_at) VALUES (?, ?, ?)", arguments: [userID, passwordHash, now])
    }

    /// Makes an account that nobody can log in to again.
    static func create(_ userID: String, now: Int64, in db: Database) throws {
        try db.execute(sql: "INSERT INTO account (user_id, created_at) VALUES (?, ?)", arguments: [userID, now])
    }

    /// The user of a DID, when the account may be used.
    static func activeUser(of did: SDNDID, in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT user_id FROM account WHERE did = ? AND state = 'active'", arguments: [did.text])
    }

    /// The DID of a wallet's account; `nil` for one with a password.
    static func did(of userID: String, in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT did FROM account WHERE user_id = ?", arguments: [userID])
    }

    static func passwordHash(of userID: String, in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT password_hash FROM account WHERE user_id = ?", arguments: [userID])
    }

    /// - Parameter hash: `nil` lets nobody log in with a password.
    static func setPasswordHash(_ hash: String?, of userID: String, in db: Database) throws {
        try db.execute(sql: "UPDATE account SET password_hash = ? WHERE user_id = ?", arguments: [hash, userID])
    }

    static func setState(_ state: State, of userID: String, in db: Database) throws {
        try db.execute(sql: "UPDATE account SET state = ? WHERE user_id = ?", arguments: [state.rawValue, userID])
    }

    /// - Throws: `M_USER_LOCKED` or `M_USER_DEACTIVATED`.
    static func requireActive(_ userID: String, in db: Database) throws {
        let text = try String.fetchOne(db, sql: "SELECT state FROM account WHERE user_id = ?", arguments: [userID])
        switch text.flatMap(State.init(rawValue:)) {
        case .locked: throw MatrixError(.userLocked, "This account is locked.", softLogout: true)
        case .deactivated: throw MatrixError(.userDeactivated, "This account has been deactivated.")
        case .active, nil: return
        }
    }
}
