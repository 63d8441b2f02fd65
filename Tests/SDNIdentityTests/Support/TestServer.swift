import HeraldJSON
import HeraldKeys
import Logging
import SDNIdentity
import SDNWire
import TestSupport

/// The stores, the limits and the clock that all instances of a server share.
struct TestServer: Sendable {
    let directory: MemoryDirectory
    let challenges: any ChallengeStore
    let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_123))

    init(
        challenges: any ChallengeStore = ChallengeTable(
            lifetime: .seconds(300), capacity: 1_000, capacityPerRemote: 1_000, clock: { .now })
    ) {
        self.directory = MemoryDirectory(now: clock.read)
        self.challenges = challenges
    }

    /// Returns a new instance of the server.
    func instance(appKeys: [EthereumAddress] = []) -> DIDLogin {
        DIDLogin(
            settings: settings(appKeys: appKeys), store: directory, challenges: challenges, limits: NoLimits(),
            sessions: directory)
    }

    func documents() -> DIDDocuments {
        DIDDocuments(settings: settings(), store: directory, challenges: challenges, limits: NoLimits())
    }

    private func settings(appKeys: [EthereumAddress] = []) -> IdentitySettings {
        IdentitySettings(
            serverName: "localhost", userDomain: nil, developers: appKeys, requiresAppToken: !appKeys.isEmpty,
            now: clock.read, random: SystemRandom.bytes,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}

struct NoLimits: IdentityLimits {
    func use(_ use: IdentityUse) async throws {}
}

/// A wallet of a test: a key and what it signs.
struct TestWallet: Sendable {
    let key: Secp256k1PrivateKey
    let address: EthereumAddress

    /// - Parameter seed: wallets with the same seed are the same.
    init(_ seed: UInt8) throws {
        key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0, count: 31) + [seed])
        address = key.publicKey.ethereumAddress
    }

    var did: SDNDID { SDNDID(address: address) }

    func sign(_ message: String) throws -> String { try PersonalMessage.sign(message, with: key).text() }

    /// Returns the answer to a challenge.
    func answer(_ challenge: PreLoginResponse) throws -> DIDLoginRequest {
        DIDLoginRequest(
            randomServer: challenge.randomServer, updated: challenge.updated, did: challenge.did,
            address: address.checksummed, message: challenge.message, token: try sign(challenge.message))
    }
}

extension DIDLogin {
    /// Requests a challenge for a wallet and answers it.
    @discardableResult
    func logIn(_ wallet: TestWallet) async throws -> LoginResponse {
        try await login(
            wallet.answer(challenge(PreLoginRequest(address: wallet.address.checksummed), remote: "192.0.2.1")),
            remote: "192.0.2.1")
    }
}
