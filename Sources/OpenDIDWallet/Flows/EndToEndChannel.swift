import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// The holder's end of the encrypted channel to an issuer or verifier (OpenDID sheet 6.2). The TAS passes the messages on and cannot read
/// them.
struct EndToEndChannel: Codable, Sendable {
    private let offer: ReqE2e
    private let nonce: String
    private let secret: FlowSecret
    private let iv: FlowSecret
    /// Values that are derived from the stored properties. They are calculated once in a process and are not stored.
    private var opened: Opened?

    private enum CodingKeys: String, CodingKey { case offer, nonce, secret, iv }

    private struct Opened: Sendable {
        /// The holder's public key, compressed.
        let publicKey: [UInt8]
        let channel: SessionChannel
    }

    /// Creates the channel.
    /// - Parameters:
    ///   - offer: the peer's parameters, from a verified profile.
    ///   - nonce: issuerNonce or verifierNonce of the same profile.
    init(_ offer: ReqE2e, nonce: String, _ tools: FlowTools) throws(WalletError) {
        try FlowChecks.same(offer.nonce, nonce, "reqE2e.nonce")
        guard offer.cipher.isAccepted else {
            throw WalletError(
                .answer, field: "reqE2e.cipher", reason: "\(offer.cipher.rawValue) shows equal blocks and is refused")
        }
        self.offer = offer
        self.nonce = nonce
        let (key, agreed) = try Self.key(for: offer, tools)
        secret = FlowSecret(erasing: key.exposedBytes)
        iv = FlowSecret(tools.random(FlowTools.nonceByteCount))
        opened = try opened(with: key, agreed)
    }

    /// Returns the holder's parameters, signed with the holder's `keyagree` key.
    func half(of holder: DIDDocument, _ tools: FlowTools) async throws(WalletError) -> AccE2e {
        let request = try await tools.proof(.holder, DIDKeyName.keyagree.rawValue, of: holder, for: .keyAgreement)
        let unsigned = AccE2e(publicKey: tools.text(try current().publicKey), iv: tools.text(iv.exposedBytes))
        return try await tools.sign(unsigned, by: request)
    }

    /// Encrypts the holder's only message. The result is multibase `m` (base64) and not base58, because encoding as base58 takes time that
    /// grows with the square of the length.
    func seal(_ message: some Jsonable & Sendable) throws(WalletError) -> String {
        let channel = try current().channel
        return try translating(.encryption) {
            Multibase.encode(try channel.seal(message.canonicalBytes(), iv: iv.exposedBytes), as: .base64)
        }
    }

    /// Decrypts the peer's message.
    func open<Message>(_ text: String, iv: String, _ field: String, reading: ([UInt8]) throws -> Message)
        throws(WalletError) -> Message
    {
        let sealed = try FlowChecks.bytes(text, field)
        let iv = try FlowChecks.bytes(iv, count: FlowTools.nonceByteCount, "iv")
        var channel = try current().channel
        return try translating(.answer, field) { try channel.open(sealed, iv: iv, reading: reading) }
    }

    /// The largest number of keys to generate until one of them is usable. Only one key in 256 is not usable.
    private static let drawings = 16

    /// Returns a key with which the first byte of the shared X is not zero.
    ///
    /// Some servers store X as a number. They lose leading zero bytes, and then cannot decrypt the message (OpenDID sheet 6.2). The holder
    /// does not know how the server stores X. However, the holder chooses its key after the server, and can therefore choose a key for
    /// which both ways of storing X give the same bytes.
    private static func key(for offer: ReqE2e, _ tools: FlowTools) throws(WalletError) -> (AgreementKey, AgreedSecret) {
        var key = tools.agreementKey(offer.curve)
        var secret = try agreed(key, offer)
        for _ in 1..<drawings where secret.withoutLeadingZeros != nil {
            key = tools.agreementKey(offer.curve)
            secret = try agreed(key, offer)
        }
        return (key, secret)
    }

    private static func agreed(_ key: AgreementKey, _ offer: ReqE2e) throws(WalletError) -> AgreedSecret {
        let peer = try FlowChecks.bytes(offer.publicKey, isShort: true, "reqE2e.publicKey")
        return try translating(.answer, "reqE2e") { try key.agree(with: peer) }
    }

    private func current() throws(WalletError) -> Opened {
        if let opened { return opened }
        let key: AgreementKey = try translating(.keyForm) {
            switch offer.curve {
            case .secp256r1: .p256(try secret.withBytes { try P256PrivateKey(agreementBytes: $0) })
            case .secp256k1: .secp256k1(try secret.withBytes { try Secp256k1PrivateKey(bytes: $0) })
            }
        }
        return try opened(with: key, try Self.agreed(key, offer))
    }

    private func opened(with key: AgreementKey, _ secret: AgreedSecret) throws(WalletError) -> Opened {
        let nonce = try FlowChecks.bytes(nonce, count: FlowTools.nonceByteCount, "reqE2e.nonce")
        let channel = try translating(.answer, "reqE2e") {
            try SessionChannel(secret: secret, endToEndNonce: nonce, cipher: offer.cipher, padding: offer.padding)
        }
        return Opened(publicKey: key.compressedPublicKey, channel: channel)
    }
}
