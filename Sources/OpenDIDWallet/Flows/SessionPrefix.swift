import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// The calls that M132, M141, M142, M210 and M220 have in common (OpenDID sheet 5.5, "S"). They agree on a key, get the app's attestation
/// and a wallet token, and exchange these for the server token of the rest of the transaction.
struct SessionPrefix: Codable, Sendable {
    /// The next call of the session.
    enum Stage: String, Codable, Sendable, CaseIterable {
        case ecdh = "request-ecdh"
        case appInfo = "request-attested-appinfo"
        case walletToken = "request-wallet-tokendata"
        case serverToken = "request-create-token"
        case done
    }

    /// The ciphers that the wallet accepts. The server chooses one of them (OpenDID sheet 6.1).
    static let ciphers: [SymmetricCipherType] = [.aes256CBC, .aes128CBC]

    let client: KeyOwner
    let txId: String
    private(set) var stage = Stage.ecdh

    private var tokens: WalletTokenExchange
    private var ephemeral: FlowSecret?
    private var clientNonce: FlowSecret?
    private var agreed: AccEcdh?
    private var appInfo: AttestedAppInfo?
    private var token: FlowSecret?
    /// The key of ``ephemeral``, ready for use. It is not stored.
    private var key: P256PrivateKey?

    private enum CodingKeys: String, CodingKey {
        case client, txId, stage, tokens, ephemeral, clientNonce, agreed, appInfo, token
    }

    /// Creates a session.
    /// - Parameters:
    ///   - purpose: the purpose of both tokens.
    ///   - client: the owner of the client's DID. It is the device if the holder's DID is deactivated or does not exist yet.
    ///   - txId: the id of the transaction, which is open already.
    init(purpose: WalletTokenPurposeEnum, client: KeyOwner, txId: String) {
        tokens = WalletTokenExchange(purpose: purpose)
        self.client = client
        self.txId = txId
    }

    /// Creates a session that an app opened itself (OpenDID sheet 8), with its token.
    init(
        standing txId: String, serverToken: String, purpose: WalletTokenPurposeEnum, client: KeyOwner
    ) throws(WalletError) {
        self.init(purpose: purpose, client: client, txId: try FlowChecks.opened(txId))
        token = FlowSecret(try FlowChecks.bytes(serverToken, count: 32, "serverToken"))
        stage = .done
    }

    /// Returns the server token for later messages.
    func serverToken() throws(WalletError) -> String {
        guard let token else { throw WalletError(.state, field: "serverToken", reason: "there is no server token yet") }
        return Multibase.encode(token.exposedBytes, as: .base64)
    }

    /// Returns the next call, or `nil` if the session is open.
    mutating func next(_ facts: WalletFacts, _ tools: FlowTools) async throws(WalletError) -> ServiceCall? {
        switch stage {
        case .ecdh: try await ecdhCall(facts, tools)
        case .appInfo:
            try tools.call(OpenDIDEndpoints.CAS.requestAttestedAppInfo, RequestAttestedAppInfo(appId: facts.appId))
        case .walletToken: try tokens.call(facts, tools)
        case .serverToken: try await serverTokenCall(facts, tools)
        case .done: nil
        }
    }

    mutating func accept(_ answer: ServiceAnswer, _ facts: WalletFacts, _ tools: FlowTools) async throws(WalletError) {
        switch stage {
        case .ecdh:
            try await acceptECDH(answer, tools)
            stage = .appInfo
        case .appInfo:
            try await acceptAppInfo(answer, facts, tools)
            stage = .walletToken
        case .walletToken:
            // The token is used only in this run, which has checked it. It need not be stored.
            _ = try await tokens.accept(answer, facts, tools)
            stage = .serverToken
        case .serverToken:
            try await acceptServerToken(answer, facts, tools)
            stage = .done
        case .done:
            throw WalletError(.state, field: "session", reason: "the session exists already")
        }
    }

    private mutating func ecdhCall(_ facts: WalletFacts, _ tools: FlowTools) async throws(WalletError) -> ServiceCall {
        let document = client == .device ? try facts.requireDevice() : try facts.requireHolder()
        let key = tools.agreementKey(.secp256r1)
        let nonce = tools.random(FlowTools.nonceByteCount)
        guard case .p256(let privateKey) = key else {
            throw WalletError(.keyForm, field: "publicKey", reason: "a P-256 key expected")
        }
        self.key = privateKey
        ephemeral = FlowSecret(privateKey.exposedBytes)
        clientNonce = FlowSecret(nonce)
        let unsigned = ReqEcdh(
            client: document.id, clientNonce: tools.text(nonce), publicKey: tools.text(key.compressedPublicKey),
            curve: .secp256r1,
            candidate: Self.ciphers)
        let request = try await tools.proof(client, DIDKeyName.keyagree.rawValue, of: document, for: .keyAgreement)
        return try tools.call(
            OpenDIDEndpoints.TAS.requestECDH,
            RequestEcdh(id: tools.messageID(), txId: txId, reqEcdh: try await tools.sign(unsigned, by: request)))
    }

