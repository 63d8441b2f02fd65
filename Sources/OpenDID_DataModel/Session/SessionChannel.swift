/// Encrypts and decrypts the messages of an exchange under one key (OpenDID sheet 6.1, 6.2).
///
/// ```swift
/// var channel = try SessionChannel(secret: secret, endToEndNonce: nonce)
/// let body = try channel.seal(credentialRequest.canonicalBytes(), iv: iv)
/// let credential = try channel.open(answer, iv: answerIV) { try VerifiableCredential(jsonBytes: $0) }
/// ```
///
/// A secret whose first byte is zero gives two keys, because Java servers drop leading zero bytes (OpenDID sheet 6.2). The correct key is
/// used first. If a message can be decrypted only with the other key, the channel uses the other key in both directions from then on.
public struct SessionChannel: Sendable {
    /// The padding of both directions.
    public let padding: SymmetricPaddingType
    /// The key for the next message.
    public private(set) var key: SessionKey
    /// The key without leading zeros. It is tried once, if `key` does not decrypt the first message.
    private var spare: SessionKey?

    /// Creates the channel of a session with the TAS (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` as ``SessionKey/init(sharedSecret:clientNonce:serverNonce:cipher:)`` does.
    public init(
        secret: AgreedSecret, clientNonce: [UInt8], serverNonce: [UInt8], cipher: SymmetricCipherType = .aes256CBC,
        padding: SymmetricPaddingType = .pkcs5
    ) throws(DataModelError) {
        key = try SessionKey(sharedSecret: secret, clientNonce: clientNonce, serverNonce: serverNonce, cipher: cipher)
        if let short = secret.withoutLeadingZeros {
            spare = try SessionKey(
                sharedSecret: short, clientNonce: clientNonce, serverNonce: serverNonce, cipher: cipher)
        }
        self.padding = padding
    }

    /// Creates a channel between a holder and an issuer or verifier (OpenDID sheet 6.2).
    /// - Throws: `DataModelError` as ``SessionKey/init(sharedSecret:endToEndNonce:cipher:)`` does.
    public init(
        secret: AgreedSecret, endToEndNonce: [UInt8], cipher: SymmetricCipherType = .aes256CBC,
        padding: SymmetricPaddingType = .pkcs5
    ) throws(DataModelError) {
        key = try SessionKey(sharedSecret: secret, endToEndNonce: endToEndNonce, cipher: cipher)
        if let short = secret.withoutLeadingZeros {
            spare = try SessionKey(sharedSecret: short, endToEndNonce: endToEndNonce, cipher: cipher)
        }
        self.padding = padding
    }

    /// Encrypts one message.
    /// - Parameters:
    ///   - plaintext: any number of bytes. With `NOPAD`, a multiple of 16.
    ///   - iv: 16 bytes, new for every message.
    /// - Throws: `DataModelError` with code `encryption` if the arguments have another length.
    public func seal(_ plaintext: [UInt8], iv: [UInt8]) throws(DataModelError) -> [UInt8] {
        try key.encrypt(plaintext, iv: iv, padding: padding)
    }

    /// Decrypts one message and reads it.
    ///
    /// A wrong key passes the check of the padding once in 256 times. Therefore `reading` decides, and must fail for everything but the
    /// expected message.
    /// - Throws: `DataModelError` with code `decryption` if the message cannot be decrypted or cannot be read. Both cases give the same
    ///   error.
    public mutating func open<Message>(
        _ ciphertext: [UInt8], iv: [UInt8], reading: ([UInt8]) throws -> Message
    ) throws(DataModelError) -> Message {
        if let message = try? reading(key.decrypt(ciphertext, iv: iv, padding: padding)) {
            spare = nil
            return message
        }
        guard let other = spare, let message = try? reading(other.decrypt(ciphertext, iv: iv, padding: padding)) else {
            throw .undecryptable
        }
        key = other
        spare = nil
        return message
    }
}
