import Foundation
import OpenDIDWallet
import OpenDID_DataModel

/// OpenDID's servers with the sample that the program has.
struct OpenDIDWorld: HostileWorld {
    static let device = "gate-1", service = "entrance", plan = "vcplanid000000000001"
    /// Whoever may ask for results of offers is the operator; the attack has no token.
    let facts: [String: String] = [:]
    private let folder: HostileFolder

    init(_ folder: HostileFolder) throws { self.folder = folder }

    func start(_ name: String) async throws -> (program: HeraldProgram, stranger: any HostileStranger) {
        let program = try HeraldProgram([
            "opendid", "all", "--port", "0", "--data", folder.place(name).path, "--sample",
        ])
        return (program, try await OpenDIDStranger(port: program.port))
    }
}

/// A holder who gets a credential and shows it at a terminal.
struct OpenDIDStranger: HostileStranger {
    let operations = ["M210", "M310"]
    private let wallet: OpenDIDWallet
    private let transport: RawServiceTransport
    private let addresses: ServiceAddresses

    struct Broken: Error {}

    init(port: Int) async throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw Broken() }
        transport = RawServiceTransport(port: port)
        addresses = ServiceAddresses(all: url)
        let vault = try await WalletVault.open(
            at: .memory, parameters: .fast, biometrics: SoftwareBiometricKeyStore(approve: { _ in true }))
        wallet = OpenDIDWallet(
            vault: vault,
            configuration: WalletConfiguration(
                addresses: addresses, anchors: TrustAnchors(tas: "did:omn:tas"), appId: "AID202611abcdefghijk",
                pkgName: "org.herald.sample"),
            transport: transport)
        try await wallet.create()
        try await wallet.personalize(userId: "alice")
        try await wallet.registerUser(kycTxId: "alice", pin: SecretText("480215"), bioPrompt: "")
        try await issue()
        try await present()
    }

    func round(_ number: Int) async -> [Double] {
        [await AnswerTime.milliseconds { try await issue() }, await AnswerTime.milliseconds { try await present() }]
    }

    private func issue() async throws {
        try await wallet.issueCredential(planId: OpenDIDWorld.plan, issuer: "did:omn:issuer", unlock: .bio(prompt: ""))
    }

    private func present() async throws {
        let call = try addresses.call(
            OpenDIDEndpoints.Verifier.requestOfferQR,
            RequestOfferPayload(mode: .Direct, device: OpenDIDWorld.device, service: OpenDIDWorld.service))
        let answer = try await transport.send(call)
        guard answer.status == 200 else { throw Broken() }
        let offer = try VpOfferWrapper(jsonBytes: answer.body)
        try await wallet.present(offer.payload, txId: offer.txId, unlock: .bio(prompt: ""))
    }
}

/// Carries a wallet's calls from the stranger's address, each over a connection of its own.
struct RawServiceTransport: ServiceTransport {
    let port: Int

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        guard let url = URLComponents(string: call.url) else { throw OpenDIDStranger.Broken() }
        let target = url.percentEncodedPath + (url.percentEncodedQuery.map { "?" + $0 } ?? "")
        let request = RawRequest(method: call.method.rawValue, path: target, body: call.body ?? [], closes: true)
        do {
            let answer = try RawHTTP(from: NodeStranger.source, to: port, seconds: Int(AnswerTime.limit)).ask(request)
            return ServiceAnswer(status: answer.status, body: answer.body)
        } catch {
            throw OpenDIDStranger.Broken()
        }
    }
}
