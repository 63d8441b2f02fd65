import Crypto
import GRDB
import HeraldKeys
import SDNWire
import Synchronization

/// Devices and their access tokens. A token has 256 random bits. The node stores only its SHA-256.
final class AccessTokens: Sendable {
    private struct Cache {
        var known: [[UInt8]: AccessTokenStore.Found] = [:]
        /// The number of revocations so far. If a look-up began before a revocation and ends after it, its result must not be stored in the cache.
        var generation = 0
    }

    /// The most tokens in the cache. A full cache is emptied. Each token then costs one database read again.
    private static let cacheLimit = 10_000
    static let unknownToken = MatrixError(.unknownToken, "Unknown access token.", softLogout: false)
    private static let expiredToken = MatrixError(.unknownToken, "The access token has expired.", softLogout: true)
    private let services: NodeServices
    private let cache = Mutex(Cache())

    init(services: NodeServices) { self.services = services }

    private var database: NodeDatabase { services.database }

    /// Returns a new token, and a new device ID if the client names none.
    func mint(deviceID: String?) -> (token: String, deviceID: String) {
        (
            "sdn_" + Hex.encode(services.configuration.random(32)),
            deviceID ?? Hex.encode(services.configuration.random(5), uppercase: true)
        )
    }

    /// Stores the token of a device, which is created if it does not exist. The device's older tokens end. If the user has too many devices, the one
    /// that was used longest ago is logged out.
    ///
    /// Call ``DeviceRemoval/clear(_:of:)`` before the write, and ``tokensEnded(of:)`` after it.
    /// - Parameter wallet: the wallet whose signature opens the session; `nil` for other logins.
    /// - Returns: the work that deletes the rows of a device that was logged out. The caller must pass it to ``FanOuts/follow(_:)`` after the commit.
    /// - Throws: `M_LIMIT_EXCEEDED` if rows of the device's last session are not deleted yet.
    @discardableResult
    func store(
        _ token: String, userID: String, deviceID: String, displayName: String?, wallet: EthereumAddress? = nil,
        now: Timestamp, in db: Database
    ) throws -> FanOuts.Begun? {
        guard try !DeviceLeftoverStore.hasSome(of: userID, deviceID, in: db) else {
            throw MatrixError(.limitExceeded, "This device was just logged out.", retryAfter: .seconds(1))
        }
        let isNew = try DeviceStore.keep(
            deviceID, of: userID, displayName: displayName, wallet: wallet, now: now, in: db)
        if isNew { try KeyStore.noteChange(of: userID, in: db) }
        // The oldest device is logged out, because a refusal would lock out a user who has to log in to remove a device.
        let begun = try services.removal.end(
            .unused(beyond: services.configuration.userLimits.devices - 1, besides: deviceID), of: userID, in: db)
        try AccessTokenStore.remove(of: (userID, deviceID), in: db)
        try RefreshTokenStore.remove(of: (userID, deviceID), in: db)
        try AccessTokenStore.insert(Self.hash(token), of: (userID, deviceID), now: now, in: db)
        return begun
    }

    /// Returns the caller for a token.
    /// - Parameter admitsLocked: true if the account may be locked, because the request ends sessions. Defaults to false.
    /// - Throws: `M_UNKNOWN_TOKEN` if the token is unknown, with `soft_logout` if it has expired; `M_USER_LOCKED` or `M_USER_DEACTIVATED` if the
    ///   account may not be used.
    func caller(of token: String, admitsLocked: Bool = false) async throws -> Caller {
        let hash = Self.hash(token)
        let (known, generation) = cache.withLock { ($0.known[hash], $0.generation) }
        if let known { return try fresh(known) }
        let found = try await database.read { db -> AccessTokenStore.Found? in
            guard var found = try AccessTokenStore.find(hash, in: db) else { return nil }
            if try !admitsLocked || AccountStore.state(of: found.caller.userID, in: db) != .locked {
                try AccountStore.requireActive(found.caller.userID, in: db)
            }
            found.caller.isGuest = try Tourists.isGuest(found.caller.userID, in: db)
            found.caller.isSuspended = try SuspensionStore.contains(found.caller.userID, in: db)
            return found
        }
        guard let found else { throw Self.unknownToken }
        let caller = try fresh(found)
        if let renews = found.renews {
            try await database.write { db in try RefreshTokens.confirm(caller.tokenID, renews: renews, in: db) }
            tokensEnded(of: caller.userID)
            return caller
        }
        // A locked account's token must not be in the cache, where other requests would find it.
        guard !admitsLocked else { return caller }
        cache.withLock { cache in
            guard cache.generation == generation else { return }
            if cache.known.count >= Self.cacheLimit { cache.known.removeAll() }
            cache.known[hash] = found
        }
        return caller
    }

    private func fresh(_ known: AccessTokenStore.Found) throws(MatrixError) -> Caller {
        guard known.expiresAt.map({ StoredDeadline.isAhead($0, madeAt: known.createdAt, now: services.now()) }) ?? true
        else {
            throw Self.expiredToken
        }
        return known.caller
    }

    /// Ends the session of one device.
    func logOut(_ caller: Caller) async throws {
        let removal = services.removal
        let begun = try await database.write { db in
            try removal.end(.named([caller.deviceID]), of: caller.userID, in: db)
        }
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

    /// Ends the sessions that a wallet's signature opened, when the wallet is unlinked. Call ``tokensEnded(of:)`` after the write.
    ///
    /// Sessions without a recorded wallet end too, as a soft logout. Their devices keep their keys and waiting messages until the next login.
    /// - Returns: the work that deletes the devices' rows. The caller must pass it to ``FanOuts/follow(_:)`` after the commit.
    func endSessions(of wallet: EthereumAddress, userID: String, in db: Database) throws -> FanOuts.Begun? {
        let begun = try services.removal.end(.opened(by: wallet), of: userID, in: db)
        try AccessTokenStore.endOfUnknownWallets(userID, in: db)
        try OpenIDTokens.end(of: userID, in: db)
        return begun
    }

    /// Checks that a token is still valid and its account may be used, for writes and for answers that are sent long after the request.
    /// - Throws: the same errors as for a new request: `M_UNKNOWN_TOKEN` if the token has ended, with `soft_logout` if its device still exists; `M_USER_LOCKED` or `M_USER_DEACTIVATED` if the
    ///   account may not be used.
    static func requireAlive(_ caller: Caller, in db: Database) throws {
        guard try !AccessTokenStore.isUsable(caller, in: db) else { return }
        if try AccessTokenStore.isAlive(caller, in: db) { try AccountStore.requireActive(caller.userID, in: db) }
        throw try AccessTokenStore.isEnded(caller, in: db) ? expiredToken : unknownToken
    }

    /// Empties the cache of tokens and wakes the user's long polls, so that long polls with an ended token end too. It must be called after every
    /// write that ends a token, before the answer is sent.
    func tokensEnded(of userID: String) {
        forgetCached()
        services.notifier.wake(users: [userID])
    }

    /// Empties the cache of tokens. It must be called after every write that changes the state of an account, before the answer is sent.
    func forgetCached() {
        cache.withLock { cache in
            cache.generation &+= 1
            cache.known.removeAll(keepingCapacity: true)
        }
    }

    /// Returns the hash of a token. A look-up by it needs no constant-time comparison, because nobody can choose the hash of 256 random bits.
    static func hash(_ token: String) -> [UInt8] {
        SHA256.hash(data: Array(token.utf8)).withUnsafeBytes { [UInt8]($0) }
    }
}
