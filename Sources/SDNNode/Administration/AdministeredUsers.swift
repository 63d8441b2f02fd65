import HeraldJSON
import SDNWire

/// The operator's actions on accounts.
struct AdministeredUsers: Sendable {
    let services: NodeServices
    let tokens: AccessTokens
    let passwords: PasswordAccounts

    /// Returns a page of the node's accounts, in the order of their user IDs.
    func list(_ page: OperatorPage) async throws -> JSONValue {
        let from = try page.from.map { text throws(WireError) in try StoredText.checked(text, field: "from") } ?? ""
        return try await services.database.read { db in
            let users = try AdministeredRows.users(after: from, limit: page.limit + 1, in: db)
            return .object(page.answer("users", users.map { .object($0.members) }, next: { users[$0].id }))
        }
    }

    /// Returns an account with its devices and the space that its files take.
    /// - Throws: `M_NOT_FOUND` if there is no such account.
    func details(of user: String) async throws -> JSONValue {
        let user = try UserID(user, field: "userId").text, lastSeen = services.lastSeen
        return try await services.database.read { db in
            guard var facts = try AdministeredRows.user(user, in: db) else { throw AccountLocks.notFound }
            let use = try MediaRecord.use(by: user, in: db)
            facts["files"] = .int(Int64(use.files))
            facts["file_bytes"] = .int(use.bytes)
            facts["devices"] = .array(
                try DeviceStore.list(of: user, in: db).map { device in
                    var members: JSONObject = ["device_id": .string(device.id)]
                    // The database has the last requests only up to the last sweep.
                    let seen = lastSeen.last(user, device.id), time = seen?.time ?? device.lastTime
                    members.set("display_name", device.displayName)
                    members.set("last_seen_ip", seen?.address ?? device.lastAddress)
                    members.set("last_seen_at", time.map { .int($0.milliseconds) })
                    return .object(members)
                })
            return .object(facts)
        }
    }

    /// Deactivates an account for good.
    /// - Throws: `M_NOT_FOUND` if there is no such account; `M_USER_DEACTIVATED` if it has been deactivated.
    func deactivate(_ user: String, erases: Bool) async throws {
        let user = try UserID(user, field: "userId").text
        let state = try await services.database.read { db in try AccountStore.state(of: user, in: db) }
        try AccountLocks.requireOpen(state)
        try await AccountEnding(services: services, tokens: tokens).deactivate(user, erases: erases)
    }

    /// Gives an account a new password, and ends all its sessions unless they are to stay.
    /// - Throws: `M_NOT_FOUND` if there is no such account; `M_FORBIDDEN` if the account has no password, because a wallet owns it.
    func setPassword(_ password: String, of user: String, endsSessions: Bool) async throws {
        let user = try UserID(user, field: "userId").text
        try PasswordAccounts.check(password, field: "password")
        let hash = try await passwords.hasher.hash(password, for: PasswordHasher.Client(forSessionOf: user))
        let removal = services.removal
        let begun = try await services.database.write(queue: AdministeredRooms.queue) { db -> FanOuts.Begun? in
            try AccountLocks.requireOpen(AccountStore.state(of: user, in: db))
            guard try AccountStore.passwordHash(of: user, in: db) != nil else {
                throw MatrixError(.forbidden, "This account has no password.")
            }
            try AccountStore.setPasswordHash(hash, of: user, in: db)
            guard endsSessions else { return nil }
            try OpenIDTokens.end(of: user, in: db)
            return try removal.end(.all, of: user, in: db)
        }
        tokens.tokensEnded(of: user)
        try await services.fanOuts.follow(begun)
    }

    /// Ends sessions of an account.
    /// - Parameter devices: the IDs of the devices; `nil` for all.
    /// - Throws: `M_NOT_FOUND` if there is no such account, or if the account has none of the devices.
    func logOut(_ devices: [String]?, of user: String) async throws {
        let user = try UserID(user, field: "userId").text
        let removal = services.removal
        let begun = try await services.database.write(queue: AdministeredRooms.queue) { db -> FanOuts.Begun? in
            guard try AccountStore.exists(user, in: db) else { throw AccountLocks.notFound }
            if devices == nil { try OpenIDTokens.end(of: user, in: db) }
            let ending = try removal.end(devices.map { .named(Set($0)) } ?? .all, of: user, in: db)
            guard ending != nil || devices == nil else {
                throw MatrixError(.notFound, "This account has no such device.")
            }
            return ending
        }
        tokens.tokensEnded(of: user)
        try await services.fanOuts.follow(begun)
    }
}
