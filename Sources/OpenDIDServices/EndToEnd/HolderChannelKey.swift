import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// An issuer's or verifier's half of the encrypted channel to a holder (OpenDID sheet 6.2). Each profile has a new one. It serves a single
/// exchange and is then deleted. Printing it does not show the key.
struct HolderChannelKey: Sendable, Unprinted {
    /// The messages that may fail to decrypt before the key is deleted. A wallet's own errors stay below this number, and so few attempts reveal
    /// nothing about the key.
    static let attempts = 16

    /// The nonce of the profile, 16 bytes in multibase: `issuerNonce` or `verifierNonce`. The channel's key is derived from it.
    let nonce: String
    private let key: P256PrivateKey

    /// The ephemeral private key, 32 bytes.
    var exposedKey: [UInt8] { key.exposedBytes }

    /// Restores the half of a channel.
    /// - Parameter exposedKey: the ephemeral private key, 32 bytes.
    /// - Throws: `KeysError` if the bytes are not a valid key.
    init(nonce: String, exposedKey: [UInt8]) throws(KeysError) {
        self.nonce = nonce
        key = try P256PrivateKey(bytes: exposedKey)
    }

    /// Creates the half of a channel.
    /// - Parameter random: returns the given number of unpredictable bytes.
    /// - Throws: `KeysError` if the random bytes give no valid key twice in succession.
    init(random: @Sendable (Int) -> [UInt8]) throws {
        nonce = Multibase.encode(random(SessionKey.nonceLength), as: .base58btc)
        // One draw in 2^32 lies outside the curve's order. A second draw is enough.
        key = try (try? P256PrivateKey(bytes: random(32))) ?? P256PrivateKey(bytes: random(32))
    }

    /// Returns the description of the channel for the profile.
    func offer() throws -> ReqE2e {
        ReqE2e(
            nonce: nonce, curve: .secp256r1, publicKey: Multibase.encode(key.publicKey.compressed, as: .base58btc),
            cipher: .aes256CBC, padding: .pkcs5)
    }

    /// Returns the channel with a holder.
    /// - Throws: ``DataModelError`` `key_agreement` if the holder's key is not a point of the curve. `KeysError` if its text is not
    ///   multibase.
    func channel(with holder: AccE2e) throws -> SessionChannel {
        let secret = try AgreementKey.p256(key).agree(
            with: try Multibase.decode(holder.publicKey, base58Limit: Multibase.shortLimit).bytes)
        return try SessionChannel(secret: secret, endToEndNonce: try Multibase.decode(nonce).bytes)
    }
}
