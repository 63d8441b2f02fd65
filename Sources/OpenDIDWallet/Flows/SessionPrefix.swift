import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// The calls at the beginning of M132, M141, M142, M210 and M220 (OpenDID sheet 5.5, "S"). They agree on a session key and get the app's
/// attestation and a wallet token. They then exchange the attestation and the token for the server token, which the other calls of the
/// transaction contain.
struct SessionPrefix: Codable, Sendable {
    let txId: String
    private let preparation: SessionPreparation
    private var stage = Stage.begun

    private var client: KeyOwner { preparation.client }

    /// The call of the session to send next. Each case refers to the data that the call needs, so a copy of a run is cheap.
    private indirect enum Stage: Codable, Sendable {
        case begun
        /// The wallet has offered a key to the trust agent and waits for the answer.
        case offered(OfferedKey, SessionPreparation.AppCalls)
        case appInfo(AgreedKey, SessionPreparation.AppCalls)
        case walletToken(AgreedKey, AttestedAppInfo, WalletTokenExchange)
        case serverToken(AgreedKey, AttestedAppInfo)
    }

    /// Creates a session.
    /// - Parameter txId: the id of the transaction, which the trust agent has opened already.
    init(_ preparation: SessionPreparation, txId: String) {
        self.preparation = preparation
        self.txId = txId
    }

    /// The name of the next call.
    var step: String {
        switch stage {
        case .begun, .offered: "request-ecdh"
        case .appInfo: "request-attested-appinfo"
        case .walletToken: "request-wallet-tokendata"
        case .serverToken: "request-create-token"
        }
    }

    /// The calls to the app provider, which can be sent while the trust agent answers the offer of a key.
    var ahead: [ServiceCall] {
        guard case .offered(_, let calls) = stage else { return [] }
        return [calls.appInfo] + (calls.tokens.made.map { [$0] } ?? [])
    }

    /// Returns the next call.
    mutating func next(_ snapshot: WalletSnapshot, _ tools: FlowTools) async throws(WalletError) -> ServiceCall {
        switch stage {
        case .begun, .offered: return try await ecdhCall(snapshot, tools)
        case .appInfo(_, let calls): return calls.appInfo
        case .walletToken(let key, let appInfo, var tokens):
            let call = try tokens.call(snapshot, tools)
            stage = .walletToken(key, appInfo, tokens)
            return call
        case .serverToken(_, let appInfo): return try await serverTokenCall(appInfo, snapshot, tools)
        }
    }

    /// Receives the answer to the call that ``next(_:_:)`` returned.
    /// - Returns: the session if the answer opened it.
    mutating func accept(
        _ answer: ServiceAnswer, _ snapshot: WalletSnapshot, _ tools: FlowTools
    ) async throws(WalletError) -> OpenSession? {
        switch stage {
        case .begun: throw WalletError(.state, field: "session", reason: "no answer is expected")
        case .offered(let offered, let calls):
            stage = .appInfo(try await agreedKey(answer, offered, tools), calls)
        case .appInfo(let key, let calls):
            stage = .walletToken(key, try await attestation(answer, snapshot, tools), calls.tokens)
        case .walletToken(let key, let appInfo, let tokens):
            // The wallet token is checked and used only in this run, so it is not stored.
            _ = try await tokens.accept(answer, snapshot, tools)
            stage = .serverToken(key, appInfo)
        case .serverToken(let key, _):
            return OpenSession(txId: txId, token: try await serverToken(answer, key, snapshot, tools))
        }
        return nil
    }

    private mutating func ecdhCall(_ snapshot: WalletSnapshot, _ tools: FlowTools) async throws(WalletError)
        -> ServiceCall
    {
        var prepared = preparation
        let offer = try await prepared.offer(snapshot, tools)
        stage = .offered(offer.key, try prepared.appCalls(snapshot, tools))
        return try tools.call(
            OpenDIDEndpoints.TAS.requestECDH,
            RequestEcdh(id: tools.messageID(), txId: txId, reqEcdh: offer.request))
    }

    private func agreedKey(
        _ answer: ServiceAnswer, _ offered: OfferedKey, _ tools: FlowTools
    ) async throws(WalletError) -> AgreedKey {
        let read = try answer.read(OpenDIDEndpoints.TAS.requestECDH)
        try FlowChecks.transaction(read.value.txId, is: txId)
        // Upstream wallets do not check the proof of this answer (OpenDID sheet 9). Some servers sign a hash of the hash instead of the
        // hash. This wallet accepts their proofs too (OpenDID sheet 2.3).
        let policy = VerificationPolicy.standard(for: .accEcdh, signer: tools.trust.tas, acceptsDoubleHash: true)
        try await tools.check(try read.part("accEcdh", decodedAs: read.value.accEcdh), policy, "accEcdh")
        let key = try AgreedKey(offered, read.value.accEcdh)
        try translating(.answer, "accEcdh") { try key.cipher.requireChoice(from: SessionPreparation.ciphers) }
        return key
    }

