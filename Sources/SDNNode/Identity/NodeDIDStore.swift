import GRDB
import HeraldKeys
import SDNIdentity
import SDNWire

/// The directory of DIDs in the node's database. A change ends sessions in the transaction of its edits.
struct NodeDIDStore: DIDStore {
    let services: NodeServices
    let tokens: AccessTokens
    let settings: IdentitySettings

    func dids(of address: EthereumAddress) async throws -> [SDNDID] {
        try await services.database.read { db in try DIDDirectory.dids(of: address, in: db) }
    }

    func document(of did: SDNDID) async throws -> DIDDocument? {
        try await services.database.read { db in try DIDDirectory.document(of: did, in: db) }
    }

    func document(ofUser userID: String) async throws -> DIDDocument? {
        try await services.database.read { db in
            guard let text = try AccountStore.did(of: userID, in: db) else { return nil }
            return try DIDDirectory.document(of: SDNDID(text), in: db)
        }
    }

    func standing(of address: EthereumAddress) async throws -> WalletStanding {
        try await services.database.read { db in try DIDDirectory.standing(of: address, in: db) }
    }

    func documentForLogin(of did: SDNDID) async throws -> DIDDocument? {
        let userID = settings.userID(of: did)
        return try await services.database.read { db in
            try AccountStore.requireActive(userID, in: db)
            return try DIDDirectory.document(of: did, in: db)
        }
    }

    func apply(_ change: SignedChange) async throws {
        let (did, now, userID) = (change.did, services.now(), settings.userID(of: change.did))
        let (tokens, removal) = (tokens, services.removal)
        let begun = try await services.database.write { db -> FanOuts.Begun? in
            var begun: FanOuts.Begun?
            for edit in try change.edits(of: DIDDirectory.document(of: did, in: db), now: now) {
                try DIDDirectory.write(edit, to: did, now: now, in: db)
                switch edit {
                case .unlink(let address):
                    begun = try tokens.endSessions(of: address, userID: userID, in: db) ?? begun
                case .burn:
                    try AccountStore.setState(.deactivated, of: userID, in: db)
                    begun = try removal.end(.all, of: userID, in: db)
                    try OpenIDTokens.end(of: userID, in: db)
                case .create, .use, .link, .prove, .linkKey, .unlinkKey, .touch: break
                }
            }
            return begun
        }
        let operation = change.challenge.operation
        if operation == .burn || operation == .unlink { tokens.tokensEnded(of: userID) }
        try await services.fanOuts.follow(begun)
        if operation == .burn { try await services.live.endTyping(userID) }
    }
}

/// Sessions of DID logins: a device and an access token, which the node makes in the transaction that records the login.
struct NodeDIDSessions: DIDSessions {
    let services: NodeServices
    let tokens: AccessTokens
    let renewals: RefreshTokens
    let settings: IdentitySettings

    func open(_ login: VerifiedLogin) async throws -> LoginResponse {
        let (token, deviceID) = tokens.mint(deviceID: login.deviceID)
        let (did, userID, now) = (login.did, settings.userID(of: login.did), services.now())
        let (tokens, renewals) = (tokens, renewals)
        try await services.removal.clear(deviceID, of: userID)
        let (grant, guideState, begun) = try await services.database.write { db in
            for edit in try login.edits(of: DIDDirectory.document(of: did, in: db)) {
                try DIDDirectory.write(edit, to: did, now: now, in: db)
            }
            try AccountStore.ensure(userID, did: did, now: now, in: db)
            let begun = try tokens.store(
                token, userID: userID, deviceID: deviceID, displayName: login.deviceDisplayName, wallet: login.signer,
                now: now, in: db)
            let grant = try login.wantsRefreshToken ? renewals.grant(for: (userID, deviceID), now: now, in: db) : nil
            return (grant, try GuideStepStore.step(of: userID, in: db), begun)
        }
        tokens.tokensEnded(of: userID)
        try await services.fanOuts.follow(begun)
        return LoginResponse(
            accessToken: token, userID: userID, deviceID: deviceID, homeServer: services.configuration.serverName,
            refreshToken: grant?.refreshToken, expiresIn: grant?.lifetime, guideState: guideState)
    }
}

/// The node's rate limits, as logins count against them.
struct NodeIdentityLimits: IdentityLimits {
    let limits: RateLimiter

    func use(_ use: IdentityUse) async throws {
        switch use {
        case .challenge(let remote, let account): try limits.use(.loginChallenge(remote: remote, account: account))
        case .failure(let account): try limits.use(.loginAccount(account))
        case .newAccount(let remote): try limits.use(.account(remote: remote))
        }
    }
}

extension IdentitySettings {
    init(_ services: NodeServices) {
        let configuration = services.configuration
        self.init(
            serverName: configuration.serverName,
            userDomain: configuration.userIDDomain == .serverName ? configuration.serverName : nil,
            developers: configuration.developerKeys.map(\.address),
            requiresAppToken: configuration.requireAppToken,
            acceptsHexText: configuration.legacyHexTextSignatures, applicationKey: configuration.applicationKey,
            now: configuration.clock, random: configuration.random, logger: services.logger)
    }
}
