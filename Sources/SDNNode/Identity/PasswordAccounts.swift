import GRDB
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

/// Accounts with a password, for stock Matrix clients. They require ``NodeConfiguration/enableRegistration``.
struct PasswordAccounts: Sendable {
    let services: NodeServices
    let tokens: AccessTokens
    let renewals: RefreshTokens
    let hasher: PasswordHasher
    let tries: PasswordTries
    let registrations: RegistrationSessions

    private static let passwordLimit = 512

    var configuration: NodeConfiguration { services.configuration }

    /// True if a user name can be registered.
    /// - Throws: `M_USER_IN_USE` if the name is taken; another `MatrixError` if the name is not allowed or registration is off.
    func isAvailable(_ username: String) async throws -> Bool {
        try requireEnabled()
        try await requireFree(userID(forNew: username))
        return true
    }

    /// - Throws: `M_USER_IN_USE` if the user exists.
    func requireFree(_ userID: String) async throws {
        if try await services.database.read({ db in try AccountStore.exists(userID, in: db) }) {
            throw MatrixError(.userInUse, "The user name is taken.")
        }
    }

    /// Checks a password and opens a session.
    /// - Throws: `M_FORBIDDEN`, which is the same for an unknown user and a wrong password; `M_LIMIT_EXCEEDED` after too many failures.
    func login(_ body: JSONReader, _ call: Call) async throws -> LoginResponse {
        guard configuration.allowsPasswords else {
            throw MatrixError(.unknown, "Password login is off on this node.")
        }
        let userID = try userID(in: body)
        let password = try body.string("password")
        let deviceID = try DeviceFields.deviceID(body.optionalString("device_id"))
        let displayName = try DeviceFields.displayName(body.optionalString("initial_device_display_name"))
        guard password.utf8.count <= Self.passwordLimit else {
            throw MatrixError(.forbidden, "Invalid user name or password.")
        }
        // The login is counted only after the user name has been checked, because the rate limiter stores the name, which must be short.
        try services.limits.use(.loginChallenge(remote: call.remoteAddress, account: userID))
        let (remote, lastSeen) = (call.remoteAddress, services.lastSeen)
        let (hash, isKnown) = try await services.database.read { db in
            (
                try AccountStore.passwordHash(of: userID, in: db),
                try KnownPlaceStore.contains(remote, of: userID, lastSeen, in: db)
            )
        }
        let attempt = PasswordTries.Try(
            userID: userID, exists: hash != nil, source: isKnown ? .known(address: remote) : .stranger(address: remote))
        let client = PasswordHasher.Client(source: remote, account: isKnown ? nil : userID)
        guard try await matches(password, hash: hash, attempt, for: client) else {
            throw MatrixError(.forbidden, "Invalid user name or password.")
        }
        return try await openSession(
            userID, deviceID: deviceID, displayName: displayName,
            wantsRefreshToken: body.optionalBool("refresh_token") ?? false, from: call
        ) { db in try AccountStore.requireActive(userID, in: db) }
    }

    /// Checks a password and counts a wrong one.
    private func matches(
        _ password: String, hash: String?, _ attempt: PasswordTries.Try, for client: PasswordHasher.Client
    ) async throws -> Bool {
        try tries.begin(attempt)
        do {
            let isRight = try await hasher.matches(password, hash: hash, for: client)
            if isRight { tries.succeeded(attempt) } else { tries.failed(attempt) }
            return isRight
        } catch {
            tries.gaveUp(attempt)
            throw error
        }
    }

    /// Opens a session of a user.
    /// - Parameter first: runs in the same write, before the session is stored.
    func openSession(
        _ userID: String, deviceID: String?, displayName: String?, wantsRefreshToken: Bool, from call: Call,
        after first: @escaping @Sendable (Database) throws -> Void
    ) async throws -> LoginResponse {
        let (token, deviceID) = tokens.mint(deviceID: deviceID)
        let (tokens, renewals, now) = (tokens, renewals, services.now())
        try await services.removal.clear(deviceID, of: userID)
        let (grant, begun) = try await services.database.write { db in
            try first(db)
            try KnownPlaceStore.note(call.remoteAddress, of: userID, in: db)
            let begun = try tokens.store(
                token, userID: userID, deviceID: deviceID, displayName: displayName, now: now, in: db)
            return (try wantsRefreshToken ? renewals.grant(for: (userID, deviceID), now: now, in: db) : nil, begun)
        }
        tokens.tokensEnded(of: userID)
        try await services.fanOuts.follow(begun)
        return LoginResponse(
            accessToken: token, userID: userID, deviceID: deviceID, homeServer: configuration.serverName,
            refreshToken: grant?.refreshToken,
            expiresIn: grant?.lifetime)
    }

