import Foundation
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices
@testable import OpenDIDWallet

/// The servers under attack, with a clock of their own, and the people whose messages are attacked with.
struct AdversaryWorld: Sendable {
    static let operatorToken = "operator-of-the-adversarial-tests"

    let clock: StoppedClock<UTCInstant>
    let services: OpenDIDServices
    /// Opens what the servers have stored sealed.
    let keys: StorageKeys

    static func run(_ body: (AdversaryWorld) async throws -> Void) async throws {
        let clock = StoppedClock(UTCInstant(seconds: 1_790_000_000))
        var seed = FlowSeeds.seed
        let first = try #require(seed.users.first)
        seed.users = (1...3).map { UserSeed(userId: "user0\($0)", pii: "\(first.pii)-\($0)", claims: first.claims) }
        let root = KnownRoot()
        var configuration = ServicesConfiguration(
            operatorToken: ServiceSecret(operatorToken), seed: seed, now: { clock.now }, random: { root.random($0) })
        configuration.limits = .unlimited
        // The clock is turned ahead and back: what is over in between must not go then.
        configuration.limits.sweepInterval = .zero
        let services = try await OpenDIDServices.start(configuration)
        do {
            let keys = StorageKeys(random: { _ in root.bytes })
            try await body(AdversaryWorld(clock: clock, services: services, keys: keys))
        } catch {
            await services.stop()
            throw error
        }
        await services.stop()
    }

    /// A wallet that knows nothing of the servers but their address, in an app of its own.
    func person(_ number: Int) async throws -> Person {
        let recorder = FaultyTransport(URLSessionServiceTransport(timeout: .seconds(200)))
        let clock = clock
        let vault = try await WalletVault.open(at: .memory, parameters: .fast)
        let configuration = WalletConfiguration(
            addresses: ServiceAddresses(all: services.url), anchors: TrustAnchors(tas: "did:omn:tas"),
            appId: "AID20241\(number)abcdefghijk", pkgName: FlowSeeds.pkgName, retryDelays: [])
        let wallet = OpenDIDWallet(vault: vault, configuration: configuration, transport: recorder, now: { clock.now })
        return Person(user: "user0\(number)", wallet: wallet, recorder: recorder)
    }

    /// Sends a request past the sockets.
    func answer(_ call: ServiceCall, _ body: [UInt8], asOperator: Bool = false) async -> ServiceResponse {
        await services.handler.respond(
            to: ServiceRequest(
                method: "POST", path: call.path, authorization: asOperator ? "Bearer \(Self.operatorToken)" : nil,
                body: body))
    }

    /// Returns the answer to an operator or a terminal.
    func ask(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        let answer = await answer(
            ServiceCall(role: nil, method: .post, url: services.baseURL + path), body.serialized(), asOperator: true)
        try #require(answer.status == 200, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
        return try JSONValue(parsing: answer.body)
    }

    /// Returns a server's signing key.
    func signer(of role: ServiceRole) async throws -> any ProofSigner {
        let store = IdentityStore(
            database: services.database, now: { clock.now }, random: ServicesConfiguration.systemRandom)
        let did = try #require(ServicesConfiguration().did(of: role))
        let identity = try await store.identity(
            of: role, did: DID(did), name: "", controller: "", certVcRef: "", seal: keys.seal(of: role))
        return try identity.proofRequest(created: clock.now).signer
    }

    /// Everything that the servers have stored.
    func stored() async throws -> StoredState { try await StoredState(services.database) }
}

/// Somebody with a wallet.
struct Person: Sendable {
    static let pin = SecretText("480215")
    static let unlock = HolderUnlock.pin(pin)

    let user: String
    let wallet: OpenDIDWallet
    let recorder: FaultyTransport

    /// The wallet's keys, to sign what the wallet would not.
    var tools: FlowTools { wallet.tools(VaultFlowKeys(vault: wallet.vault, unlock: Self.unlock)) }

    func did(_ owner: KeyOwner) async throws -> String? { try await wallet.vault.document(owner)?.id }
}
