import GRDB
import HeraldJSON
import SDNWire

/// Stores cross-signing keys and tells the users who see them.
struct CrossSigningService: Sendable {
    let services: NodeServices

    /// - Parameter isProven: true if the user has proved control of the account.
    /// - Returns: true if the keys are stored; false if the user must prove control of the account first.
    /// - Throws: as ``CrossSigningStore/keep(_:of:isProven:in:)``.
    func store(_ upload: SigningKeyUpload, of caller: Caller, isProven: Bool) async throws -> Bool {
        let (services, user) = (services, caller.userID)
        let result = try await services.database.write { db -> (users: Set<String>, begun: [FanOuts.Begun])? in
            try AccessTokens.requireAlive(caller, in: db)
            guard
                case .stored(let changed, let retired) = try CrossSigningStore.keep(
                    upload, of: user, isProven: isProven, in: db)
            else { return nil }
            let begun = try RetiredKeyFanOut.begin(retired, of: user, services, in: db)
            guard !changed.isEmpty else { return ([], begun) }
            // Only the user sees the user-signing key.
            guard changed != [.userSigning] else {
                try KeyStore.noteChange(of: user, seenBy: user, in: db)
                return ([user], begun)
            }
            try KeyStore.noteChange(of: user, in: db)
            return (try RoomAudiences.companions(of: user, in: db).union([user]), begun)
        }
        guard let result else { return false }
        services.notifier.wake(users: result.users)
        for work in result.begun { try await services.fanOuts.follow(work) }
        return true
    }

    /// Deletes the keys of a user whose account ends, inside a write. After the commit, the caller must pass each result to ``FanOuts/follow(_:)``.
    static func endAll(of user: String, _ services: NodeServices, in db: Database) throws -> [FanOuts.Begun] {
        try RetiredKeyFanOut.begin(CrossSigningStore.removeAll(of: user, in: db), of: user, services, in: db)
    }
}