    /// - Throws: `M_FORBIDDEN` if users cannot register.
    func requireEnabled() throws(MatrixError) {
        guard configuration.enableRegistration else {
            throw MatrixError(.forbidden, "Registration is off on this node.")
        }
    }

    static func check(_ password: String, field: String) throws(WireError) {
        guard (1...passwordLimit).contains(password.utf8.count) else {
            throw WireError(.invalid, field: field, reason: "a password has 1 to \(passwordLimit) bytes")
        }
    }

    /// True if a body has the name and password of the caller.
    /// - Throws: `M_FORBIDDEN` if the body names another user of this node; `M_LIMIT_EXCEEDED` after too many wrong passwords.
    func verify(_ body: JSONReader, is caller: Caller) async throws -> Bool {
        let userID = caller.userID
        let named = try self.userID(in: body)
        guard named == userID else {
            // A name that nobody has is a mistake, and the client may try again. The proof of another user is never accepted.
            guard try await services.database.read({ db in try AccountStore.exists(named, in: db) }) else {
                return false
            }
            throw MatrixError(.forbidden, "The proof is another user's.")
        }
        let password = try body.string("password")
        guard password.utf8.count <= Self.passwordLimit else { return false }
        let hash = try await services.database.read { db in try AccountStore.passwordHash(of: userID, in: db) }
        let attempt = PasswordTries.Try(userID: userID, exists: true, source: .session(deviceID: caller.deviceID))
        return try await matches(password, hash: hash, attempt, for: PasswordHasher.Client(forSessionOf: userID))
    }

    /// Returns the user ID of a login body: `identifier.user` or the older `user`, each a localpart or a whole user ID.
    /// - Throws: `WireError` if the text is no user ID.
    private func userID(in body: JSONReader) throws -> String {
        let name: String, field: String
        if let identifier = try body.optionalObject("identifier") {
            guard try identifier.string("type") == "m.id.user" else {
                throw WireError(.unsupported, field: "identifier.type", reason: "only m.id.user is supported")
            }
            (name, field) = (try identifier.string("user"), "identifier.user")
        } else {
            guard let user = try body.optionalString("user") else {
                throw WireError(.missing, field: "identifier", reason: "the user is needed")
            }
            (name, field) = (user, "user")
        }
        let own = ":" + configuration.serverName
        guard name.hasPrefix("@") else { return try UserID("@\(name.lowercased())\(own)", field: field).text }
        // Names of this node have no capitals. Users type them all the same.
        return try UserID(name.hasSuffix(own) ? name.dropLast(own.count).lowercased() + own : name, field: field).text
    }

    /// Returns the user ID for a new account.
    /// - Parameter isGuests: true if the account is that of a guest, which becomes a full one.
    /// - Throws: `M_INVALID_USERNAME` or `M_EXCLUSIVE` if the name is not allowed.
    func userID(forNew username: String, isGuests: Bool = false) throws(MatrixError) -> String {
        let name = username.lowercased()
        guard !name.isEmpty,
            name.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || "._=-/+".utf8.contains($0)
            })
        else {
            throw MatrixError(.invalidUsername, "A user name has only the characters a to z, 0 to 9, and . _ = - / +.")
        }
        guard name.hasPrefix(Tourists.namePrefix) == isGuests else {
            throw MatrixError(.exclusive, "User names that begin with tourist_ belong to tourists.")
        }
        guard !name.hasPrefix("sdn_") else {
            throw MatrixError(.exclusive, "User names that begin with sdn_ belong to wallets.")
        }
        let userID = "@\(name):\(configuration.serverName)"
        guard userID.utf8.count <= 255 else { throw MatrixError(.invalidUsername, "The user name is too long.") }
        return userID
    }
}
