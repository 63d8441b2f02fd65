import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// An issuer's or verifier's half of the encrypted channel to a holder (OpenDID sheet 6.2). Each profile has a new half. It is used for a
/// single exchange and is then deleted. Its description does not contain the key.
struct HolderChannelKey: Sendable, Unprinted {
    /// The number of messages with failed decryption after which an issuer's key is deleted, and after which a verifier's key refuses their
    /// signer. A correct wallet never sends so many. An attacker learns nothing about the key from so few attempts.
    static let attempts = 16
    /// The number of signers whose failures under one verifier's key are counted. The limit exists because the counts are stored.
    static let signers = 256

    /// The nonce of the profile, 16 bytes in multibase: `issuerNonce` or `verifierNonce`. The key of the channel is derived from this
    /// nonce.
    let nonce: String
    private let key: P256PrivateKey

    /// The ephemeral private key, 32 bytes.
    var exposedKey: [UInt8] { key.exposedBytes }

    /// Restores one half of a channel.
    /// - Parameter exposedKey: the ephemeral private key, 32 bytes.
    /// - Throws: `KeysError` if the bytes are not a valid key.
    init(nonce: String, exposedKey: [UInt8]) throws(KeysError) {
        self.nonce = nonce
        key = try P256PrivateKey(agreementBytes: exposedKey)
    }

    /// Creates one half of a channel.
    /// - Parameter random: returns the given number of unpredictable bytes.
    /// - Throws: `KeysError` if the random bytes give no valid key twice in succession.
    init(random: @Sendable (Int) -> [UInt8]) throws {
        nonce = Multibase.encode(random(SessionKey.nonceLength), as: .base58btc)
        // About one random number in 2^32 is not a valid key, because it is not below the curve's order. One more attempt is therefore
        // enough.
        key =
            try (try? P256PrivateKey(agreementBytes: random(32))) ?? P256PrivateKey(agreementBytes: random(32))
    }

    /// Returns the description of the channel that the profile contains.
    func offer() throws -> ReqE2e {
        ReqE2e(
            nonce: nonce, curve: .secp256r1, publicKey: Multibase.encode(key.publicKey.compressed, as: .base58btc),
            cipher: .aes256CBC, padding: .pkcs5)
    }

    /// Returns the encrypted channel to a holder. Its key is derived from this half and from the holder's half.
    /// - Throws: ``DataModelError`` `key_agreement` if the holder's key is not a point of the curve. `KeysError` if its text is not
    ///   multibase.
    func channel(with holder: AccE2e) throws -> SessionChannel {
        let secret = try AgreementKey.p256(key).agree(
            with: try Multibase.decode(holder.publicKey, base58Limit: Multibase.shortLimit).bytes)
        return try SessionChannel(secret: secret, endToEndNonce: try Multibase.decode(nonce).bytes)
    }
}
