import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import TestSupport

/// A wallet of one device and one holder, made of the wire module alone, so that it cannot share a fault with the real wallet.
struct TestWallet: Sendable {
    static let controller = "did:omn:tas"

    let chance: SharedChance
    var deviceKeys: [DIDKeyName: SigningKey]
    var holderKeys: [DIDKeyName: SigningKey]
    var device: DIDDocument
    var holder: DIDDocument
    var walletID = ""
    var appID: String

    init(seed: UInt64, now: UTCInstant, appID: String = "AID202411abcdefghijk", biometrics: Bool = false) throws {
        let chance = SharedChance(seed: seed)
        let deviceNames: [DIDKeyName] = [.assert, .auth, .keyagree]
        let holderNames: [DIDKeyName] = biometrics ? [.keyagree, .pin, .bio] : [.keyagree, .pin]
        let deviceKeys = Dictionary(uniqueKeysWithValues: deviceNames.map { ($0, Self.key(chance)) })
        let holderKeys = Dictionary(uniqueKeysWithValues: holderNames.map { ($0, Self.key(chance)) })
        self.chance = chance
        self.deviceKeys = deviceKeys
        self.holderKeys = holderKeys
        self.appID = appID
        device = try Self.document(deviceNames, deviceKeys, now: now, chance)
        holder = try Self.document(holderNames, holderKeys, now: now, chance)
    }

    static func key(_ chance: SharedChance) -> SigningKey { .p256(chance.with { P256PrivateKey(using: &$0) }) }

    static func document(
        _ names: [DIDKeyName], _ keys: [DIDKeyName: SigningKey], now: UTCInstant, _ chance: SharedChance
    ) throws -> DIDDocument {
        let entries = names.compactMap { name in keys[name].map { DIDKeyEntry(name, $0.verificationKey) } }
        return try DIDDocument(
            did: DID(randomBytes: chance.bytes(20)), controller: controller, keys: entries, created: now)
    }

    func nonce() -> String { Multibase.encode(chance.bytes(16), as: .base58btc) }
    func messageID() -> String { "20241120093000123456" + Hex.encode(chance.bytes(4), uppercase: true) }

    enum Owner { case device, holder }

    func document(of owner: Owner) -> DIDDocument { owner == .device ? device : holder }

    func keys(of owner: Owner) -> [DIDKeyName: SigningKey] { owner == .device ? deviceKeys : holderKeys }

    /// Returns the signing request for one of the wallet's keys.
    func request(_ owner: Owner, _ name: DIDKeyName, for purpose: ProofPurpose, at now: UTCInstant) throws
        -> ProofRequest
    {
        guard let signer = keys(of: owner)[name] else { throw TestWalletError.noKey(name) }
        return ProofRequest(
            signer: signer, keyID: name.rawValue, of: document(of: owner), purpose: purpose, created: now)
    }

    func proven(
        _ document: DIDDocument, as owner: KeyProofsRule.Owner, keys: [DIDKeyName: SigningKey], at now: UTCInstant
    ) async throws
        -> DIDDocument
    {
        let signers = Dictionary(uniqueKeysWithValues: keys.map { ($0.key.rawValue, $0.value as any ProofSigner) })
        return try await document.signed(as: owner, with: signers, created: now)
    }

    var wallet: Wallet { Wallet(id: walletID, did: device.id) }

    func walletInfo(at now: UTCInstant) async throws -> SignedWalletInfo {
        try await SignedWalletInfo(wallet: wallet, nonce: nonce()).signed(
            by: request(.device, .assert, for: .assertionMethod, at: now))
    }

    func signedDIDDoc(
        _ document: DIDDocument, at now: UTCInstant, keys: [DIDKeyName: SigningKey]? = nil
    ) async throws -> SignedDIDDoc {
        let proven = try await proven(document, as: .holder, keys: keys ?? holderKeys, at: now)
        return try await SignedDIDDoc(owner: proven, wallet: wallet, nonce: nonce())
            .signed(by: request(.device, .assert, for: .assertionMethod, at: now))
    }

    func didAuth(_ nonce: String, key: DIDKeyName = .pin, at now: UTCInstant) async throws -> DIDAuth {
        try await DIDAuth(did: holder.id, authNonce: nonce).signed(
            by: request(.holder, key, for: .authentication, at: now))
    }

    /// One half of a session, and the key that opens what comes back.
    func startSession(_ owner: Owner, ciphers: [SymmetricCipherType]? = nil, at now: UTCInstant) async throws -> (
        ReqEcdh, AgreementKey
    ) {
        let key = chance.with { AgreementKey(curve: .secp256r1, using: &$0) }
        let half = ReqEcdh(
            client: document(of: owner).id, clientNonce: nonce(),
            publicKey: Multibase.encode(key.compressedPublicKey, as: .base58btc),
            curve: .secp256r1, candidate: ciphers.map { ReqEcdh.Ciphers(ciphers: $0) })
        return (try await half.signed(by: request(owner, .keyagree, for: .keyAgreement, at: now)), key)
    }
}

enum TestWalletError: Error { case noKey(DIDKeyName), cipher }

extension TestWallet {
    /// The same wallet with parts of it exchanged.
    init(
        copying wallet: TestWallet, device other: TestWallet? = nil, holderKeys: [DIDKeyName: SigningKey]? = nil,
        appID: String? = nil
    ) throws {
        self = wallet
        self.appID = appID ?? wallet.appID
        self.holderKeys = holderKeys ?? wallet.holderKeys
        if let other {
            device = other.device
            deviceKeys = other.deviceKeys
            walletID = other.walletID
        }
    }
}
