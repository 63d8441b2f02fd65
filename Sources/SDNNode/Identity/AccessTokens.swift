import Crypto
import Foundation
import GRDB
import HeraldKeys
import SDNWire
import Synchronization

/// Devices and their access tokens. A token is 256 random bits; only its SHA-256 is stored.
final class AccessTokens: Sendable {
    private struct Cache {
        var callers: [[UInt8]: Caller] = [:]
        /// Counts revocations: a lookup that began before one must not fill the cache after it.
        var generation = 0
    }

    /// The cache is dropped whole when it is full: it refills at the price of one read each.
    private static let cacheLimit = 10_000
    private static let unknownToken = MatrixError(.unknownToken, "Unknown access token.", softLogout: false)
    private let database: NodeDatabase
    private let notifier: StreamNotifier
    private let random: @Sendable (Int) -> [UInt8]
    private let cache = Mutex(Cache())

    init(database: NodeDatabase, notifier: StreamNotifier, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.database = database
        self.notifier = notifier
        self.random = random
    }

    /// A new token and, when the client names none, a new device id.
    func mint(deviceID: String?) -> (token: String, deviceID: String) {
        ("sdn_" + Hex.encode(random(32)), deviceID ?? Hex.encode(random(5), uppercase: true))
    }

    /// Gives the token to the device, which is made when it is new; an older token of the device ends.
    /// Call ``tokensEnded(of:)`` when the write is done.
    func store(_ token: String, userID: String, deviceID: String, displayName: String?, now: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO device (user_id, device_id, display_name, created_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (user_id, device_id) DO UPDATE SET display_name = COALESCE(excluded.display_name, display_name)
                """,
            arguments: [userID, deviceID, displayName, now])
        try db.execute(sql: "DELETE FROM access_token WHERE user_id = ? AND device_id = ?", arguments: [userID, deviceID])
        try db.execute(
            sql: "INSERT INTO access_token (hash, user_id, device_id, created_at) VALUES (?, ?, ?, ?)",
            arguments: [Data(Self.hash(token)), userID, deviceID, now])
    }

    /// Who bears the token. - Throws: `M_UNKNOWN_TOKEN`, `M_USER_LOCKED`, `M_USER_DEACTIVATED`.
    func caller(of token: String) async throws -> Caller {
        let hash = Self.hash(token)
        let (known, generation) = cache.withLock { ($0.callers[hash], $0.generation) }
        if let known { return known }
        let found = try await database.read { db -> Caller? in
            let sql = "SELECT id, user_id, device_id FROM access_token WHERE hash = ?"
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [Data(hash)]) else { return nil }
            let caller = Caller(userID: row["user_id"], deviceID: row["device_id"], tokenID: row["id"])
            try Accounts.requireActive(caller.userID, in: db)
            return caller
        }
        guard let found else { throw Self.unknownToken }
        cache.withLock { cache in
            guard cache.generation == generation else { return }
            if cache.callers.count >= Self.cacheLimit { cache.callers.removeAll() }
            cache.callers[hash] = found
        }
        return found
    }

    /// Ends the session of one device.
    func logOut(_ caller: Caller) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM device WHERE user_id = ? AND device_id = ?", arguments: [caller.userID, caller.deviceID])
        }
        tokensEnded(of: caller.userID)
    }

    /// Ends every session of a user.
    func logOutAll(userID: String) async throws {
        try await database.write { db in try db.execute(sql: "DELETE FROM device WHERE user_id = ?", arguments: [userID]) }
        tokensEnded(of: userID)
    }

    /// Whether a token that was good when a request came still is, for answers that come long after.
    /// - Throws: `M_UNKNOWN_TOKEN`.
    static func requireAlive(_ caller: Caller, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM access_token WHERE id = ?)")
        guard try Bool.fetchOne(statement, arguments: [caller.tokenID]) == true else { throw unknownToken }
    }

    /// To be called after every write that ends a token, before the answer goes out: long polls under it have to end too.
    func tokensEnded(of userID: String) {
        forgetCached()
        notifier.wake(users: [userID])
    }

    /// To be called after every write that changes an account's state, before the answer goes out.
    func forgetCached() {
        cache.withLock { cache in
            cache.generation &+= 1
            cache.callers.removeAll(keepingCapacity: true)
        }
    }

    /// A lookup by the hash of 256 random bits needs no constant-time compare: nobody can steer the hash.
    private static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
