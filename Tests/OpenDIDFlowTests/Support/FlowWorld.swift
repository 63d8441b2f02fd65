import Foundation
import HeraldJSON
import HeraldKeys
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// Every server of OpenDID on this machine, and a wallet that knows nothing of them but their address.
struct FlowWorld {
    static let pin = SecretText("480215")
    static let unlock = HolderUnlock.pin(pin)
    static let operatorToken = "operator-of-the-flow-tests"

    /// The trust agent's process, which is the only one unless ``distant`` says otherwise.
    let services: OpenDIDServices
    /// Roles that run in "processes" of their own.
    let distant: [ServiceRole: OpenDIDServices]
    let vault: WalletVault
    let wallet: OpenDIDWallet
    let transport: FaultyTransport

    /// Starts servers, gives them to `body` with a new wallet, and stops them.
    /// - Parameter clock: the servers'.
    static func run(
        seed: ServicesSeed = FlowSeeds.seed, severalDIDs: Bool = false, biometrics: (any BiometricKeyStore)? = nil,
        clock: ServerClock = ServerClock(), change: (inout ServicesConfiguration) -> Void = { _ in },
        _ body: (FlowWorld) async throws -> Void
    ) async throws {
        var configuration = ServicesConfiguration(
            operatorToken: ServiceSecret(operatorToken), issuer: IssuerSettings(severalDIDs: severalDIDs), seed: seed,
            now: { clock.now })
        change(&configuration)
        let services = try await OpenDIDServices.start(configuration)
        do {
            try await body(try await FlowWorld(services, biometrics))
        } catch {
            await services.stop()
            throw error
        }
        await services.stop()
    }

    init(
        _ services: OpenDIDServices, _ biometrics: (any BiometricKeyStore)?,
        distant: [ServiceRole: OpenDIDServices] = [:]
    ) async throws {
        (self.services, self.distant) = (services, distant)
        vault = try await WalletVault.open(at: .memory, parameters: .fast, biometrics: biometrics)
        transport = FaultyTransport(URLSessionServiceTransport(timeout: .seconds(200)))
        wallet = Self.wallet(over: vault, Self.addresses(services, distant), transport)
    }

    /// Another wallet object over the same vault, as after a start of the app.
    func reopened() -> OpenDIDWallet { Self.wallet(over: vault, addresses, transport) }

    private var addresses: ServiceAddresses { Self.addresses(services, distant) }

    private static func addresses(_ services: OpenDIDServices, _ distant: [ServiceRole: OpenDIDServices])
        -> ServiceAddresses
    {
        func url(_ role: ServiceRole) -> URL { (distant[role] ?? services).url }
        return ServiceAddresses(
            tas: services.url, cas: url(.cas), walletProvider: url(.wallet), issuer: url(.issuer),
            verifier: url(.verifier),
            gateway: url(.gateway))
    }

    private static func wallet(
        over vault: WalletVault, _ addresses: ServiceAddresses, _ transport: any ServiceTransport,
        anchors: TrustAnchors = TrustAnchors(tas: "did:omn:tas"), observer: (any FlowObserver)? = nil
    ) -> OpenDIDWallet {
        let configuration = WalletConfiguration(
            addresses: addresses, anchors: anchors, appId: FlowSeeds.appId,
            pkgName: FlowSeeds.pkgName, retryDelays: [])
        return OpenDIDWallet(vault: vault, configuration: configuration, transport: transport, observer: observer)
    }

    /// A wallet of its own in another place.
    func newWallet(
        at location: VaultLocation, anchors: TrustAnchors = TrustAnchors(tas: "did:omn:tas"),
        observer: (any FlowObserver)? = nil
    ) async throws -> OpenDIDWallet {
        Self.wallet(
            over: try await WalletVault.open(at: location, parameters: .fast), addresses, transport, anchors: anchors,
            observer: observer)
    }

    /// A wallet with a registered user.
    func register() async throws { try await Self.register(wallet) }

    static func register(_ wallet: OpenDIDWallet) async throws {
        try await wallet.create()
        try await wallet.personalize(userId: FlowSeeds.user)
        try await wallet.registerUser(kycTxId: FlowSeeds.user, pin: pin)
    }

    /// A registered user with a credential.
    @discardableResult
    func issue() async throws -> String {
        try await wallet.issueCredential(planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: Self.unlock).vcId
    }

    /// The content of the terminal's QR code.
    func verifyOffer(mode: PresentModeEnum = .Direct, device: String = "terminal01", service: String = "rental")
        async throws -> VpOfferWrapper
    {
        let answer = try await post(
            "/verifier/api/v1/request-offer-qr",
            ["mode": .string(mode.rawValue), "device": .string(device), "service": .string(service)])
        return try VpOfferWrapper(jsonBytes: answer.body)
    }

    /// The registry's answer about a DID, in its gateway's words.
    func status(of did: String) async throws -> DIDStatus? { try await wallet.trust.registered(did)?.status }

    /// Posts as the operator of the servers does.
    func post(_ path: String, _ body: JSONValue) async throws -> ServiceAnswer {
        let role = ServiceRole.allCases.first { path.hasPrefix($0.basePath + "/") }
        let server = role.flatMap { distant[$0] } ?? services
        guard let url = URL(string: server.baseURL + path) else { throw TransportFailure(.malformedURL, reason: path) }
        return try await OperatorClient.post(url, body.serialized(), token: Self.operatorToken)
    }
}
