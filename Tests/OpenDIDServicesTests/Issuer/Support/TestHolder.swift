import HeraldJSON
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import TestSupport

/// A holder with keys and a DID document, made of the wire module alone, so that it cannot share a fault with the real wallet.
struct TestHolder: Sendable {
    let chance: SharedChance
    var keys: [DIDKeyName: SigningKey]
    var document: DIDDocument

    var did: String { document.id }

    init(seed: UInt64, keys names: [DIDKeyName] = [.keyagree, .pin, .bio], created: UTCInstant) throws {
        let chance = SharedChance(seed: seed)
        let keys = Dictionary(
            uniqueKeysWithValues: names.map { ($0, SigningKey.p256(chance.with { P256PrivateKey(using: &$0) })) })
        self.chance = chance
        self.keys = keys
        document = try DIDDocument(
            did: DID(randomBytes: chance.bytes(20)), controller: "did:omn:tas",
            keys: names.compactMap { name in keys[name].map { DIDKeyEntry(name, $0.verificationKey) } },
            created: created)
    }

    func nonce() -> String { Multibase.encode(chance.bytes(16), as: .base58btc) }
    func messageID(at now: UTCInstant) -> String { MessageID.make(at: now, randomBytes: chance.bytes(4)) }

    func request(_ name: DIDKeyName, for purpose: ProofPurpose, at now: UTCInstant) throws -> ProofRequest {
        guard let signer = keys[name] else { throw TestHolderError.noKey(name) }
        return ProofRequest(signer: signer, keyID: name.rawValue, of: document, purpose: purpose, created: now)
    }

    /// The holder's side of a channel that a profile offers.
    func answer(_ offer: ReqE2e, at now: UTCInstant, purpose: ProofPurpose = .keyAgreement) async throws
        -> HolderChannel
    {
        let key = chance.with { AgreementKey(curve: offer.curve, using: &$0) }
        let iv = chance.bytes(16)
        let half = AccE2e(
            publicKey: Multibase.encode(key.compressedPublicKey, as: .base58btc),
            iv: Multibase.encode(iv, as: .base58btc))
        let secret = try key.agree(with: Multibase.decode(offer.publicKey).bytes)
        return HolderChannel(
            accE2e: try await half.signed(by: request(.keyagree, for: purpose, at: now)), iv: iv,
            channel: try SessionChannel(
                secret: secret, endToEndNonce: Multibase.decode(offer.nonce).bytes, cipher: offer.cipher))
    }

    /// The same of a wallet that keeps the secret as a number and so loses zero bytes in front, in one of the sessions where that matters.
    func answerDroppingZeros(_ offer: ReqE2e, at now: UTCInstant) async throws -> HolderChannel {
        let peer = try Multibase.decode(offer.publicKey).bytes
        while true {
            let key = chance.with { AgreementKey(curve: offer.curve, using: &$0) }
            guard let short = try key.agree(with: peer).withoutLeadingZeros else { continue }
            let iv = chance.bytes(16)
            let half = AccE2e(
                publicKey: Multibase.encode(key.compressedPublicKey, as: .base58btc),
                iv: Multibase.encode(iv, as: .base58btc))
            return HolderChannel(
                accE2e: try await half.signed(by: request(.keyagree, for: .keyAgreement, at: now)), iv: iv,
                channel: try SessionChannel(
                    secret: short, endToEndNonce: Multibase.decode(offer.nonce).bytes, cipher: offer.cipher))
        }
    }

    /// A wish to have a credential revoked, signed with some keys.
    func wish(
        _ vcID: String, nonce: String, keys: [DIDKeyName] = [.pin], purpose: ProofPurpose = .assertionMethod,
        at now: UTCInstant
    ) async throws -> ReqRevokeVc {
        try await ReqRevokeVc(vcId: vcID, issuerNonce: nonce).signed(
            by: keys.map { try request($0, for: purpose, at: now) })
    }

    /// A presentation for a profile, signed with some keys.
    func presentation(
        for profile: VerifyProfile, of credentials: [VerifiableCredential], keys: [DIDKeyName] = [.pin],
        nonce: String? = nil,
        extra: Set<String> = [], at now: UTCInstant
    ) async throws -> VerifiablePresentation {
        var draft = PresentationDraft(
            id: MessageID.uuid(randomBytes: chance.bytes(16)), holder: did,
            verifierNonce: nonce ?? profile.profile.process.verifierNonce,
            now: now)
        try draft.add(for: profile.profile.filter, from: credentials, extra: extra)
        return try await draft.signed(by: keys.map { try request($0, for: .assertionMethod, at: now) })
    }
}

/// The holder's side of a channel: its public half, and the key.
struct HolderChannel: Sendable {
    var accE2e: AccE2e
    let iv: [UInt8]
    var channel: SessionChannel

    func seal(_ message: some Jsonable) throws -> String { try seal(bytes: message.canonicalBytes()) }

    func seal(bytes: [UInt8]) throws -> String { Multibase.encode(try channel.seal(bytes, iv: iv), as: .base58btc) }

    mutating func open(_ answer: E2E) throws -> VerifiableCredential {
        try channel.open(Multibase.decode(answer.encVc).bytes, iv: Multibase.decode(answer.iv).bytes) {
            try CredInfo(issuedBytes: $0).vc
        }
    }
}

enum TestHolderError: Error { case noKey(DIDKeyName) }
