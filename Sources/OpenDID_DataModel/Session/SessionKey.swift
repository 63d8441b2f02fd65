import Crypto
import CryptoExtras
import HeraldKeys

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The AES key of a session with the TAS (OpenDID sheet 6.1), or of a channel between a holder and an issuer or verifier (6.2).
///
/// Its description is redacted, it compares in constant time, and its bytes are zeroed when the last copy is released.
public struct SessionKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The cipher with which the key is used. It is always a CBC cipher, because ECB is refused.
    public let cipher: SymmetricCipherType
    private let secret: SecretBytes

    /// The length of every nonce in a key derivation, in bytes (OpenDID sheet 1.2).
    public static let nonceLength = 16

    /// Creates the key of a session with the TAS: SHA-256(secret ‖ SHA-256(clientNonce ‖ serverNonce)), truncated for AES-128.
    /// - Parameters:
    ///   - sharedSecret: the shared secret.
    ///   - clientNonce: 16 bytes, decoded from multibase.
    ///   - serverNonce: 16 bytes, decoded from multibase.
    ///   - cipher: one of the CBC ciphers.
    /// - Throws: `DataModelError` with code `cipher` for ECB, or with code `invalidValue` if a nonce has another length.
    public init(
        sharedSecret: AgreedSecret, clientNonce: [UInt8], serverNonce: [UInt8], cipher: SymmetricCipherType
    ) throws(DataModelError) {
        let merged = try Self.mergedNonce(client: clientNonce, server: serverNonce)
        try self.init(sharedSecret, salt: merged, cipher: cipher)
    }

    /// Creates the key between a holder and an issuer or verifier: SHA-256(secret ‖ nonce), truncated for AES-128.
    /// - Parameters:
    ///   - sharedSecret: the shared secret.
    ///   - endToEndNonce: issuerNonce or verifierNonce, 16 bytes, decoded from multibase.
    ///   - cipher: one of the CBC ciphers.
    /// - Throws: `DataModelError` with code `cipher` for ECB, or with code `invalidValue` if the nonce has another length.
    public init(sharedSecret: AgreedSecret, endToEndNonce: [UInt8], cipher: SymmetricCipherType) throws(DataModelError)
    {
        try Self.checkNonce(endToEndNonce, field: "nonce")
        try self.init(sharedSecret, salt: endToEndNonce, cipher: cipher)
    }

    /// Returns SHA-256(client ‖ server), 32 bytes (OpenDID sheet 6.1).
    /// - Throws: `DataModelError` with code `invalidValue` if a nonce does not have 16 bytes.
    public static func mergedNonce(client: [UInt8], server: [UInt8]) throws(DataModelError) -> [UInt8] {
        try checkNonce(client, field: "clientNonce")
        try checkNonce(server, field: "serverNonce")
        var hash = SHA256()
        client.withUnsafeBytes { hash.update(bufferPointer: $0) }
        server.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return Array(hash.finalize())
    }

    /// The 16 or 32 secret bytes. Use them only to store a key or to compare it with another program's key.
    public var exposedBytes: [UInt8] { withBytes { Array($0) } }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let count = secret.count
        return secret.withBytes { body(UnsafeBufferPointer(start: $0, count: count)) }
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.cipher == right.cipher && left.secret.equals(right.secret)
    }

    public var description: String { "SessionKey(\(cipher.rawValue), redacted)" }
    public var debugDescription: String { description }
    /// A mirror with only the cipher, so that `dump` does not show the key.
    public var customMirror: Mirror { Mirror(self, children: ["cipher": cipher.rawValue], displayStyle: .struct) }

    private init(_ sharedSecret: AgreedSecret, salt: [UInt8], cipher: SymmetricCipherType) throws(DataModelError) {
        let length =
            switch cipher {
            case .aes128CBC: 16
            case .aes256CBC: 32
            case .aes128ECB, .aes256ECB:
                throw DataModelError(
                    .cipher, field: "cipher", reason: "\(cipher.rawValue) shows equal blocks and is refused")
            }
        var hash = SHA256()
        sharedSecret.withBytes { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        salt.withUnsafeBytes { hash.update(bufferPointer: $0) }
        secret = hash.finalize().withUnsafeBytes { SecretBytes(copying: $0.prefix(length)) }
        self.cipher = cipher
    }

    private static func checkNonce(_ nonce: [UInt8], field: String) throws(DataModelError) {
        guard nonce.count == nonceLength else {
            throw DataModelError(
                .invalidValue, field: field, reason: "\(nonceLength) bytes expected, \(nonce.count) found")
        }
    }
}

extension SessionKey {
    /// The length of an AES block and of an initialisation vector, in bytes.
    public static let blockLength = 16

