import GRDB
import SDNWire

/// The facts about a sync's user and device that are read before anything else, with one statement. Most syncs find nothing new in these tables and
/// then do not read them.
struct SyncFacts: Sendable {
    /// The position at which the list of ignored users was set; `nil` if there is no list.
    let ignoredVersion: Int64?
    /// The position at which the user first changed the default push rules; see ``PushReader``.
    let sharesDefaultsUntil: Int64?
    /// The position of the newest change of push rules; `nil` if the user has the defaults.
    let pushRules: Int64?
    /// True if account data of the user changed after the client's position.
    let hasAccountData: Bool
    /// True if a message may wait for the device.
    let hasMessages: Bool
    /// True if the client's token confirms messages that the device had not confirmed before.
    let hasTaken: Bool
    /// True if keys changed as only the user sees them.
    let hasPrivateKeyChanges: Bool
    /// True if the device has keys or one-time keys, and true if it has unused fallback keys.
    let hasKeys: Bool, hasFallbackKeys: Bool

    private static let query = """
        SELECT \(AccessTokenStore.usableCondition),
        (SELECT ord FROM account_data WHERE user = ?2 AND room = 0 AND type = '\(IgnoredSenders.type)' AND NOT is_deleted),
        (SELECT since FROM push_custom WHERE user = ?2), (SELECT changed FROM push_custom WHERE user = ?2),
        EXISTS (SELECT 1 FROM account_data WHERE user = ?2 AND ord > ?4),
        EXISTS (SELECT 1 FROM to_device WHERE user = ?2 AND device = ?3 AND ord > ?5),
        EXISTS (SELECT 1 FROM to_device WHERE user = ?2 AND device = ?3 AND ord <= ?5
            AND ord > coalesce((SELECT taken FROM device WHERE user_id = ?2 AND device_id = ?3), 0)),
        EXISTS (SELECT 1 FROM private_key_change WHERE reader = ?2 AND ord > ?4),
        EXISTS (SELECT 1 FROM one_time_key WHERE user = ?2 AND device = ?3) OR EXISTS (SELECT 1 FROM device_key WHERE user = ?2 AND device = ?3),
        EXISTS (SELECT 1 FROM fallback_key WHERE user = ?2 AND device = ?3 AND NOT is_used)
        """

    /// - Throws: `M_UNKNOWN_TOKEN` if the caller's token has ended; `M_USER_LOCKED` if the account is locked.
    init(_ plan: SyncPlan, in db: Database) throws {
        let caller = plan.caller, position: Int64 = plan.since ?? -1, taken: Int64 = plan.toDevice ?? plan.since ?? 0
        let facts = try db.first(
            Self.query, caller.tokenID, caller.userID, caller.deviceID, position, taken
        ) { row in row.bool(0) ? SyncFacts(row) : nil }
        guard let facts = facts ?? nil else {
            try AccessTokens.requireAlive(caller, in: db)
            throw AccessTokens.unknownToken
        }
        self = facts
    }

    private init(_ row: QuickRow) {
        ignoredVersion = row.optionalInt(1)
        sharesDefaultsUntil = row.optionalInt(2)
        pushRules = row.optionalInt(3)
        hasAccountData = row.bool(4)
        hasMessages = row.bool(5)
        hasTaken = row.bool(6)
        hasPrivateKeyChanges = row.bool(7)
        hasKeys = row.bool(8)
        hasFallbackKeys = row.bool(9)
    }
}

extension PushReader {
    init(_ user: String, _ facts: SyncFacts, _ ignored: IgnoredSenders, in db: Database) throws {
        self.init(
            user, sharesDefaultsUntil: facts.sharesDefaultsUntil,
            ignoredSenders: try ignored.read(user, version: facts.ignoredVersion, in: db))
    }
}
