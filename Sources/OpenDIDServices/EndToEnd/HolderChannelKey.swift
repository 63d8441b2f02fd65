import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// An issuer's or verifier's half of the encrypted channel to a holder (OpenDID sheet 6.2): made anew for every profile, used for one
/// exchange, then forgotten. It does not print its key.
struct HolderChannelKey: Sendable, Unprinted {
    /// After so many messages that did not decrypt the key is forgotten: a wallet's own mistakes stay below, and who tries out ciphertexts
    /// learns nothing from so few.
    static let attempts = 16

    /// The nonce of the profile, 16 bytes in multibase: issuerNonce or verifierNonce, and part of the channel's key.
    let nonce: String
    private let key: P256PrivateKey

    /// The ephemeral private key, 32 bytes.
    var exposedKey: [UInt8] { key.exposedBytes }

    /// - Parameter exposedKey: 32 bytes.
    /// - Throws: `KeysError` when they are no key.
    init(nonce: String, exposedKey: [UInt8]) throws(KeysError) {
        self.nonce = nonce
        key = try P256PrivateKey(bytes: exposedKey)
    }

    /// - Parameter random: gives as many bytes as asked for, which nobody can foretell.
    init(random: @Sendable (Int) -> [UInt8]) throws {
        nonce = Multibase.encode(random(SessionKey.nonceLength), as: .base58btc)
        // A number outside the curve's order comes once in 2^32 draws; a second draw settles it.
        key = try (try? P256PrivateKey(bytes: random(32))) ?? P256PrivateKey(bytes: random(32))
    }

    /// What the profile says of the channel.
    func offer() throws -> ReqE2e {
        ReqE2e(
            nonce: nonce, curve: .secp256r1, publicKey: Multibase.encode(key.publicKey.compressed, as: .base58btc),
            cipher: .aes256CBC, padding: .pkcs5)
    }

    /// The channel with a holder.
    /// - Throws: ``DataModelError`` `key_agreement` when the holder's key is no point of the curve; `KeysError` when its text is no
    ///   multibase.
    func channel(with holder: AccE2e) throws -> SessionChannel {
        let secret = try AgreementKey.p256(key).agree(with: try Multibase.decode(holder.publicKey, base58Limit: Multibase.shortLimit).bytes)
        return try SessionChannel(secret: secret, endToEndNonce: try Multibase.decode(nonce).bytes)
    }
}
