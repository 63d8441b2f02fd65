import Foundation
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDWallet

/// A folder, a clock and a biometric key store for vaults under test. The folder goes with it.
final class VaultWorld: Sendable {
    let directory: URL
    let biometrics = SoftwareBiometricKeyStore { $0 != "refuse" }
    private let clock = StoppedClock(UTCInstant(seconds: 1_750_000_000))

    init() {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vault-\(UUID().uuidString)", isDirectory: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var database: URL { directory.appendingPathComponent("wallet.sqlite") }
    var keyFile: URL { directory.appendingPathComponent("wallet.key") }

    func pass(seconds: Int64) { clock.advance(by: .seconds(seconds)) }

    func now() -> UTCInstant { clock.now }

    func open(
        _ location: VaultLocation? = nil, parameters: VaultParameters = .fast, withBiometrics: Bool = true
    ) async throws -> WalletVault {
        try await WalletVault.open(
            at: location ?? .directory(directory), parameters: parameters,
            biometrics: withBiometrics ? biometrics : nil,
            now: { [self] in now() })
    }

    /// A vault whose device is registered.
    func created(_ location: VaultLocation? = nil, parameters: VaultParameters = .fast) async throws -> WalletVault {
        let vault = try await open(location, parameters: parameters)
        for id in ["assert", "auth", "keyagree"] {
            try await vault.generateKey(.device, id: id, protection: .free, stage: .pending)
        }
        let document = try await self.document(.device, of: vault, did: Self.deviceDID)
        try await vault.commit([
            .setAllowedApps([Self.app]), .setPendingDocument(.device, document), .setWalletID("WID202411abcdefghijk"),
            .promotePendingDocument(.device),
        ])
        return vault
    }

    /// A vault with a user whose DID is registered: keys `keyagree`, `pin` (123456) and `bio`.
    func operating(_ location: VaultLocation? = nil, parameters: VaultParameters = .fast) async throws -> WalletVault {
        let vault = try await created(location, parameters: parameters)
        try await vault.commit([.bindUser(piiHash: Self.pii, userId: "user")])
        try await vault.generateKey(.holder, id: "keyagree", protection: .free, stage: .pending)
        try await vault.generateKey(.holder, id: "pin", protection: .pin(Self.pin), stage: .pending)
        try await vault.generateKey(.holder, id: "bio", protection: .biometric, stage: .pending)
        let document = try await self.document(.holder, of: vault, did: Self.holderDID)
        try await vault.commit([.setPendingDocument(.holder, document), .promotePendingDocument(.holder)])
        return vault
    }

    /// The first version of a document that lists the pending keys.
    func document(_ owner: KeyOwner, of vault: WalletVault, did: String) async throws -> DIDDocument {
        let keys = try await vault.keyInfos(owner, stage: .pending).map { try $0.documentEntry() }
        return try DIDDocument(did: DID(did), controller: "did:omn:tas", keys: keys, created: now())
    }

    static let deviceDID = "did:omn:4MJBTSQgSkdHVUnyTR7hjkW1KtxD"
    static let holderDID = "did:omn:4QnWVoyjgBwKnAvrvykRDuZfmdZW"
    static let app = "org.example.app"
    static let pin = SecretText("123456")
    static let passcode = SecretText("correct horse")
    static let pii = [UInt8](repeating: 7, count: 32)

    static func token(
        purpose: WalletTokenPurposeEnum = .ISSUE_VC, pkgName: String = app, pii: [UInt8] = pii, until: UTCInstant
    ) -> WalletTokenRecord {
        WalletTokenRecord(
            hash: WalletTokenHash(canonicalData: [1, 2, 3], resultNonce: "z2"), purpose: purpose, pkgName: pkgName,
            nonce: "z1", piiHash: pii,
            userId: "user", validUntil: until)
    }

    /// The text of a credential, with a member that the model does not know.
    static func credential(id: String, schema: String = "https://example.org/schema/a") -> [UInt8] {
        Array(
            """
            {"@context":["https://www.w3.org/ns/credentials/v2"],"id":"\(id)","type":["VerifiableCredential"],
            "issuer":{"id":"did:omn:issuer"},"issuanceDate":"2024-08-28T00:00:00Z","validFrom":"2024-08-28T00:00:00Z",
            "validUntil":"2025-08-28T00:00:00Z","encoding":"UTF-8","formatVersion":"1.0","language":"ko","evidence":[],
            "credentialSchema":{"id":"\(schema)","type":"OsdSchemaCredential"},
            "credentialSubject":{"id":"\(holderDID)","claims":[{"code":"a.b","caption":"Name","value":"secret-claim-value",
            "type":"text","format":"plain"}]},"extra":{"kept":true},
            "proof":{"type":"Secp256r1Signature2018","created":"2024-08-28T00:00:00Z","proofPurpose":"assertionMethod",
            "verificationMethod":"did:omn:issuer?versionId=1#assert","proofValue":"z1","proofValueList":["z1"]}}
            """.utf8)
    }
}

/// The code of the ``WalletError`` that `body` throws; other errors and none at all are failures of the test.
func refusal<T>(
    sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> T
) async -> WalletError? {
    do {
        _ = try await body()
        Issue.record("nothing was refused", sourceLocation: sourceLocation)
    } catch let error as WalletError {
        return error
    } catch {
        Issue.record("\(error) is no WalletError", sourceLocation: sourceLocation)
    }
    return nil
}
