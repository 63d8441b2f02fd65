import Foundation
import HeraldKeys
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

/// The samples of the articles on OpenDID, word for word; ``OpenDIDArticleTests`` compares and runs them.
enum OpenDIDSamples {
    static func plan() -> ServicesSeed {
        let schema = VCSchema(
            id: "", schema: VCSchema.standardSchema, title: "Library card", description: "Who may borrow books",
            metadata: VCSchema.VCMetadata(language: "en", formatVersion: "1.0"),
            credentialSubject: VCSchema.CredentialSubject(claims: [
                VCSchema.Claim(
                    namespace: VCSchema.Namespace(id: "org.example.library", name: "Library"),
                    items: [
                        VCSchema.ClaimDef(id: "name", caption: "Name", type: .text, format: .plain, i18n: ["ko": "이름"]),
                        VCSchema.ClaimDef(id: "number", caption: "Card number", type: .text, format: .plain, i18n: ["ko": "카드 번호"]),
                    ])
            ]))
        return ServicesSeed(
            schemas: [SchemaSeed(name: "library", schema: schema)],
            plans: [PlanSeed(id: "vcplanid000000000042", name: "Library card", description: "For everybody", schema: "library")],
            allowedApps: ["org.example.app"],
            users: [
                UserSeed(
                    userId: "alice", pii: "alice-0001",
                    claims: ["org.example.library.name": "Alice", "org.example.library.number": "4711"])
            ],
            verifications: [
                VerificationSeed(
                    device: "desk", service: "lending", title: "Lending desk", schema: "library",
                    requiredClaims: ["org.example.library.number"], authType: [.pin, .bio])
            ])
    }

    static func issue(services: OpenDIDServices, folder: URL) async throws -> OpenDIDWallet {
        let pin = SecretText("480215")
        let vault = try await WalletVault.open(at: .directory(folder))
        let wallet = OpenDIDWallet(
            vault: vault,
            configuration: WalletConfiguration(
                addresses: ServiceAddresses(all: services.url), anchors: TrustAnchors(tas: "did:omn:tas"),
                appId: WalletConfiguration.makeAppID(), pkgName: "org.example.app"))
        try await wallet.create()
        try await wallet.personalize(userId: "alice")
        try await wallet.registerUser(kycTxId: "alice", pin: pin)

        let offer = try await services.offerCredential(planID: "vcplanid000000000042")
        let issued = try await wallet.accept(offer, unlock: .pin(pin))
        print(issued.title, issued.vcId)
        return wallet
    }

    static func verify(services: OpenDIDServices, wallet: OpenDIDWallet) async throws {
        let offer = try await services.requestPresentation(device: "desk", service: "lending")
        guard let offerID = offer.payload.offerId else { return }
        // The QR code shows this text.
        print(try ReceivedOffer.verify(offer.payload, txId: offer.txId).dataPayload().toJson())

        try await wallet.present(offer.payload, txId: offer.txId, unlock: .pin(SecretText("480215")))

        for claim in try await services.verifiedClaims(offerID: offerID) ?? [] {
            print(claim.caption, claim.value)
        }
    }

    static func run(seed: ServicesSeed, folder: URL, secret: String) async throws {
        let services = try await OpenDIDServices.start(
            ServicesConfiguration(
                host: "127.0.0.1", port: 0, storage: .directory(folder), passphrase: ServiceSecret(secret), seed: seed))
        print(services.baseURL)
        await services.stop()
    }
}