    private func attestation(
        _ answer: ServiceAnswer, _ snapshot: WalletSnapshot, _ tools: FlowTools
    ) async throws(WalletError) -> AttestedAppInfo {
        let read = try answer.read(OpenDIDEndpoints.CAS.requestAttestedAppInfo)
        try await tools.check(read.document, .standard(for: .attestedAppInfo), "attestedAppInfo")
        try await tools.requireProvider(read.value.provider, .CAS_SERVICE)
        guard read.value.appId == snapshot.appId else {
            throw WalletError(.token, field: "appId", reason: "the attestation belongs to another app")
        }
        return read.value
    }

    private func serverTokenCall(
        _ appInfo: AttestedAppInfo, _ snapshot: WalletSnapshot, _ tools: FlowTools
    ) async throws(WalletError) -> ServiceCall {
        let seed = ServerTokenSeed(
            purpose: preparation.purpose, walletInfo: try await tools.walletInfo(snapshot), caAppInfo: appInfo)
        return try tools.call(
            OpenDIDEndpoints.TAS.requestCreateToken, RequestCreateToken(id: tools.messageID(), txId: txId, seed: seed))
    }

    private func serverToken(
        _ answer: ServiceAnswer, _ key: AgreedKey, _ snapshot: WalletSnapshot, _ tools: FlowTools
    ) async throws(WalletError) -> FlowSecret {
        let read = try answer.read(OpenDIDEndpoints.TAS.requestCreateToken)
        try FlowChecks.transaction(read.value.txId, is: txId)
        let iv = try FlowChecks.bytes(read.value.iv, count: FlowTools.nonceByteCount, "iv")
        let sealed = try FlowChecks.bytes(read.value.encStd, "encStd")
        var channel = try key.channel()
        // The server token is the hash of the decrypted bytes, exactly as they arrived. Decoding and encoding them again could change the
        // order of the members, and with it the hash.
        let opened = try translating(.token, "encStd") {
            try channel.open(sealed, iv: iv) { bytes in
                let document = try SignedDocument(bytes)
                return OpenedToken(bytes: bytes, data: try document.model(), document: document)
            }
        }
        let (bytes, data, document) = (opened.bytes, opened.data, opened.document)
        let policy = VerificationPolicy.standard(
            for: .serverTokenData, signer: tools.trust.tas, acceptsDoubleHash: true)
        try await tools.check(document, tools.trust.pinning(policy), "serverTokenData")
        try await tools.requireProvider(data.provider, .Tas)
        let comparisons: [(field: String, isSame: Bool)] = [
            ("purpose", data.purpose.rawValue == preparation.purpose.rawValue),
            ("walletId", data.walletId == snapshot.walletId),
            ("appId", data.appId == snapshot.appId),
        ]
        for comparison in comparisons where !comparison.isSame {
            throw WalletError(
                .token, field: "serverTokenData." + comparison.field, reason: "the answer is for another request")
        }
        return FlowSecret(ServerTokenHash(of: bytes).exposedBytes)
    }

    private struct OpenedToken {
        let bytes: [UInt8]
        let data: ServerTokenData
        let document: SignedDocument
    }
}

/// The key agreement with the trust agent. The session key is derived from it when it is needed.
private struct AgreedKey: Codable, Sendable {
    let cipher: SymmetricCipherType
    private let offered: OfferedKey
    private let peer: String
    private let nonce: String
    private let padding: SymmetricPaddingType

    init(_ offered: OfferedKey, _ answer: AccEcdh) throws(WalletError) {
        guard let cipher = answer.cipherType, let padding = answer.paddingType else {
            throw WalletError(.answer, field: "accEcdh.cipher", reason: "the cipher or its padding is not known")
        }
        self.offered = offered
        self.cipher = cipher
        self.padding = padding
        peer = answer.publicKey
        nonce = answer.serverNonce
    }

    func channel() throws(WalletError) -> SessionChannel {
        let serverNonce = try FlowChecks.bytes(nonce, count: FlowTools.nonceByteCount, "accEcdh.serverNonce")
        let peer = try FlowChecks.bytes(peer, isShort: true, "accEcdh.publicKey")
        return try translating(.answer, "accEcdh") {
            try SessionChannel(
                secret: AgreementKey.p256(offered.key()).agree(with: peer), clientNonce: offered.nonce.exposedBytes,
                serverNonce: serverNonce, cipher: cipher, padding: padding)
        }
    }
}
