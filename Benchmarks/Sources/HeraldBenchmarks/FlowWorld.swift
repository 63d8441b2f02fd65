import Foundation
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

/// Every server of OpenDID, in this process or in others, and wallets with registered users.
struct FlowWorld: Sendable {
    static let planID = "vcplanid000000000001"
    /// A biometric key is used, because the cost of a PIN is a setting of the wallet and would hide the rest.
    static let unlock = HolderUnlock.bio(prompt: "")
    private static let app = "org.herald.benchmarks"
    private static let namespace = "org.herald.benchmarks.v1"
    private static let codes = (1...12).map { "claim_\($0)" }

    struct Broken: Error {}

    /// `nil` if the servers are in other processes.
    private let services: OpenDIDServices?
    private let url: URL
    /// `nil` stores everything in memory.
    private let folder: URL?
    private let transport = URLSessionServiceTransport()

    static func start(in folder: URL? = nil) async throws -> FlowWorld {
        var configuration = ServicesConfiguration(seed: seed)
        // All wallets come from one address here.
        configuration.limits = .unlimited
        // The exchanges with nothing inside are refusals.
        configuration.transport.refusalsPerSecond = .max
        if let folder {
            configuration.storage = .directory(folder.appendingPathComponent("services", isDirectory: true))
        }
        let services = try await OpenDIDServices.start(configuration)
        return FlowWorld(services: services, url: services.url, folder: folder)
    }

    /// The wallets, in memory, of servers that have this URL and the seed ``seed``.
    static func of(_ url: URL) -> FlowWorld { FlowWorld(services: nil, url: url, folder: nil) }

    func stop() async { await services?.stop() }

    /// A wallet with a user of its own.
    func wallet(_ index: Int) async throws -> OpenDIDWallet {
        let place =
            folder.map { VaultLocation.directory($0.appendingPathComponent("wallet\(index)", isDirectory: true)) }
            ?? .memory
        let vault = try await WalletVault.open(
            at: place, parameters: .fast, biometrics: SoftwareBiometricKeyStore(approve: { _ in true }))
        let wallet = OpenDIDWallet(
            vault: vault,
            configuration: WalletConfiguration(
                addresses: ServiceAddresses(all: url), anchors: TrustAnchors(tas: "did:omn:tas"),
                appId: "AID202611abcdefghijk", pkgName: Self.app),
            transport: transport)
        try await wallet.create()
        try await wallet.personalize(userId: Self.user(index))
        try await wallet.registerUser(kycTxId: Self.user(index), pin: SecretText("480215"), bioPrompt: "")
        return wallet
    }

    /// Returns the offer that a terminal shows as a QR code.
    func offer() async throws -> VpOfferWrapper {
        let call = try ServiceAddresses(all: url).call(
            OpenDIDEndpoints.Verifier.requestOfferQR,
            RequestOfferPayload(mode: .Direct, device: "terminal", service: "gate"))
        let answer = try await transport.send(call)
        guard answer.status == 200 else { throw Broken() }
        return try VpOfferWrapper(jsonBytes: answer.body)
    }

    /// So many calls, one after the other, that the servers answer at once and without work.
    func exchanges(_ count: Int) -> @Sendable (OpenDIDWallet) async throws -> Void {
        let call = ServiceCall(
            role: nil, method: .post, url: url.appendingPathComponent("nothing-here").absoluteString,
            body: [UInt8](repeating: 0x20, count: 1024))
        let transport = transport
        return { _ in
            for _ in 0..<count {
                guard try await transport.send(call).status == 404 else { throw Broken() }
            }
        }
    }

    private static func user(_ index: Int) -> String { "user\(index)" }

    static var seed: ServicesSeed {
        ServicesSeed(
            schemas: [SchemaSeed(name: "card", schema: schema)],
            plans: [PlanSeed(id: planID, name: "Card", description: "Twelve claims", schema: "card")],
            allowedApps: [app],
            users: (0..<16).map { index in
                UserSeed(
                    userId: user(index), pii: "pii-\(index)",
                    claims: Dictionary(
                        uniqueKeysWithValues: codes.map {
                            ("\(namespace).\($0)", UserSeed.ClaimValue("value of \($0)"))
                        }))
            },
            verifications: [
                VerificationSeed(
                    device: "terminal", service: "gate", title: "Gate", schema: "card",
                    requiredClaims: codes.prefix(3).map { "\(namespace).\($0)" }, authType: [.pin, .bio])
            ])
    }

    private static var schema: VCSchema {
        VCSchema(
            id: "", schema: VCSchema.standardSchema, title: "Card", description: "Twelve claims",
            metadata: VCSchema.VCMetadata(language: "en", formatVersion: "1.0"),
            credentialSubject: VCSchema.CredentialSubject(claims: [
                VCSchema.Claim(
                    namespace: VCSchema.Namespace(id: namespace, name: "Benchmarks"),
                    items: codes.map { VCSchema.ClaimDef(id: $0, caption: $0, type: .text, format: .plain) })
            ]))
    }
}
