import HeraldKeys
import SDNIdentity
import SDNWire

/// The tables of a gateway in an open transaction. The rules are above them, in the stores; an engine only reads and writes rows.
package typealias GatewayRows = DIDRows & ChallengeRows & LimitRows & AuthSessionRows & UserRows & EndingRows

/// The functions that all tables have in common.
package protocol TransactionRows {
    /// Returns the time of the database, which is the same for all instances.
    func now() throws -> Timestamp

    /// Waits until no other transaction of any instance has the lock of this name, and holds it until the transaction ends. A transaction takes it
    /// before it reads what the lock protects.
    func lock(_ name: String) throws
}

/// The directory of DIDs.
package protocol DIDRows: TransactionRows {
    /// Returns the DIDs that a wallet has signed to control and that are not burned. The one that it used last comes first.
    func dids(of address: EthereumAddress) throws -> [SDNDID]

    /// Returns the document of a DID, even if it is burned.
    func document(of did: SDNDID) throws -> DIDDocument?

    /// Returns the wallets that control the DIDs, in the order of linking, in one statement. DIDs without a document are left out.
    func wallets(of dids: [SDNDID]) throws -> [SDNDID: [EthereumAddress]]

    /// Writes one edit of a DID.
    func write(_ edit: DIDEdit, to did: SDNDID, now: Timestamp) throws
}

/// The challenges, also those that have ended, for a while.
package protocol ChallengeRows: TransactionRows {
    func insert(_ challenge: Challenge, remote: String, expiresAt: Timestamp) throws

    /// Returns the open challenges of a remote network: their number, and the time at which the first one expires.
    func openChallenges(of remote: String, now: Timestamp) throws -> (count: Int, firstExpiry: Timestamp?)

    /// Returns the smallest and the largest number of the challenges that have not ended, at little cost; `nil` if there is none. Later challenges
    /// have larger numbers.
    func challengeNumbers() throws -> ClosedRange<Int64>?

    /// Returns the number of open challenges.
    func openChallengeCount(now: Timestamp) throws -> Int

    /// Evicts open challenges, as if one after another were the oldest one of the remote network with the most open ones.
    /// - Parameter count: the number of challenges to evict.
    func evictChallenges(_ count: Int, now: Timestamp) throws

    /// Returns the challenge with a nonce, and the reason why it has ended; `nil` if it is open.
    func challenge(nonce: String, now: Timestamp) throws -> (challenge: Challenge, end: ChallengeEnd?)?

    /// Returns open challenges of a DID with the time `updated`: those of `remote` first, and newer ones before older ones.
    func openChallenges(of did: SDNDID, updated: String, remote: String, now: Timestamp, limit: Int) throws
        -> [Challenge]

    /// Ends an open challenge.
    /// - Returns: false if it was not open.
    func useChallenge(nonce: String, now: Timestamp) throws -> Bool

    /// Opens a used challenge again, unless it has expired.
    func reopenChallenge(nonce: String, now: Timestamp) throws

    /// Adds one to the failures of an open challenge. If there are `limit`, it ends.
    func addFailure(nonce: String, limit: Int) throws

    /// Deletes challenges that expired before a time.
    func deleteChallenges(expiredBefore time: Timestamp, limit: Int) throws
}

/// The uses that rate limits count.
package protocol LimitRows: TransactionRows {
    /// Counts a use in one statement, so that simultaneous uses of all instances count. The row has the time until which the uses so far count.
    /// - Parameters:
    ///   - interval: the time for which one use counts, in microseconds.
    ///   - tolerance: the longest time for which uses may count in advance, in microseconds.
    ///   - now: the time in microseconds.
    /// - Returns: `nil` if the use was counted, and otherwise the time to wait, in microseconds.
    func use(_ subject: String, interval: Int64, tolerance: Int64, now: Int64) throws -> Int64?

    /// Deletes rows whose uses no longer count, except that of a subject. It waits for no other transaction.
    func deleteRestedLimits(now: Int64, limit: Int, except subject: String) throws
}

