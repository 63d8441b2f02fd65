import Crypto
import HeraldKeys

/// The AES key of a session with the TAS (OpenDID sheet 6.1), or of a channel between a holder and an issuer or verifier (6.2).
///
/// Its description is redacted, it compares in constant time, and its bytes are zeroed when the last copy is released.
public struct SessionKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The cipher of the key. It is a CBC cipher, because ECB is refused.
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
