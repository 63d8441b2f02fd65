/// Both directions of an encrypted exchange under one key (OpenDID sheet 6.1, 6.2).
///
/// ```swift
/// var channel = try SessionChannel(secret: secret, endToEndNonce: nonce)
/// let body = try channel.seal(credentialRequest, iv: iv)
/// let credential = try channel.open(answer, iv: answerIV) { try VerifiableCredential(jsonBytes: $0) }
/// ```
///
/// A secret whose first byte is zero gives two keys, because Java servers drop zero bytes in front (OpenDID sheet 6.2). The right one
/// is used until a message arrives that only the other one opens; from then on the other side's key is used both ways.
public struct SessionChannel: Sendable {
    /// How the last block is filled, both ways.
    public let padding: SymmetricPaddingType
    /// What the next message is sealed with.
    public private(set) var key: SessionKey
    /// Tried once, when `key` does not open the first message.
    private var spare: SessionKey?

    /// A session with the TAS (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` as ``SessionKey/init(sharedSecret:clientNonce:serverNonce:cipher:)`` does.
    public init(
        secret: AgreedSecret, clientNonce: [UInt8], serverNonce: [UInt8], cipher: SymmetricCipherType = .aes256CBC,
        padding: SymmetricPaddingType = .pkcs5
    ) throws(DataModelError) {
        key = try SessionKey(sharedSecret: secret, clientNonce: clientNonce, serverNonce: serverNonce, cipher: cipher)
        if let short = secret.withoutLeadingZeros {
            spare = try SessionKey(sharedSecret: short, clientNonce: clientNonce, serverNonce: serverNonce, cipher: cipher)
        }
        self.padding = padding
    }

    /// A channel between holder and issuer or verifier (OpenDID sheet 6.2).
    /// - Throws: `DataModelError` as ``SessionKey/init(sharedSecret:endToEndNonce:cipher:)`` does.
    public init(
        secret: AgreedSecret, endToEndNonce: [UInt8], cipher: SymmetricCipherType = .aes256CBC, padding: SymmetricPaddingType = .pkcs5
    ) throws(DataModelError) {
        key = try SessionKey(sharedSecret: secret, endToEndNonce: endToEndNonce, cipher: cipher)
        if let short = secret.withoutLeadingZeros {
            spare = try SessionKey(sharedSecret: short, endToEndNonce: endToEndNonce, cipher: cipher)
        }
        self.padding = padding
    }

    /// Encrypts one message.
    /// - Parameters:
    ///   - plaintext: any number of bytes.
    ///   - iv: 16 bytes, fresh for every message.
    /// - Throws: `DataModelError` with code `encryption`.
    public func seal(_ plaintext: [UInt8], iv: [UInt8]) throws(DataModelError) -> [UInt8] {
        try key.encrypt(plaintext, iv: iv, padding: padding)
    }

    /// Decrypts one message and reads it.
    ///
    /// A wrong key passes the padding once in 256 times, so that `reading` is what tells; it should fail on anything that
    /// is not the message expected.
    /// - Throws: `DataModelError` with code `decryption`, the same for a message that does not decrypt and for one that does
    ///   but cannot be read.
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
