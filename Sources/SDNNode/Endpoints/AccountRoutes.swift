import HeraldJSON
import SDNIdentity
import SDNWire

/// The endpoints that deactivate an account and change a password (SDN sheet 3.2).
struct AccountRoutes: Sendable {
    let services: NodeServices
    let tokens: AccessTokens
    let passwords: PasswordAccounts
    let auth: CallerProof

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.deactivateAccount) { try await own.deactivate($0, $1.authenticated()) }
        routes.on(Endpoints.changePassword) { try await own.changePassword($0, $1.authenticated()) }
    }

    /// Deactivates the caller's account: ends all its sessions, leaves all its rooms and refuses all later logins. Its user ID is never given to
    /// another account.
    private func deactivate(_ request: DeactivateRequest, _ caller: Caller) async throws -> RawJSON {
        try await auth.require(
            request.auth, of: caller, for: ConfirmedOperations.deactivation(erase: request.erase))
        try await AccountEnding(services: services, tokens: tokens).deactivate(caller.userID, erases: request.erase)
        return RawJSON(assembled: JSONValue.object(["id_server_unbind_result": "no-support"]).serialized())
    }

    /// - Throws: `M_FORBIDDEN` if the account has no password.
    private func changePassword(_ request: ChangePasswordRequest, _ caller: Caller) async throws -> EmptyObject {
        guard
            try await services.database.read({ db in try AccountStore.passwordHash(of: caller.userID, in: db) }) != nil
        else {
            throw MatrixError(.forbidden, "This account has no password.")
        }
        try PasswordAccounts.check(request.newPassword, field: "new_password")
        try await auth.require(
            request.auth, of: caller, for: InteractiveAuth.Operation(purpose: .changePassword, isRepeatable: false))
        let hash = try await passwords.hasher.hash(
            request.newPassword, for: PasswordHasher.Client(forSessionOf: caller.userID))
        let removal = services.removal
        let begun = try await services.database.write { db -> FanOuts.Begun? in
            try AccessTokens.requireAlive(caller, in: db)
            try AccountStore.setPasswordHash(hash, of: caller.userID, in: db)
            guard request.logoutDevices else { return nil }
            try OpenIDTokens.end(of: caller.userID, in: db)
            return try removal.end(.allBut(caller.deviceID), of: caller.userID, in: db)
        }
        tokens.tokensEnded(of: caller.userID)
        try await services.fanOuts.follow(begun)
        return EmptyObject()
    }
}
