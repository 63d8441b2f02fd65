import GRDB
import SDNWire

/// The accounts on this node.
enum AccountStore {
    /// The state of an account, which decides if it may be used (SDN sheet 1.9).
    enum State: String, Sendable {
        case active, locked, deactivated
    }

    static func exists(_ userID: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE user_id = ?)", arguments: [userID])
            ?? false
    }

    /// Returns the display name and avatar for the user's member events. Both are `nil` for an unknown user.
    static func profile(of userID: String, in db: Database) throws -> (displayname: String?, avatarURL: String?) {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT displayname, avatar_url FROM account WHERE user_id = ?", arguments: [userID])
        else {
            return (nil, nil)
        }
        return (row["displayname"], row["avatar_url"])
    }

    /// Creates the account of a DID if it does not exist.
    static func ensure(_ userID: String, did: SDNDID, now: Timestamp, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO account (user_id, did, created_at) VALUES (?, ?, ?) ON CONFLICT (user_id) DO NOTHING",
            arguments: [userID, did.text, now.milliseconds])
    }

    /// Creates an account with a password.
    /// - Throws: `M_USER_IN_USE` if the user exists.
    static func create(_ userID: String, passwordHash: String, now: Timestamp, in db: Database) throws {
        guard try !exists(userID, in: db) else { throw MatrixError(.userInUse, "The user name is taken.") }
        try db.execute(
            sql: "INSERT INTO account (user_id, password_hash, created_at) VALUES (?, ?, ?)",
            arguments: [userID, passwordHash, now.milliseconds])
    }

    /// Creates an account that allows no further login.
    static func create(_ userID: String, now: Timestamp, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO account (user_id, created_at) VALUES (?, ?)", arguments: [userID, now.milliseconds])
    }

    /// Gives a password to an account that has none, such as a guest's.
    /// - Throws: `M_USER_IN_USE` if the account has a password or is not active.
    static func complete(_ userID: String, passwordHash: String, in db: Database) throws {
        try db.execute(
            sql:
                "UPDATE account SET password_hash = ? WHERE user_id = ? AND password_hash IS NULL AND state = 'active'",
            arguments: [passwordHash, userID])
        guard db.changesCount > 0 else { throw MatrixError(.userInUse, "The user name is taken.") }
    }

    /// Returns the user of a DID, if the account is active.
    static func activeUser(of did: SDNDID, in db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT user_id FROM account WHERE did = ? AND state = 'active'", arguments: [did.text])
    }

    /// Returns the DID of an account; `nil` if the account has a password.
    static func did(of userID: String, in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT did FROM account WHERE user_id = ?", arguments: [userID])
    }

    static func passwordHash(of userID: String, in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT password_hash FROM account WHERE user_id = ?", arguments: [userID])
    }

    /// - Parameter hash: `nil` refuses all logins with a password.
    static func setPasswordHash(_ hash: String?, of userID: String, in db: Database) throws {
        try db.execute(sql: "UPDATE account SET password_hash = ? WHERE user_id = ?", arguments: [hash, userID])
    }

    /// Returns the state of an account; `nil` if there is none.
    static func state(of userID: String, in db: Database) throws -> State? {
        try String.fetchOne(db, sql: "SELECT state FROM account WHERE user_id = ?", arguments: [userID]).flatMap(
            State.init(rawValue:))
    }

    static func setState(_ state: State, of userID: String, in db: Database) throws {
        try db.execute(sql: "UPDATE account SET state = ? WHERE user_id = ?", arguments: [state.rawValue, userID])
    }

    /// - Throws: `M_USER_LOCKED` or `M_USER_DEACTIVATED` if the account may not be used.
    static func requireActive(_ userID: String, in db: Database) throws {
        let text = try String.fetchOne(db, sql: "SELECT state FROM account WHERE user_id = ?", arguments: [userID])
        switch text.flatMap(State.init(rawValue:)) {
        case .locked: throw MatrixError(.userLocked, "This account is locked.", softLogout: true)
        case .deactivated: throw MatrixError(.userDeactivated, "This account has been deactivated.")
        case .active, nil: return
        }
    }
}
