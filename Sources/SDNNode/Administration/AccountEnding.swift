import SDNWire

/// Deactivates accounts, for their users and for the operator.
struct AccountEnding: Sendable {
    let services: NodeServices
    let tokens: AccessTokens

    /// Deactivates an account: ends all its sessions, leaves all its rooms, deletes its settings and refuses all later logins. Its user ID is never
    /// given to another account.
    /// - Parameter erases: true if the user's profile and messages are no longer shown to users who were not in the room at that time.
    /// - Throws: errors of the database.
    func deactivate(_ userID: String, erases: Bool) async throws {
        let push = services.push, fanOuts = services.fanOuts, removal = services.removal, services = services
        defer { push.forgetRules(of: userID) }
        let begun = try await services.database.write { db -> [FanOuts.Begun?] in
            func turn() -> FanOutTurn { FanOutTurn(db, user: userID, services: services) }
            var begun: [FanOuts.Begun?] = []
            try AccountStore.setState(.deactivated, of: userID, in: db)
            try AccountStore.setPasswordHash(nil, of: userID, in: db)
            begun.append(try removal.end(.all, of: userID, in: db))
            begun.append(try BackupRemoval.endAll(of: userID, services, in: db))
            begun += try CrossSigningService.endAll(of: userID, services, in: db)
            try OpenIDTokens.end(of: userID, in: db)
            try KnownPlaceStore.forget(userID, in: db)
            if erases {
                try ProfileStore.erase(userID, in: db)
                try ErasedSenderRows.add(userID, in: db)
            }
            begun.append(try fanOuts.begin(ErasureFanOut(of: userID), turn()))
            push.forgetRules(of: userID)
            try FanOutStore.remove(.profile, userID, in: db)
            return begun + [try fanOuts.begin(DepartureFanOut(of: userID), turn())]
        }
        tokens.tokensEnded(of: userID)
        for work in begun { try await fanOuts.follow(work) }
        try await services.live.endTyping(userID)
    }
}
