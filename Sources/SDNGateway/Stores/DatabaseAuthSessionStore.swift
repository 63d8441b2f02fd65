import SDNIdentity
import SDNWire

/// The running interactive authentications in a gateway's database. Any instance continues one that another instance began.
package struct DatabaseAuthSessionStore: AuthSessionStore {
    /// The most expired sessions that one call deletes.
    private static let deletions = 20

    private let database: any GatewayDatabase
    private let lifetime: Duration
    private let room: StoreRoom

    /// - Parameter capacity: the most sessions of all users. Simultaneous requests to several instances may exceed it by a few.
    package init(_ database: any GatewayDatabase, lifetime: Duration, capacity: Int = AuthSessions.capacity) {
        self.database = database
        self.lifetime = lifetime
        room = StoreRoom(capacity: capacity)
    }

    package func open(_ session: AuthSession) async throws {
        let (lifetime, room) = (lifetime, room)
        let count = try await database.write(waitsForDisk: false) { rows -> StoreRoom.Count? in
            // Users do not wait for each other.
            try rows.lock("auth/\(session.user)")
            let now = try rows.now()
            try rows.deleteAuthSessions(expiredBefore: now, limit: Self.deletions)
            if try rows.authSessionCount(of: session.user) >= AuthSessions.perUser {
                try rows.deleteOldestAuthSession(of: session.user)
            }
            let table = StoreRoom.Table(
                numbers: rows.authSessionNumbers, count: { try rows.authSessionCount(now: now) },
                evict: { try rows.evictAuthSessions($0, now: now) })
            let count = try room.make(in: table) { try rows.lock("auth") }
            try rows.insert(session, expiresAt: now + lifetime)
            return count
        }
        room.note(count)
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
