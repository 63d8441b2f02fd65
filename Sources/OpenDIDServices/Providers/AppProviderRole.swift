import Crypto
import Foundation
import HeraldKeys
import OpenDID_DataModel

/// The app provider's server (CAS). It attests apps, confirms the identity of an app's user, and stores the users' personal data (OpenDID
/// sheet 5.2, 5.5, 6.4).
struct AppProviderRole: RoleModule {
    static let role = ServiceRole.cas

    /// The longest ID or package name that is accepted from a client, in bytes.
    private static let idLimit = 256
    private let context: RoleContext
    private let identity: ProviderIdentity
    private let users: AppUserStore

    init(_ context: RoleContext) async throws {
        self.context = context
        identity = try context.identity
        users = AppUserStore(database: context.database, seal: context.seal)
        for user in context.configuration.seed.users { try await users.save(pii: user.pii, of: user.userId) }
    }

    func addRoutes(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.CAS.requestAttestedAppInfo) { request, _ in try await attest(request.appId) }
        routes.on(OpenDIDEndpoints.CAS.requestWalletTokenData, charge: .person) { seed, _ in try await vouch(for: seed)
        }
        routes.on(OpenDIDEndpoints.CAS.retrievePII, access: .peers) { request, _ in
            _RetrievePii(pii: try await pii(of: request.userId))
        }
        routes.on(OpenDIDEndpoints.CAS.saveUserInfo, access: .operatorOrTrustedNetwork) { request, _ in
            guard !request.userId.isEmpty, request.userId.utf8.count <= Self.idLimit, !request.pii.isEmpty else {
                throw CASError.bodyInvalid("userId and pii must not be empty")
            }
            try await users.save(pii: request.pii, of: request.userId)
            return _SaveUserInfo()
        }
    }

    private func attest(_ appID: String) async throws -> AttestedAppInfo {
        guard !appID.isEmpty, appID.utf8.count <= Self.idLimit else {
            throw CASError.bodyInvalid("appId is empty or too long")
        }
        return try await identity.sign(
            AttestedAppInfo(appId: appID, provider: identity.provider, nonce: context.nonce()), created: context.now())
    }

    /// Returns the confirmation for a wallet's seed. It contains the seed unchanged, so that the wallet recognizes its own request (OpenDID
    /// sheet 6.4).
    private func vouch(for seed: WalletTokenSeed) async throws -> WalletTokenData {
        guard let nonce = try? Multibase.decode(seed.nonce, base58Limit: Multibase.shortLimit).bytes, nonce.count == 16
        else {
            throw CASError.bodyInvalid("nonce: 16 bytes in multibase expected")
        }
        guard !seed.pkgName.isEmpty, seed.pkgName.utf8.count <= Self.idLimit else {
            throw CASError.bodyInvalid("pkgName is empty or too long")
        }
        guard let user = seed.userId else { throw CASError.userUnknown("the seed names no user") }
        let hash = Array(SHA256.hash(data: Array(try await pii(of: user).utf8)))
        let data = WalletTokenData(
            seed: seed, sha256_pii: Multibase.encode(hash, as: .base58btc), provider: identity.provider,
            nonce: context.nonce())
        return try await identity.sign(data, created: context.now())
    }

    private func pii(of user: String) async throws -> String {
        guard let pii = try await users.pii(of: user) else { throw ServiceError(CASError.userUnknown) }
        return pii
    }
}
