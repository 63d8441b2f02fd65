import SDNIdentity
import SDNWire

/// The running interactive authentications in a gateway's database. Any instance continues one that another instance began.
package struct DatabaseAuthSessionStore: AuthSessionStore {
    /// The most expired sessions that one call deletes.
    private static let deletions = 20

    private let database: any GatewayDatabase
    private let lifetime: Duration

    package init(_ database: any GatewayDatabase, lifetime: Duration) {
        self.database = database
        self.lifetime = lifetime
    }

    package func open(_ session: AuthSession) async throws {
        let lifetime = lifetime
        try await database.write(waitsForDisk: false) { rows in
            try rows.lock("auth")
            let now = try rows.now()
            try rows.deleteAuthSessions(expiredBefore: now, limit: Self.deletions)
            if try rows.authSessionCount(of: session.user) >= AuthSessions.perUser {
                try rows.deleteOldestAuthSession(of: session.user)
            }
            if try rows.authSessionCount(of: nil) >= AuthSessions.capacity {
                try rows.deleteOldestAuthSession(of: nil)
            }
            try rows.insert(session, expiresAt: now + lifetime)
        }
    }

    package func find(_ id: String, user: String) async throws -> AuthSession? {
        guard !id.utf8.contains(0) else { return nil }
        return try await database.read { rows in try rows.authSession(id, user: user, now: rows.now()) }
    }

    package func complete(_ session: AuthSession) async throws -> Bool {
        try await database.write { rows in
            guard session.operation.isRepeatable else { return try rows.deleteAuthSession(session.id) }
            try rows.completeAuthSession(session.id)
            return true
        }
    }

    package func noteFailure(_ session: AuthSession) async throws {
        try await database.write(waitsForDisk: false) { rows in
            try rows.addAuthFailure(session.id, limit: AuthSessions.failureLimit)
        }
    }
}
