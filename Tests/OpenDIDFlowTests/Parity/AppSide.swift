import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel

@testable import OpenDIDWallet

/// An app that was written for the iOS SDK: it makes the calls to the servers itself and asks the wallet through its front.
struct AppSide {
    let world: FlowWorld
    let api: WalletAPI

    init(_ world: FlowWorld) {
        self.world = world
        api = WalletAPI(world.wallet)
    }

    /// The forms of URL that apps pass for one call.
    func url<Q, R>(_ endpoint: ServiceEndpoint<Q, R>) -> String { world.services.baseURL + endpoint.path }
    var gateway: String { world.services.baseURL }

    /// Posts as the app does.
    func post<Q: Jsonable & Sendable, R: Decodable & Sendable>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q)
        async throws -> R
    {
        let call = try world.wallet.configuration.addresses.call(endpoint, request)
        return try await world.transport.send(call).read(endpoint).value
    }

    func messageID() -> String {
        MessageID.make(at: SystemSource.now(), randomBytes: SystemSource.random(MessageID.randomByteCount))
    }

    /// Asks the app provider for a wallet token and hands it to the wallet.
    func token(_ purpose: WalletTokenPurposeEnum) async throws -> String {
        let seed = try await api.createWalletTokenSeed(
            purpose: purpose, pkgName: FlowSeeds.pkgName, userId: FlowSeeds.user)
        let data = try await post(OpenDIDEndpoints.CAS.requestWalletTokenData, seed)
        let nonce = try await api.createNonceForWalletToken(walletTokenData: data, APIGatewayURL: gateway)
        return WalletTokenHash(canonicalData: try data.canonicalBytes(), resultNonce: nonce).exposedText
    }

    /// The session prefix of a transaction.
    /// - Returns: the server token.
    func session(_ purpose: WalletTokenPurposeEnum, _ client: KeyOwner, _ txId: String) async throws -> String {
        let tools = world.wallet.tools(VaultFlowKeys(vault: world.vault))
        let snapshot = try await world.wallet.snapshot()
        var session = SessionPrefix(SessionPreparation(purpose: purpose, client: client), txId: txId)
        while true {
            let call = try await session.next(snapshot, tools)
            if let open = try await session.accept(world.transport.send(call), snapshot, tools) {
                return open.serverToken
            }
        }
    }

    func create() async throws {
        try await api.createWallet(
            tasURL: world.services.baseURL + "/tas",
            walletURL: world.services.baseURL + "/wallet/api/v1/request-sign-wallet")
        try await api.bindUser(hWalletToken: token(.PERSONALIZED))
    }

    static let passcode = "480215"

    /// M132 call by call.
    func register() async throws {
        try await create()
        let txId = try await post(OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: messageID())).txId
        let serverToken = try await session(.CREATE_DID, .device, txId)
        _ = try await post(
            OpenDIDEndpoints.TAS.retrieveKYC,
            RetrieveKyc(id: messageID(), txId: txId, serverToken: serverToken, kycTxId: FlowSeeds.user))
        let token = try await token(.CREATE_DID)
        try await api.generateKeyPair(hWalletToken: token, keyId: "keyagree", algType: .secp256r1)
        try await api.generateKeyPair(hWalletToken: token, passcode: Self.passcode, keyId: "pin", algType: .secp256r1)
        try await api.createHolderDIDDocument(hWalletToken: token)
        let envelope = try await api.createSignedDIDDoc(passcode: Self.passcode)
        try await api.requestRegisterUser(
            tasURL: url(OpenDIDEndpoints.TAS.requestRegisterUser), txId: txId, hWalletToken: token,
            serverToken: serverToken,
            signedDIDDoc: envelope)
        _ = try await post(
            OpenDIDEndpoints.TAS.confirmRegisterUser,
            ConfirmRegisterUser(id: messageID(), txId: txId, serverToken: serverToken))
        try await api.saveHolderDIDDocument()
    }

    /// The calls before `request-issue-vc`.
    struct Issuance {
        let proposal: _ProposeIssueVc
        let serverToken: String
        let profile: _RequestIssueProfile
        let token: String
        let didAuth: DIDAuth
    }

    func beginIssuance() async throws -> Issuance {
        let proposal = try await post(
            OpenDIDEndpoints.TAS.proposeIssueVC,
            ProposeIssueVc(id: messageID(), vcPlanId: FlowSeeds.planId, issuer: "did:omn:issuer"))
        let serverToken = try await session(.ISSUE_VC, .holder, proposal.txId)
        let profile = try await post(
            OpenDIDEndpoints.TAS.requestIssueProfile,
            RequestIssueProfile(id: messageID(), txId: proposal.txId, serverToken: serverToken))
        let didAuth = try await api.getSignedDidAuth(authNonce: profile.authNonce, passcode: Self.passcode)
        return Issuance(
            proposal: proposal, serverToken: serverToken, profile: profile, token: try await token(.ISSUE_VC),
            didAuth: didAuth)
    }

    func ask(_ issuance: Issuance) async throws -> (String, _RequestIssueVc?) {
        try await api.requestIssueVc(
            tasURL: url(OpenDIDEndpoints.TAS.requestIssueVC), hWalletToken: issuance.token, didAuth: issuance.didAuth,
            issuerProfile: issuance.profile, refId: issuance.proposal.refId, serverToken: issuance.serverToken,
            APIGatewayURL: gateway)
    }

    /// M210 call by call.
    func issue() async throws -> String {
        let issuance = try await beginIssuance()
        let (vcId, answer) = try await ask(issuance)
        let confirmed = try await post(
            OpenDIDEndpoints.TAS.confirmIssueVC,
            ConfirmIssueVc(id: messageID(), txId: answer?.txId ?? "", serverToken: issuance.serverToken, vcId: vcId))
        return confirmed.txId == issuance.proposal.txId ? vcId : ""
    }
}
