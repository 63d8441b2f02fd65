import GRDB
import SDNWire

/// Locks and suspends accounts, for the operator and for administrators among the users.
struct AccountLocks: Sendable {
    let services: NodeServices
    let tokens: AccessTokens

    static let notFound = MatrixError(.notFound, "This account does not exist on this node.")

    /// The condition under which an account may not be used as usual.
    enum Kind: Sendable {
        /// The account cannot be used. Its sessions stay.
        case lock
        /// The account can be used to read, and for little else.
        case suspension
    }

    /// Locks or suspends an account, or ends this.
    /// - Throws: `M_NOT_FOUND` if there is no such account; `M_USER_DEACTIVATED` if it has been deactivated.
    func set(_ kind: Kind, _ isOn: Bool, _ user: String) async throws {
        let user = try UserID(user, field: "userId").text
        try await services.database.write(queue: AdministeredRooms.queue) { db in
            try Self.requireOpen(AccountStore.state(of: user, in: db))
            try Self.set(kind, isOn, user, in: db)
        }
        changed(kind, user)
    }

    /// Locks or suspends an account, or ends this, for an administrator.
    /// - Throws: `M_FORBIDDEN` if the caller is no administrator, or the account is the caller's or another administrator's; `M_INVALID_PARAM` if the
    ///   account is not of this node; `M_NOT_FOUND` if there is no such account, or it has been deactivated.
    func set(_ kind: Kind, _ isOn: Bool, _ user: String, by caller: Caller) async throws {
        let server = services.configuration.serverName
        try await services.database.write { db in
            let user = try Self.target(user, of: server, by: caller, changes: true, in: db)
            try Self.set(kind, isOn, user, in: db)
        }
        changed(kind, user)
    }

    /// Returns true if an account is locked or suspended, for an administrator.
    /// - Throws: the errors of ``set(_:_:_:by:)``; administrators may ask about themselves.
    func isOn(_ kind: Kind, _ user: String, by caller: Caller) async throws -> Bool {
        let server = services.configuration.serverName
        return try await services.database.read { db in
            let user = try Self.target(user, of: server, by: caller, changes: false, in: db)
            return switch kind {
            case .lock: try AccountStore.state(of: user, in: db) == .locked
            case .suspension: try SuspensionStore.contains(user, in: db)
            }
        }
    }

    /// - Throws: `M_NOT_FOUND` if there is no such account; `M_USER_DEACTIVATED` if it has been deactivated.
    static func requireOpen(_ state: AccountStore.State?) throws(MatrixError) {
        switch state {
        case nil: throw notFound
        case .deactivated: throw MatrixError(.userDeactivated, "This account has been deactivated.")
        case .active, .locked: break
        }
    }

    /// Returns the user whom an administrator names. Nothing is said about an account before the caller's right is known.
    private static func target(_ user: String, of server: String, by caller: Caller, changes: Bool, in db: Database)
        throws -> String
    {
        guard try AdministratorStore.contains(caller.userID, in: db) else {
            throw MatrixError(.forbidden, "Only administrators lock and suspend accounts.")
        }
        let id = try UserID(user, field: "userId")
        guard let state = try AccountStore.state(of: id.text, in: db) else {
            // The domain of a wallet's user may be that of the wallet.
            let isOurs = id.domain.isIdentical(to: server) || id.did?.hex.isIdentical(to: id.domain) == true
            throw isOurs ? notFound : MatrixError(.invalidParam, "userId: this is no user of this node.")
        }
        guard state != .deactivated else { throw notFound }
        let isOwn = id.text.isIdentical(to: caller.userID)
        guard try isOwn ? !changes : !AdministratorStore.contains(id.text, in: db) else {
            throw MatrixError(.forbidden, "The accounts of administrators cannot be locked or suspended here.")
        }
        return id.text
    }

    private static func set(_ kind: Kind, _ isOn: Bool, _ user: String, in db: Database) throws {
        switch kind {
        case .lock: try AccountStore.setState(isOn ? .locked : .active, of: user, in: db)
        case .suspension: try SuspensionStore.set(isOn, user, in: db)
        }
    }

    private func changed(_ kind: Kind, _ user: String) {
        switch kind {
        // Long polls of a locked account end.
        case .lock: tokens.tokensEnded(of: user)
        case .suspension: tokens.forgetCached()
        }
    }
}
