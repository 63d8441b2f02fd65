import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices

/// The calls of a wallet, one after the other, against the servers of a world.
extension TestWallet {
    /// A session after request-create-token.
    struct Session: Sendable {
        let txID: String
        let token: String
        let data: ServerTokenData
    }

    static func created(in world: TrustAgentWorld, seed: UInt64, biometrics: Bool = false) async throws -> TestWallet {
        var wallet = try TestWallet(seed: seed, now: world.now, appID: "AID202411app\(seed)", biometrics: biometrics)
        try await wallet.create(in: world)
        return wallet
    }

    static func registered(in world: TrustAgentWorld, seed: UInt64, user: String = "user-1", biometrics: Bool = false)
        async throws -> TestWallet
    {
        let wallet = try await created(in: world, seed: seed, biometrics: biometrics)
        try await wallet.register(in: world, user: user)
        return wallet
    }

    /// Wallet creation (OpenDID sheet 5.4).
    mutating func create(in world: TrustAgentWorld) async throws {
        let attested = try await attested(in: world)
        walletID = attested.walletId
        let _: _RequestRegisterWallet = try await world.send(
            OpenDIDEndpoints.TAS.requestRegisterWallet, RequestAttestedDIDDoc(id: messageID(), attestedDidDoc: attested)
        )
    }

    func attested(in world: TrustAgentWorld) async throws -> AttestedDIDDoc {
        let proven = try await proven(device, as: .device, keys: deviceKeys, at: world.now)
        return try await world.send(OpenDIDEndpoints.WalletProvider.requestSignWallet, proven)
    }

    /// S1.
    func agree(in world: TrustAgentWorld, _ txID: String, _ owner: Owner, ciphers: [SymmetricCipherType]? = nil)
        async throws -> SessionChannel
    {
        let (half, key) = try await startSession(owner, ciphers: ciphers, at: world.now)
        let answer: _RequestEcdh = try await world.send(
            OpenDIDEndpoints.TAS.requestECDH, RequestEcdh(id: messageID(), txId: txID, reqEcdh: half))
        return try Self.channel(half, answer.accEcdh, key)
    }

    static func channel(_ half: ReqEcdh, _ answer: AccEcdh, _ key: AgreementKey) throws -> SessionChannel {
        guard let cipher = answer.cipherType, let padding = answer.paddingType else { throw TestWalletError.cipher }
        return try SessionChannel(
            secret: key.agree(with: Multibase.decode(answer.publicKey).bytes),
            clientNonce: Multibase.decode(half.clientNonce).bytes,
            serverNonce: Multibase.decode(answer.serverNonce).bytes, cipher: cipher, padding: padding)
    }

    /// S2.
    func appInfo(in world: TrustAgentWorld) async throws -> AttestedAppInfo {
        try await world.send(OpenDIDEndpoints.CAS.requestAttestedAppInfo, RequestAttestedAppInfo(appId: appID))
    }

    func tokenSeed(in world: TrustAgentWorld, _ purpose: WalletTokenPurposeEnum) async throws -> ServerTokenSeed {
        ServerTokenSeed(
            purpose: purpose, walletInfo: try await walletInfo(at: world.now), caAppInfo: try await appInfo(in: world))
    }

    /// S4.
    func createToken(
        in world: TrustAgentWorld, _ txID: String, _ seed: ServerTokenSeed, _ channel: SessionChannel
    ) async throws -> Session {
        var channel = channel
        let answer: _RequestCreateToken = try await world.send(
            OpenDIDEndpoints.TAS.requestCreateToken, RequestCreateToken(id: messageID(), txId: txID, seed: seed))
        let (data, hash) = try channel.open(
            Multibase.decode(answer.encStd).bytes, iv: Multibase.decode(answer.iv).bytes
        ) { bytes in
            (try ServerTokenData(jsonBytes: bytes), ServerTokenHash(of: bytes))
        }
        return Session(txID: txID, token: hash.exposedText, data: data)
    }

    /// S1 to S4.
    func session(in world: TrustAgentWorld, _ txID: String, _ owner: Owner, _ purpose: WalletTokenPurposeEnum)
        async throws -> Session
    {
        let channel = try await agree(in: world, txID, owner)
        return try await createToken(in: world, txID, tokenSeed(in: world, purpose), channel)
    }