    /// Encrypts with AES in CBC mode (FIPS 197, NIST SP 800-38A). The result is confidential, but changes to it are not detected. The
    /// content must therefore be signed.
    /// - Parameters:
    ///   - plaintext: any bytes. With `NOPAD`, a multiple of 16.
    ///   - iv: 16 bytes that were never used with this key.
    ///   - padding: `PKCS5`, which for 16-byte blocks is PKCS #7, or `NOPAD`. Defaults to `PKCS5`.
    /// - Throws: `DataModelError` with code `encryption` if an argument has an invalid length.
    public func encrypt(_ plaintext: [UInt8], iv: [UInt8], padding: SymmetricPaddingType = .pkcs5)
        throws(DataModelError) -> [UInt8]
    {
        guard iv.count == Self.blockLength else {
            throw DataModelError(
                .encryption, field: "iv", reason: "\(Self.blockLength) bytes expected, \(iv.count) found")
        }
        guard padding == .pkcs5 || plaintext.count % Self.blockLength == 0 else {
            throw DataModelError(
                .encryption, field: "plaintext",
                reason: "NOPAD needs a multiple of \(Self.blockLength) bytes, \(plaintext.count) found")
        }
        do {
            return [UInt8](
                try AES._CBC.encrypt(
                    plaintext, using: symmetricKey, iv: .init(ivBytes: iv), noPadding: padding == .noPad))
        } catch {
            throw DataModelError(.encryption, field: "plaintext", reason: "the cipher refused the message")
        }
    }

    /// Decrypts the result of ``encrypt(_:iv:padding:)``. A successful decryption does not prove that the sender encrypted these bytes.
    /// ``SessionChannel/open(_:iv:reading:)`` also checks that the bytes can be read as the expected message.
    /// - Throws: `DataModelError` with code `decryption`, which is the same for every cause.
    public func decrypt(_ ciphertext: [UInt8], iv: [UInt8], padding: SymmetricPaddingType = .pkcs5)
        throws(DataModelError) -> [UInt8]
    {
        guard ciphertext.count % Self.blockLength == 0, iv.count == Self.blockLength else { throw .undecryptable }
        // An empty message is handled here, because swift-crypto decrypts at least one block. Without padding, an empty message is valid.
        if padding == .noPad, ciphertext.isEmpty { return [] }
        guard !ciphertext.isEmpty,
            let plaintext = try? AES._CBC.decrypt(
                ciphertext, using: symmetricKey, iv: .init(ivBytes: iv), noPadding: padding == .noPad)
        else {
            throw .undecryptable
        }
        return [UInt8](plaintext)
    }

    /// The key as swift-crypto's `SymmetricKey`, which erases its copy from memory after use.
    private var symmetricKey: SymmetricKey { withBytes { SymmetricKey(data: UnsafeRawBufferPointer($0)) } }
}

extension DataModelError {
    /// The only error of decryption, for a wrong length, key, padding or content. If the errors were different, an attacker could use them
    /// to decrypt messages.
    static var undecryptable: DataModelError {
        DataModelError(.decryption, field: "ciphertext", reason: "the message cannot be decrypted and read")
    }
}

/// Encrypts and decrypts the messages of one exchange with one key (OpenDID sheet 6.1, 6.2).
///
/// ```swift
/// var channel = try SessionChannel(secret: secret, endToEndNonce: nonce)
/// let body = try channel.seal(credentialRequest.canonicalBytes(), iv: iv)
/// let credential = try channel.open(answer, iv: answerIV) { try VerifiableCredential(jsonBytes: $0) }
/// ```
///
/// If the first byte of the secret is zero, there are two possible keys, because Java servers drop leading zero bytes (OpenDID sheet 6.2).
/// The channel uses the correct key first. If a message can be decrypted only with the other key, the channel uses the other key in both
/// directions from then on.
public struct SessionChannel: Sendable {
    /// The padding that is used in both directions.
    public let padding: SymmetricPaddingType
    /// The key with which the next message is encrypted or decrypted.
    public private(set) var key: SessionKey
    /// The key that results from the secret without leading zero bytes. It is tried only if `key` does not decrypt the first message.
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
    ///   - iv: 16 bytes, which must be new for every message.
    /// - Throws: `DataModelError` with code `encryption` if an argument has an invalid length.
    public func seal(_ plaintext: [UInt8], iv: [UInt8]) throws(DataModelError) -> [UInt8] {
        try key.encrypt(plaintext, iv: iv, padding: padding)
    }

    /// Decrypts one message, and reads it with `reading`.
    ///
    /// With a wrong key, the check of the padding succeeds once in 256 times. Therefore `reading` must check the message. It must throw an
    /// error for everything except the expected message.
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