/// The running interactive authentications.
package protocol AuthSessionRows: TransactionRows {
    func insert(_ session: AuthSession, expiresAt: Timestamp) throws

    /// Returns the user's session with this ID that has not expired.
    func authSession(_ id: String, user: String, now: Timestamp) throws -> AuthSession?

    /// Returns the number of a user's sessions.
    func authSessionCount(of user: String) throws -> Int

    /// Deletes the oldest session of a user.
    func deleteOldestAuthSession(of user: String) throws

    /// Returns the smallest and the largest number of the sessions, at little cost; `nil` if there is none. Later sessions have larger numbers.
    func authSessionNumbers() throws -> ClosedRange<Int64>?

    /// Returns the number of all sessions that have not expired.
    func authSessionCount(now: Timestamp) throws -> Int

    /// Deletes sessions, as if one after another were the oldest one of the user with the most.
    /// - Parameter count: the number of sessions to delete.
    func evictAuthSessions(_ count: Int, now: Timestamp) throws

    func completeAuthSession(_ id: String) throws

    /// Deletes a session.
    /// - Returns: false if there was none.
    func deleteAuthSession(_ id: String) throws -> Bool

    /// Adds one to the failures of a session. If there are `limit`, it is deleted.
    func addAuthFailure(_ id: String, limit: Int) throws

    func deleteAuthSessions(expiredBefore time: Timestamp, limit: Int) throws
}

/// The data that the gateway stores for users of the homeserver (SDN sheet 2).
package protocol UserRows: TransactionRows {
    /// Adds a contact, or replaces its tags.
    func setContact(_ contact: StoredContact, of user: String, now: Timestamp) throws

    func removeContact(_ id: String, isRoom: Bool, of user: String) throws
    func removeContacts(of user: String) throws
    func hasContact(_ id: String, isRoom: Bool, of user: String) throws -> Bool

    /// Returns the contacts in the order in which they were added.
    func contacts(of user: String) throws -> [StoredContact]

    /// Returns the number of contacts and the bytes of their IDs and tags, without the contact with this ID.
    func contactUse(of user: String, without id: String, isRoom: Bool) throws -> (count: Int, bytes: Int)

    /// Returns the text about the user; empty if there is none.
    func signature(of user: String) throws -> String
    func setSignature(_ text: String, of user: String) throws

    /// Returns the step of the introduction as compact JSON.
    func guideStep(of user: String) throws -> [UInt8]?
    func setGuideStep(_ step: [UInt8], of user: String) throws
}

/// The users whose sessions at the homeserver are to be ended.
package protocol EndingRows: TransactionRows {
    /// Notes that the sessions of a user are to be ended, once more if it is noted already.
    /// - Parameter dueAt: the time from which ``takeEndings(dueAt:until:limit:)`` returns the user.
    func addEnding(of user: String, dueAt: Timestamp) throws

    func ending(of user: String) throws -> SessionEnding?

    /// Returns users whose time has come, and sets their time to `until`, so that no other instance gets them before.
    func takeEndings(dueAt now: Timestamp, until: Timestamp, limit: Int) throws -> [SessionEnding]

    /// Deletes the note, unless it was made once more since.
    func deleteEnding(_ ending: SessionEnding) throws
}

/// The note that the sessions of a user are to be ended.
package struct SessionEnding: Sendable, Hashable {
    package let userID: String
    /// The number of times that it was noted.
    package let number: Int64

    package init(userID: String, number: Int64) {
        self.userID = userID
        self.number = number
    }
}

/// A contact of a user.
package struct StoredContact: Sendable, Hashable {
    /// A user ID or a room ID.
    package let id: String
    package let isRoom: Bool
    /// The tags, as a JSON array of texts.
    package let tags: [UInt8]

    package init(id: String, isRoom: Bool, tags: [UInt8]) {
        self.id = id
        self.isRoom = isRoom
        self.tags = tags
    }
}
