import Foundation
import HeraldKeys
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

/// A wallet in memory behind the front of the iOS SDK, and no servers.
struct APIWorld {
    let world: VaultWorld
    let vault: WalletVault
    let trust: TableTrust
    let api: WalletAPI

    /// - Parameter operating: true if a user is registered (keys `keyagree`, `pin` and `bio`); otherwise only the device is.
    init(operating: Bool = true) async throws {
        world = VaultWorld()
        vault = try await operating ? world.operating(.memory) : world.created(.memory)
        trust = TableTrust()
        api = WalletAPI(try Self.wallet(over: vault, world, trust))
    }

    static func wallet(
        over vault: WalletVault, _ world: VaultWorld, _ trust: TableTrust = TableTrust()
    ) throws -> OpenDIDWallet {
        let url = try #require(URL(string: "http://127.0.0.1:9"))
        return OpenDIDWallet(
            vault: vault,
            configuration: WalletConfiguration(
                addresses: ServiceAddresses(all: url), anchors: TrustAnchors(tas: "did:omn:tas"),
                appId: "AID202411abcdefghijk",
                pkgName: VaultWorld.app, retryDelays: []),
            transport: NoServers(), trust: trust, now: { world.now() })
    }

    /// Returns the name of a token that the wallet has stored for a purpose.
    func token(
        _ purpose: WalletTokenPurposeEnum, pkgName: String = VaultWorld.app, pii: [UInt8] = VaultWorld.pii
    ) async throws -> String {
        let record = VaultWorld.token(
            purpose: purpose, pkgName: pkgName, pii: pii, until: world.now().advanced(by: .seconds(1800)))
        try await vault.commit([.setWalletToken(record)])
        return record.hash.exposedText
    }

    /// Stores a credential of the holder.
    func store(_ id: String, schema: String = "https://example.org/schema/a") async throws {
        try await vault.commit([
            .addCredential(bytes: VaultWorld.credential(id: id, schema: schema), replacingSameSchema: false)
        ])
    }
}

/// Nobody answers.
private struct NoServers: ServiceTransport {
    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        throw TransportFailure(.cannotConnect, reason: "there is no server")
    }
}

/// A registry in a table, which believes every signature.
final class TableTrust: TrustSource {
    let tas = "did:omn:tas"
    private let table = Mutex<[String: DIDDocument]>([:])

    func register(_ document: DIDDocument) { table.withLock { $0[document.id] = document } }

    func check(_ document: SignedDocument, _ policy: VerificationPolicy, field: String, at now: UTCInstant)
        async throws(WalletError)
    {}
    func requireProvider(_ provider: Provider, role: RoleTypeEnum, at now: UTCInstant) async throws(WalletError) {}
    func registered(_ did: String) async throws(WalletError) -> ResolvedDID? {
        table.withLock { $0[did] }.map { ResolvedDID(document: $0, status: .activated) }
    }
    func standing(ofCredential id: String) async throws(WalletError) -> CredentialStanding? { nil }
    func schema(at url: String) async throws(WalletError) -> VCSchema {
        throw WalletError(.answer, field: "schema", reason: "there is no schema")
    }
}
