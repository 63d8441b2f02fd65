import Logging
import SDNWire

/// Ends the sessions of users whose DID was burned or has lost a wallet (SDN sheet 1.8).
///
/// The homeserver does not know which wallet opened which session, so all sessions of the user end. The database remembers whose sessions are to be
/// ended, in the transaction that changes the DID. If the homeserver does not answer, any gateway tries again.
package struct SessionEndings: Sendable {
    /// The pause between two attempts to end the sessions of a user.
    static let pause = Duration.seconds(60)
    /// The most users whose sessions one call of ``retry()`` ends.
    static let perCall = 20

    private let database: any GatewayDatabase
    private let homeserver: HomeserverLogin
    private let owners: TokenOwners
    private let logger: Logger

    package init(_ database: any GatewayDatabase, homeserver: HomeserverLogin, owners: TokenOwners, logger: Logger) {
        self.database = database
        self.homeserver = homeserver
        self.owners = owners
        self.logger = logger
    }

    /// Ends the sessions of a user, if they are to be ended.
    /// - Throws: ``GatewayFailure`` if the homeserver did not do it, and errors of the database. The next ``retry()`` after ``pause`` tries again.
    package func end(_ userID: String) async throws {
        guard let ending = try await database.read({ rows in try rows.ending(of: userID) }) else { return }
        try await end(ending)
    }

    /// Ends the sessions of users that could not be ended before.
    ///
    /// A user whose sessions cannot be ended, such as one with a locked account, delays no other: the call goes on with the next user, and the next
    /// call begins with those that have waited longest.
    package func retry() async {
        let due: [SessionEnding]
        do {
            due = try await database.write { rows in
                let now = try rows.now()
                return try rows.takeEndings(dueAt: now, until: now + Self.pause, limit: Self.perCall)
            }
        } catch {
            if !(error is CancellationError) { log(error, users: nil) }
            return
        }
        var failed = 0, first: (any Error)?
        for ending in due {
            do {
                try await end(ending)
            } catch {
                if error is CancellationError || Task.isCancelled { return }
                failed += 1
                first = first ?? error
            }
        }
        if let first { log(first, users: failed) }
    }

    private func log(_ error: any Error, users: Int?) {
        let reason = (error as? GatewayFailure)?.error.message ?? (error as? GatewayDatabaseError)?.reason
        var metadata: Logger.Metadata = ["reason": "\(reason ?? "\(type(of: error))")"]
        if let users { metadata["users"] = "\(users)" }
        logger.error("sessions that must end could not be ended", metadata: metadata)
    }

    private func end(_ ending: SessionEnding) async throws {
        try await homeserver.endSessions(of: UserID(ending.userID))
        owners.forgetAll(ofUser: ending.userID)
        try await database.write { rows in try rows.deleteEnding(ending) }
    }
}
