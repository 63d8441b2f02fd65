import SDNIdentity
import SDNWire

/// The challenges in a gateway's database. Any instance can check the answer to a challenge of another one.
package final class DatabaseChallengeStore: ChallengeStore {
    /// The time for which a challenge is remembered after its expiry, for a precise error message.
    private static let remembered = Duration.seconds(300)
    /// The most expired challenges that one call deletes.
    private static let deletions = 20

    private let database: any GatewayDatabase
    private let lifetime: Duration
    private let capacityPerRemote: Int
    private let room: StoreRoom

    /// - Parameters:
    ///   - capacity: the most open challenges. Simultaneous requests to several instances may exceed it by a few.
    ///   - capacityPerRemote: the most open challenges of one remote network.
    package init(_ database: any GatewayDatabase, lifetime: Duration, capacity: Int, capacityPerRemote: Int) {
        self.database = database
        self.lifetime = lifetime
        self.capacityPerRemote = capacityPerRemote
        room = StoreRoom(capacity: capacity)
    }

    package func open(_ challenge: Challenge, remote: String) async throws {
        let (lifetime, perRemote, room) = (lifetime, capacityPerRemote, room)
        // If a crash of the database's server loses the challenge, the client requests another one.
        let (wait, count) = try await database.write(waitsForDisk: false) { rows -> (Duration?, StoreRoom.Count?) in
            try rows.lock("challenges/\(remote)")
            let now = try rows.now()
            try rows.deleteChallenges(expiredBefore: now - Self.remembered, limit: Self.deletions)
            let own = try rows.openChallenges(of: remote, now: now)
            if own.count >= perRemote {
                return (min(max((own.firstExpiry ?? now) - now, .milliseconds(1)), lifetime), nil)
            }
            let table = StoreRoom.Table(
                numbers: rows.challengeNumbers, count: { try rows.openChallengeCount(now: now) },
                evict: { try rows.evictChallenges($0, now: now) })
            let count = try room.make(in: table) { try rows.lock("challenges") }
            try rows.insert(challenge, remote: remote, expiresAt: now + lifetime)
            return (nil, count)
        }
        room.note(count)
        if let wait { throw ChallengeLimits.tooMany(wait) }
    }

    package func find(nonce: String) async throws -> Challenge {
        guard Self.isStorable(nonce) else { throw ChallengeLimits.ended(nil) }
        let found = try await database.read { rows in try rows.challenge(nonce: nonce, now: rows.now()) }
        guard let found, found.end == nil else { throw ChallengeLimits.ended(found?.end) }
        return found.challenge
    }

    package func find(did: SDNDID, updated: String, remote: String) async throws -> [Challenge] {
        guard Self.isStorable(updated) else { throw ChallengeLimits.ended(nil) }
        let found = try await database.read { rows in
            try rows.openChallenges(
                of: did, updated: updated, remote: remote, now: rows.now(), limit: ChallengeLimits.candidates)
        }
        guard !found.isEmpty else { throw ChallengeLimits.ended(nil) }
        return found
    }

    package func spend(_ challenge: Challenge) async throws {
        // The end is on disk before the session is opened, so that no crash makes the challenge valid again.
        let end = try await database.write { rows -> ChallengeEnd?? in
            let now = try rows.now()
            guard try !rows.useChallenge(nonce: challenge.nonce, now: now) else { return nil }
            return .some(try rows.challenge(nonce: challenge.nonce, now: now)?.end)
        }
        if let end { throw ChallengeLimits.ended(end) }
    }

    /// Opens a challenge again that was used for nothing, so that the same answer may arrive once more.
    package func reopen(_ challenge: Challenge) async throws {
        try await database.write(waitsForDisk: false) { rows in
            try rows.reopenChallenge(nonce: challenge.nonce, now: rows.now())
        }
    }

    package func noteFailure(_ challenge: Challenge) async throws {
        try await database.write(waitsForDisk: false) { rows in
            try rows.addFailure(nonce: challenge.nonce, limit: ChallengeLimits.failures)
        }
    }

    /// Returns false for a text that no database stores. A client may send any text in place of one that it received.
    private static func isStorable(_ text: String) -> Bool { !text.utf8.contains(0) && text.utf8.count <= 1_000 }
}