    private mutating func acceptECDH(_ answer: ServiceAnswer, _ tools: FlowTools) async throws(WalletError) {
        let read = try answer.read(OpenDIDEndpoints.TAS.requestECDH)
        try FlowChecks.transaction(read.value.txId, is: txId)
        // Upstream wallets do not check this proof (OpenDID sheet 9). Some servers sign it over one hash too many (OpenDID sheet 2.3).
        let policy = VerificationPolicy.standard(for: .accEcdh, signer: tools.trust.tas, acceptsDoubleHash: true)
        try await tools.check(try read.part("accEcdh"), policy, "accEcdh")
        guard let cipher = read.value.accEcdh.cipherType else {
            throw WalletError(.answer, field: "accEcdh.cipher", reason: "the cipher is not known")
        }
        try translating(.answer, "accEcdh") { try cipher.requireChoice(from: Self.ciphers) }
        agreed = read.value.accEcdh
    }

    private mutating func acceptAppInfo(
        _ answer: ServiceAnswer, _ facts: WalletFacts, _ tools: FlowTools
    ) async throws(WalletError) {
        let read = try answer.read(OpenDIDEndpoints.CAS.requestAttestedAppInfo)
        try await tools.check(read.document, .standard(for: .attestedAppInfo), "attestedAppInfo")
        try await tools.requireProvider(read.value.provider, .CAS_SERVICE)
        guard read.value.appId == facts.appId else {
            throw WalletError(.token, field: "appId", reason: "the attestation belongs to another app")
        }
        appInfo = read.value
    }

    private func serverTokenCall(_ facts: WalletFacts, _ tools: FlowTools) async throws(WalletError) -> ServiceCall {
        guard let appInfo else {
            throw WalletError(.state, field: "caAppInfo", reason: "the app's attestation is missing")
        }
        let seed = ServerTokenSeed(
            purpose: tokens.purpose, walletInfo: try await tools.walletInfo(facts), caAppInfo: appInfo)
        return try tools.call(
            OpenDIDEndpoints.TAS.requestCreateToken, RequestCreateToken(id: tools.messageID(), txId: txId, seed: seed))
    }

    private mutating func acceptServerToken(
        _ answer: ServiceAnswer, _ facts: WalletFacts, _ tools: FlowTools
    ) async throws(WalletError) {
        let read = try answer.read(OpenDIDEndpoints.TAS.requestCreateToken)
        try FlowChecks.transaction(read.value.txId, is: txId)
        let iv = try FlowChecks.bytes(read.value.iv, count: FlowTools.nonceByteCount, "iv")
        let sealed = try FlowChecks.bytes(read.value.encStd, "encStd")
        var channel = try channel()
        // The token is the hash of exactly these bytes, whatever the order of their members.
        let opened = try translating(.token, "encStd") {
            try channel.open(sealed, iv: iv) { OpenedToken(bytes: $0, data: try ServerTokenData(jsonBytes: $0)) }
        }
        let (bytes, data) = (opened.bytes, opened.data)
        let document = try translating(.token, "encStd") { try SignedDocument(bytes) }
        let policy = VerificationPolicy.standard(
            for: .serverTokenData, signer: tools.trust.tas, acceptsDoubleHash: true)
        try await tools.check(document, tools.trust.pinning(policy), "serverTokenData")
        try await tools.requireProvider(data.provider, .Tas)
        let comparisons: [(field: String, isSame: Bool)] = [
            ("purpose", data.purpose.rawValue == tokens.purpose.rawValue),
            ("walletId", data.walletId == facts.walletId),
            ("appId", data.appId == facts.appId),
        ]
        for comparison in comparisons where !comparison.isSame {
            throw WalletError(
                .token, field: "serverTokenData." + comparison.field, reason: "the answer is for another request")
        }
        token = FlowSecret(ServerTokenHash(of: bytes).exposedBytes)
    }

    private struct OpenedToken {
        let bytes: [UInt8]
        let data: ServerTokenData
    }

    private func channel() throws(WalletError) -> SessionChannel {
        guard let ephemeral, let clientNonce, let agreed, let cipher = agreed.cipherType,
            let padding = agreed.paddingType
        else {
            throw WalletError(.state, field: "session", reason: "no key was agreed")
        }
        let serverNonce = try FlowChecks.bytes(
            agreed.serverNonce, count: FlowTools.nonceByteCount, "accEcdh.serverNonce")
        let peer = try FlowChecks.bytes(agreed.publicKey, isShort: true, "accEcdh.publicKey")
        return try translating(.answer, "accEcdh") {
            let key = try key ?? P256PrivateKey(bytes: ephemeral.exposedBytes)
            return try SessionChannel(
                secret: AgreementKey.p256(key).agree(with: peer), clientNonce: clientNonce.exposedBytes,
                serverNonce: serverNonce, cipher: cipher,
                padding: padding)
        }
    }
}
