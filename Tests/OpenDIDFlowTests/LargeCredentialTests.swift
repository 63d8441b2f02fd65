import HeraldJSON
import HeraldKeys
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Large credentials from issuer to verifier")
struct LargeCredentialTests {
    /// The flow tests' user with a portrait of so many bytes.
    private static func seed(portrait count: Int) -> ServicesSeed {
        // Every byte value comes, so that nothing of it can be shortened.
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) }
        return seed(portrait: Multibase.encode(bytes, as: .base64))
    }

    /// The flow tests' user with this value of the portrait.
    private static func seed(portrait value: String) -> ServicesSeed {
        var seed = FlowSeeds.seed
        seed.schemas[0].schema.credentialSubject.claims[0].items.append(
            VCSchema.ClaimDef(id: "portrait", caption: "Portrait", type: .image, format: .jpg))
        seed.users[0].claims["\(FlowSeeds.namespace).portrait"] = UserSeed.ClaimValue(value)
        seed.verifications[0].requiredClaims.append("\(FlowSeeds.namespace).portrait")
        return seed
    }

    @Test(
        "a credential with a picture of 200 KB is issued, renewed, shown with the picture, and verified",
        .timeLimit(.minutes(10)))
    func picture() async throws {
        try await FlowWorld.run(seed: Self.seed(portrait: 200_000)) { world in
            try await world.register()
            try await world.issue()
            let id = try await world.issue()
            let stored = try await world.vault.credentials()
            #expect(stored.map(\.id) == [id])
            let offer = try await world.verifyOffer()
            let shown = try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            let claims = shown.presentation.verifiableCredential.flatMap(\.credentialSubject.claims)
            #expect(claims.contains { $0.type == .image && $0.value.utf8.count > 260_000 })
            let result = try await world.post(
                "/verifier/api/v1/confirm-verify", ["offerId": .string(try #require(offer.payload.offerId))])
            #expect(try _ConfirmVerify(jsonBytes: result.body).result)
        }
    }

    /// JPEG's first three bytes. Upstream's apps decode a data URL or base64, and no multibase.
    @Test(
        "a picture in a form that upstream's apps show is issued, shown and verified unchanged",
        .timeLimit(.minutes(10)), arguments: ["data:image/jpeg;base64,/9j/", "/9j/"])
    func dataURL(value: String) async throws {
        try await FlowWorld.run(seed: Self.seed(portrait: value)) { world in
            try await world.register()
            try await world.issue()
            let offer = try await world.verifyOffer()
            let shown = try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            let pictures = shown.presentation.verifiableCredential.flatMap(\.credentialSubject.claims)
                .filter { $0.type == .image }
            #expect(pictures.map(\.value) == [value])
            #expect(try pictures.map { try $0.inlineData() } == [[0xFF, 0xD8, 0xFF]])
            let result = try await world.post(
                "/verifier/api/v1/confirm-verify", ["offerId": .string(try #require(offer.payload.offerId))])
            #expect(try _ConfirmVerify(jsonBytes: result.body).result)
        }
    }

    @Test(
        "a credential that is too large for any wallet is refused before the wallet's earlier one is revoked",
        .timeLimit(.minutes(10)))
    func tooLarge() async throws {
        try await FlowWorld.run(seed: Self.seed(portrait: 30_000)) { world in
            try await world.register()
            let id = try await world.issue()
            let picture = Multibase.encode([UInt8](repeating: 0xA5, count: 450_000), as: .base64)
            let saved = try await world.post(
                "/issuer/api/v1/user",
                [
                    "id": "1", "pii": .string(FlowSeeds.pii),
                    "claims": ["\(FlowSeeds.namespace).portrait": .string(picture)],
                ])
            #expect(saved.status == 200)
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.serverError?.code == "SSRVISS00301")
            #expect(try await world.vault.credentials().map(\.id) == [id])
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
        }
    }
}
