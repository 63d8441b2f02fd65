import GRDB
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

extension PasswordAccounts {
    private static let stage = "m.login.dummy"

    /// Creates an account and opens a session, unless the client wants none. The answer to a request without `auth` names the one stage that the
    /// client must complete, and a session that remembers the parameters. A request that is repeated with its session leads to the same account.
    /// - Throws: `InteractiveAuthRequired` if the stage is missing; `M_USER_IN_USE`, `M_INVALID_USERNAME` or `M_EXCLUSIVE` if the name cannot be
    ///   registered; `M_FORBIDDEN` if registration is off, or if the guest's token belongs to another user.
    func register(_ body: JSONReader, _ call: Call) async throws -> RawJSON {
        try requireEnabled()
        let auth = try body.optionalObject("auth")
        let isProven = try auth?.optionalString("type") == Self.stage
        let id = try auth?.optionalString("session")
        let session = id.flatMap(registrations.find)
        if isProven, let session, let account = session.account {
            return try await repeated(account, session.registration, call)
        }
        let registration = try await self.registration(body, session?.registration)
        if !registration.upgradesGuest { try await requireFree(registration.userID) }
        guard isProven else {
            let kept = session == nil ? nil : id
            if let kept { registrations.update(kept, registration) }
            throw InteractiveAuthRequired(
                session: kept ?? registrations.open(registration, remote: call.remoteAddress), stages: [Self.stage])
        }
        guard let password = registration.password else {
            throw WireError(.missing, field: "password", reason: "a password is needed")
        }
        try services.limits.use(.account(remote: call.remoteAddress))
        let hash = try await hasher.hash(password, for: PasswordHasher.Client(source: call.remoteAddress))
        let (answer, account) = try await create(registration, passwordHash: hash, call)
        if let id { registrations.complete(id, registration, account) }
        return answer
    }

    /// Creates the account of a registration.
    /// - Returns: the answer to the client, and the account.
    private func create(_ registration: Registration, passwordHash hash: String, _ call: Call) async throws -> (
        RawJSON, RegistrationSessions.Account
    ) {
        let (userID, now, upgrades) = (registration.userID, services.now(), registration.upgradesGuest)
        let answer = try await answer(to: registration, call) { db in
            if upgrades {
                try AccountStore.complete(userID, passwordHash: hash, in: db)
            } else {
                try AccountStore.create(userID, passwordHash: hash, now: now, in: db)
            }
        }
        // The guest's rights are cached with the tokens.
        if upgrades { tokens.tokensEnded(of: userID) }
        return (
            answer.json, RegistrationSessions.Account(deviceID: answer.deviceID, passwordHash: hash)
        )
    }

    /// Answers a request that was already answered. The device of the first answer gets a new token.
    private func repeated(
        _ account: RegistrationSessions.Account, _ registration: Registration, _ call: Call
    ) async throws -> RawJSON {
        var registration = registration
        registration.deviceID = account.deviceID
        let userID = registration.userID
        return try await answer(to: registration, call) { db in
            try AccountStore.requireActive(userID, in: db)
            // The session proves nothing any more once the user has chosen another password.
            guard try AccountStore.passwordHash(of: userID, in: db) == account.passwordHash else { throw Self.ended }
        }.json
    }

    private static let ended = MatrixError(.forbidden, "This registration has ended, so log in.")

    /// Writes an account, and opens its session unless the client wants none.
    /// - Parameter first: writes the account, or checks it.
    func answer(
        to registration: Registration, _ call: Call, after first: @escaping @Sendable (Database) throws -> Void
    ) async throws -> (json: RawJSON, deviceID: String?) {
        guard registration.opensSession else {
            try await services.database.write { db in try first(db) }
            let userID: JSONObject = ["user_id": .string(registration.userID)]
            return (RawJSON(assembled: JSONValue.object(userID).serialized()), nil)
        }
        let response = try await openSession(
            registration.userID, deviceID: registration.deviceID, displayName: registration.deviceDisplayName,
            wantsRefreshToken: registration.wantsRefreshToken, from: call, after: first)
        return (RawJSON(assembled: try response.encoded()), response.deviceID)
    }

    /// Reads the parameters of a registration.
    /// - Parameter known: the parameters of the client's earlier request. They apply if the body does not have them.
    private func registration(_ body: JSONReader, _ known: Registration?) async throws -> Registration {
        let username = try body.optionalString("username")
        let token = try body.optionalString("guest_access_token")
        if let token { try await requireGuest(token, named: username) }
        let userID: String
        var isGuests = token != nil
        if let username {
            // A session that has shown a guest's token is good for this guest alone.
            isGuests = isGuests || known?.upgradesGuest == true && known?.userID == ownUserID(username)
            userID = try self.userID(forNew: username, isGuests: isGuests)
        } else if let known {
            (userID, isGuests) = (known.userID, known.upgradesGuest)
        } else {
            userID = try self.userID(forNew: "u" + Hex.encode(configuration.random(8)))
        }
        let password = try body.optionalString("password")
        if let password { try Self.check(password, field: "password") }
        return Registration(
            userID: userID, password: password ?? known?.password,
            opensSession: try body.optionalBool("inhibit_login").map { !$0 } ?? known?.opensSession ?? true,
            deviceID: try DeviceFields.deviceID(body.optionalString("device_id")) ?? known?.deviceID,
            deviceDisplayName: try DeviceFields.displayName(body.optionalString("initial_device_display_name"))
                ?? known?.deviceDisplayName,
            wantsRefreshToken: try body.optionalBool("refresh_token") ?? known?.wantsRefreshToken ?? false,
            upgradesGuest: isGuests)
    }

    /// Checks that a token belongs to the guest whose account is to become a full one.
    /// - Throws: `M_FORBIDDEN` if the token is not valid, or belongs to another user.
    private func requireGuest(_ token: String, named username: String?) async throws {
        guard let username else {
            throw WireError(.missing, field: "username", reason: "a guest's user name is needed")
        }
        let caller: Caller?
        do {
            caller = try await tokens.caller(of: token)
        } catch is MatrixError {
            caller = nil
        }
        guard let caller, caller.isGuest, caller.userID == ownUserID(username) else {
            throw MatrixError(.forbidden, "guest_access_token: this is not the token of this guest.")
        }
    }

    private func ownUserID(_ username: String) -> String { "@\(username.lowercased()):\(configuration.serverName)" }
}
