import Crypto
import GRDB
import HeraldKeys
import SDNWire
import Synchronization

/// Devices and their access tokens. A token is 256 random bits; only its SHA-256 is stored.
final class AccessTokens: Sendable {
    private struct Cache {
        var known: [[UInt8]: AccessTokenStore.Found] = [:]
        /// Counts revocations: a lookup that began before one must not fill the cache after it.
        var generation = 0
    }

    /// The cache is dropped whole when it is full: it refills at the price of one read each.
    private static let cacheLimit = 10_000
    private static let unknownToken = MatrixError(.unknownToken, "Unknown access token.", softLogout: false)
    private let services: NodeServices
    private let cache = Mutex(Cache())

    init(services: NodeServices) { self.services = services }

    private var database: NodeDatabase { services.database }

    /// A new token and, when the client names none, a new device id.
    func mint(deviceID: String?) -> (token: String, deviceID: String) {
        ("sdn_" + Hex.encode(services.configuration.random(32)), deviceID ?? Hex.encode(services.configuration.random(5), uppercase: true))
    }

    /// Gives the token to the device, which is made when it is new; an older token of the device ends. Of too many devices the one that was
    /// used longest ago goes.
    ///
    /// Call ``DeviceRemoval/clear(_:of:)`` before the write, and ``tokensEnded(of:)`` when it is done.
    /// - Parameter wallet: whose signature opens the session; `nil` when none does.
    /// - Returns: what the device that goes leaves behind, to be followed after the commit.
    /// - Throws: `M_LIMIT_EXCEEDED` when the device's last session ended at this moment.
    @discardableResult
    func store(
        _ token: String, userID: String, deviceID: String, displayName: String?, wallet: EthereumAddress? = nil, now: Int64, in db: Database
    ) throws -> FanOuts.Begun? {
        guard try !DeviceLeftoverStore.hasSome(of: userID, deviceID, in: db) else {
            throw MatrixError(.limitExceeded, "This device was logged out a moment ago.", retryAfterMilliseconds: 1_000)
        }
        try DeviceStore.keep(deviceID, of: userID, displayName: displayName, wallet: wallet, now: now, in: db)
        // A refusal would keep out who cannot log in to remove a device either.
        let begun = try services.removal.end(
            .unused(beyond: services.configuration.userLimits.devices - 1, besides: deviceID), of: userID, in: db)
        try AccessTokenStore.remove(of: (userID, deviceID), in: db)
        try RefreshTokenStore.remove(of: (userID, deviceID), in: db)
        try AccessTokenStore.insert(Self.hash(token), of: (userID, deviceID), now: now, in: db)
        return begun
    }

    /// Who bears the token.
    /// - Throws: `M_UNKNOWN_TOKEN`, with `soft_logout` when the token has expired; `M_USER_LOCKED`, `M_USER_DEACTIVATED`.
    func caller(of token: String) async throws -> Caller {
        let hash = Self.hash(token)
        let (known, generation) = cache.withLock { ($0.known[hash], $0.generation) }
        if let known { return try fresh(known) }
        let found = try await database.read { db -> AccessTokenStore.Found? in
            guard let found = try AccessTokenStore.find(hash, in: db) else { return nil }
            try AccountStore.requireActive(found.caller.userID, in: db)
            return found
        }
        guard let found else { throw Self.unknownToken }
        let caller = try fresh(found)
        if let renews = found.renews {
            try await database.write { db in try RefreshTokens.confirm(caller.tokenID, renews: renews, in: db) }
            tokensEnded(of: caller.userID)
            return caller
        }
        cache.withLock { cache in
            guard cache.generation == generation else { return }
            if cache.known.count >= Self.cacheLimit { cache.known.removeAll() }
            cache.known[hash] = found
        }
        return caller
    }

    private func fresh(_ known: AccessTokenStore.Found) throws(MatrixError) -> Caller {
        guard known.expiresAt.map({ StoredDeadline.isAhead($0, madeAt: known.createdAt, now: services.now()) }) ?? true else {
            throw MatrixError(.unknownToken, "The access token has expired.", softLogout: true)
        }
        return known.caller
    }

    /// Ends the session of one device.
    func logOut(_ caller: Caller) async throws {
        let removal = services.removal
        let begun = try await database.write { db in try removal.end(.named([caller.deviceID]), of: caller.userID, in: db) }
        tokensEnded(of: caller.userID)
        try await services.fanOuts.follow(begun)
    }

    /// Ends every session of a user.
    func logOutAll(userID: String) async throws {
        let removal = services.removal
        let begun = try await database.write { db in
            try OpenIDTokens.end(of: userID, in: db)
            return try removal.end(.all, of: userID, in: db)
        }
        tokensEnded(of: userID)
        try await services.fanOuts.follow(begun)
    }

    /// Ends the sessions that a wallet's signature opened, when it is unlinked. Call ``tokensEnded(of:)`` when the write is done.
    ///
    /// Nobody knows which wallet opened a session from before it was written down: those end too, as a soft logout. Their devices keep their
    /// keys and what waits for them until the next login.
    /// - Returns: what the devices leave behind, to be followed after the commit.
    func endSessions(of wallet: EthereumAddress, userID: String, in db: Database) throws -> FanOuts.Begun? {
        let begun = try services.removal.end(.opened(by: wallet), of: userID, in: db)
        try AccessTokenStore.endOfUnknownWallets(userID, in: db)
        try OpenIDTokens.end(of: userID, in: db)
        return begun
    }

    /// Whether a token that was good when a request came still is, for answers that come long after.
    /// - Throws: `M_UNKNOWN_TOKEN`.
    static func requireAlive(_ caller: Caller, in db: Database) throws {
        guard try AccessTokenStore.isAlive(caller, in: db) else { throw unknownToken }
    }

    /// To be called after every write that ends a token, before the answer goes out: long polls under it have to end too.
    func tokensEnded(of userID: String) {
        forgetCached()
        services.notifier.wake(users: [userID])
    }

    /// To be called after every write that changes an account's state, before the answer goes out.
    func forgetCached() {
        cache.withLock { cache in
            cache.generation &+= 1
            cache.known.removeAll(keepingCapacity: true)
        }
    }

    /// A lookup by the hash of 256 random bits needs no constant-time compare: nobody can steer the hash.
    static func hash(_ token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
