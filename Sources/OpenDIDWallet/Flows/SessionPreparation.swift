import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// The parts of a session that depend on no answer: the calls to the app provider, and the offer of a key to the trust agent. The wallet
/// creates them while the trust agent opens the transaction.
struct SessionPreparation: Codable, Sendable {
    /// The ciphers that the wallet accepts. The server chooses one of them (OpenDID sheet 6.1).
    static let ciphers: [SymmetricCipherType] = [.aes256CBC, .aes128CBC]
    /// The time for which a signed offer of a key can be used. After it, the wallet creates a new offer, because servers refuse an old
    /// proof.
    private static let offerLifetime = Duration.seconds(30)

    /// The purpose of the wallet token and of the server token.
    let purpose: WalletTokenPurposeEnum
    /// The owner of the DID with which the client identifies itself. It is the device if the holder's DID is deactivated or does not exist
    /// yet.
    let client: KeyOwner
    private var calls: AppCalls?
    private var offered: KeyOffer?

    /// The calls to the app provider.
    struct AppCalls: Codable, Sendable {
        let appInfo: ServiceCall
        let tokens: WalletTokenExchange
    }

    /// An offer of a key for the session, signed by the client.
    struct KeyOffer: Codable, Sendable {
        let key: OfferedKey
        let request: ReqEcdh
        fileprivate let made: StoredInstant
    }

    init(purpose: WalletTokenPurposeEnum, client: KeyOwner) {
        self.purpose = purpose
        self.client = client
    }

    /// The calls to the app provider, or an empty list if they were not created yet.
    var ahead: [ServiceCall] {
        guard let calls else { return [] }
        return [calls.appInfo] + (calls.tokens.made.map { [$0] } ?? [])
    }

    /// Returns the calls to the app provider. This function creates them when it is first called, and returns the same calls afterwards.
    @discardableResult
    mutating func appCalls(_ snapshot: WalletSnapshot, _ tools: FlowTools) throws(WalletError) -> AppCalls {
        if let calls { return calls }
        var tokens = WalletTokenExchange(purpose: purpose)
        _ = try tokens.call(snapshot, tools)
        let made = AppCalls(
            appInfo: try tools.call(
                OpenDIDEndpoints.CAS.requestAttestedAppInfo, RequestAttestedAppInfo(appId: snapshot.appId)),
            tokens: tokens)
        calls = made
        return made
    }

    /// Returns an offer of a key. An earlier offer is used again until it is 30 s old.
    @discardableResult
    mutating func offer(_ snapshot: WalletSnapshot, _ tools: FlowTools) async throws(WalletError) -> KeyOffer {
        let now = tools.now()
        if let offered, offered.made.instant <= now, now < offered.made.instant + Self.offerLifetime { return offered }
        let document = client == .device ? try snapshot.requireDevice() : try snapshot.requireHolder()
        let key = tools.agreementKey(.secp256r1)
        let nonce = tools.random(FlowTools.nonceByteCount)
        guard case .p256(let privateKey) = key else {
            throw WalletError(.keyForm, field: "publicKey", reason: "a P-256 key expected")
        }
        let unsigned = ReqEcdh(
            client: document.id, clientNonce: tools.text(nonce), publicKey: tools.text(key.compressedPublicKey),
            curve: .secp256r1, candidate: Self.ciphers)
        let proof = try await tools.proof(client, DIDKeyName.keyagree.rawValue, of: document, for: .keyAgreement)
        let made = KeyOffer(
            key: OfferedKey(privateKey, nonce: nonce), request: try await tools.sign(unsigned, by: proof),
            made: StoredInstant(now))
        offered = made
        return made
    }
}

/// The key and the nonce that the wallet offered to the trust agent.
struct OfferedKey: Codable, Sendable {
    private let secret: FlowSecret
    let nonce: FlowSecret
    /// The private key from ``secret`` in the form for calculations. It is not stored.
    private var ready: P256PrivateKey?

    private enum CodingKeys: String, CodingKey { case secret, nonce }

    init(_ key: P256PrivateKey, nonce: [UInt8]) {
        secret = FlowSecret(erasing: key.exposedBytes)
        self.nonce = FlowSecret(nonce)
        ready = key
    }

    func key() throws -> P256PrivateKey {
        if let ready { return ready }
        return try secret.withBytes { try P256PrivateKey(agreementBytes: $0) }
    }
}