    /// M132 up to retrieve-kyc.
    func identified(in world: TrustAgentWorld, user: String = "user-1") async throws -> Session {
        let opened: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: messageID()))
        let session = try await session(in: world, opened.txId, .device, .CREATE_DID)
        let _: _RetrieveKyc = try await world.send(
            OpenDIDEndpoints.TAS.retrieveKYC,
            RetrieveKyc(id: messageID(), txId: session.txID, serverToken: session.token, kycTxId: user))
        return session
    }

    func requestRegister(_ session: Session, _ document: SignedDIDDoc) -> RequestRegisterUser {
        RequestRegisterUser(id: messageID(), txId: session.txID, signedDidDoc: document, serverToken: session.token)
    }

    /// M132.
    func register(in world: TrustAgentWorld, user: String = "user-1") async throws {
        let session = try await identified(in: world, user: user)
        let request = try await requestRegister(session, signedDIDDoc(holder, at: world.now))
        let _: _RequestRegisterUser = try await world.send(OpenDIDEndpoints.TAS.requestRegisterUser, request)
        let _: _ConfirmRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.confirmRegisterUser,
            ConfirmRegisterUser(id: messageID(), txId: session.txID, serverToken: session.token))
    }

    /// M141 up to the session.
    /// - Parameter client: whose key makes the session's. Defaults to the device's.
    func proposedUpdate(
        in world: TrustAgentWorld, of did: String? = nil, client: Owner = .device
    ) async throws -> (Session, nonce: String) {
        let opened: _ProposeUpdateDidDoc = try await world.send(
            OpenDIDEndpoints.TAS.proposeUpdateDIDDoc, ProposeUpdateDidDoc(id: messageID(), did: did ?? holder.id))
        return (try await session(in: world, opened.txId, client, .UPDATE_DID), try opened.authNonce.unwrapped)
    }

    /// M142 up to the session.
    /// - Parameter client: whose key makes the session's. Defaults to the device's.
    func proposedRestore(
        in world: TrustAgentWorld, offer: String, client: Owner = .device
    ) async throws -> (Session, nonce: String) {
        let opened: _ProposeRestoreDidDoc = try await world.send(
            OpenDIDEndpoints.TAS.proposeRestoreDIDDoc,
            ProposeRestoreDidDoc(id: messageID(), offerId: offer, did: holder.id))
        return (try await session(in: world, opened.txId, client, .RESTORE_DID), opened.authNonce)
    }

    /// M210 up to the profile.
    func profiled(in world: TrustAgentWorld) async throws -> (Session, refID: String, _RequestIssueProfile) {
        let opened: _ProposeIssueVc = try await world.send(
            OpenDIDEndpoints.TAS.proposeIssueVC,
            ProposeIssueVc(id: messageID(), vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer"))
        let session = try await session(in: world, opened.txId, .holder, .ISSUE_VC)
        let answer: _RequestIssueProfile = try await world.send(
            OpenDIDEndpoints.TAS.requestIssueProfile,
            RequestIssueProfile(id: messageID(), txId: session.txID, serverToken: session.token))
        return (session, opened.refId, answer)
    }

    /// The request for a credential and the channel on which it comes.
    func credentialRequest(
        in world: TrustAgentWorld, _ session: Session, refID: String, _ answer: _RequestIssueProfile
    ) async throws -> (RequestIssueVc, SessionChannel) {
        let process = answer.profile.profile.process
        let key = chance.with { AgreementKey(curve: .secp256r1, using: &$0) }
        let channel = try SessionChannel(
            secret: key.agree(with: Multibase.decode(process.reqE2e.publicKey).bytes),
            endToEndNonce: Multibase.decode(process.issuerNonce).bytes, cipher: process.reqE2e.cipher,
            padding: process.reqE2e.padding)
        let iv = chance.bytes(16)
        let wish = ReqVC(refId: refID, profile: ReqVcProfile(id: answer.profile.id, issuerNonce: process.issuerNonce))
        let accE2e = try await AccE2e(
            publicKey: Multibase.encode(key.compressedPublicKey, as: .base58btc),
            iv: Multibase.encode(iv, as: .base58btc)
        )
        .signed(by: request(.holder, .keyagree, for: .keyAgreement, at: world.now))
        let request = RequestIssueVc(
            id: messageID(), txId: session.txID, serverToken: session.token,
            didAuth: try await didAuth(answer.authNonce, at: world.now), accE2e: accE2e,
            encReqVc: Multibase.encode(try channel.seal(wish.canonicalBytes(), iv: iv), as: .base64))
        return (request, channel)
    }

    /// M210.
    func issued(in world: TrustAgentWorld) async throws -> VerifiableCredential {
        let (session, refID, profile) = try await profiled(in: world)
        var (request, channel) = try await credentialRequest(in: world, session, refID: refID, profile)
        let answer: _RequestIssueVc = try await world.send(OpenDIDEndpoints.TAS.requestIssueVC, request)
        let credential = try channel.open(
            Multibase.decode(answer.e2e.encVc).bytes, iv: Multibase.decode(answer.e2e.iv).bytes
        ) {
            try CredInfo(issuedBytes: $0).vc
        }
        let _: _ConfirmIssueVc = try await world.send(
            OpenDIDEndpoints.TAS.confirmIssueVC,
            ConfirmIssueVc(id: messageID(), txId: session.txID, serverToken: session.token, vcId: credential.id))
        return credential
    }

    /// M220 up to the session.
    func proposedRevocation(in world: TrustAgentWorld, of id: String) async throws -> (Session, _ProposeRevokeVc) {
        let opened: _ProposeRevokeVc = try await world.send(
            OpenDIDEndpoints.TAS.proposeRevokeVC, ProposeRevokeVc(id: messageID(), vcId: id))
        return (try await session(in: world, opened.txId, .holder, .REMOVE_VC), opened)
    }

    func revocation(in world: TrustAgentWorld, of id: String, nonce: String) async throws -> ReqRevokeVc {
        try await ReqRevokeVc(vcId: id, issuerNonce: nonce)
            .signed(by: [request(.holder, .pin, for: .assertionMethod, at: world.now)])
    }
}
