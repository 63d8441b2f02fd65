import CSecp256k1

/// A private key of the curve secp256k1. Printing it shows no secret. Its bytes are zeroed when the last copy is released.
///
/// ```swift
/// let key = Secp256k1PrivateKey()
/// let signature = try key.sign(digest: HeraldSHA256.hash(Array("Hello".utf8)))
/// ```
public struct Secp256k1PrivateKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let secret: SecretBytes
    /// The public key that belongs to this key, derived once.
    public let publicKey: Secp256k1PublicKey

    /// Creates a private key from its bytes.
    /// - Parameter bytes: 32 bytes, big-endian, in 1 ..< n.
    /// - Throws: ``KeysError`` with code `length` or `range`.
    public init(bytes: [UInt8]) throws(KeysError) {
        guard bytes.count == 32 else {
            throw KeysError(.length, field: "privateKey", reason: "32 bytes expected, \(bytes.count) found")
        }
        guard let made = Self.make(SecretBytes(copying: bytes)) else {
            throw KeysError(.range, field: "privateKey", reason: "the number must be above 0 and below the curve order")
        }
        self = made
    }

    /// Reads a private key from hexadecimal text.
    /// - Parameter hex: 64 hexadecimal digits of either case, with or without `0x`. White space around them is ignored.
    /// - Throws: ``KeysError`` with code `length`, `character` or `range`.
    public init(hex: String) throws(KeysError) {
        var bytes = try PrefixedHex.bytes(hex, count: 32, rule: .lenient, field: "privateKey")
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        try self.init(bytes: bytes)
    }

    /// Creates a new key from the system's random numbers.
    public init() {
        var random = SystemRandomNumberGenerator()
        self.init(using: &random)
    }

    /// Creates a new key from `rng`, which must be cryptographically secure outside tests.
    public init(using rng: inout some RandomNumberGenerator) {
        var draw = (0..<4).flatMap { _ in
            let word = rng.next()
            return stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word &>> $0) }
        }
        defer { draw.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        while true {
            if let made = Self.make(SecretBytes(copying: draw)) {
                self = made
                return
            }
            // Only one draw in 2^127 gives a number outside the range. The number is then changed and not drawn again, because a broken
            // generator could cause an endless loop.
            draw[0] = 0
            draw[31] |= 1
        }
    }

    /// The 32 secret bytes, big-endian. Use them only to store or export the key.
    public var exposedBytes: [UInt8] {
        let count = secret.count
        return secret.withBytes { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// Signs a 32-byte digest. The signature is deterministic (RFC 6979, SHA-256), has a low s and includes the recovery id.
    /// - Throws: ``KeysError`` with code `length` when the digest is not 32 bytes long, or with code `refused`, which valid keys do not cause.
    public func sign(digest: [UInt8]) throws(KeysError) -> RecoverableSignature {
        guard digest.count == 32 else {
            throw KeysError(.length, field: "digest", reason: "32 bytes expected, \(digest.count) found")
        }
        var signature = secp256k1_ecdsa_recoverable_signature()
        let made = secret.withBytes {
            secp256k1_ecdsa_sign_recoverable(Secp256k1Context.shared.pointer, &signature, digest, $0, nil, nil)
        }
        guard made == 1 else { throw KeysError(.refused, field: "signature", reason: "the curve library did not sign") }
        return RecoverableSignature(signature)
    }

    /// Computes an ECDH shared secret in constant time: the x coordinate of the shared point, 32 bytes, big-endian, not hashed.
    /// - Throws: ``KeysError`` with code `point` or `refused`. Valid keys cause neither.
    public func sharedSecretX(with peer: Secp256k1PublicKey) throws(KeysError) -> [UInt8] {
        guard var point = peer.point else {
            throw KeysError(.point, field: "publicKey", reason: "not a point on secp256k1")
        }
        var x = [UInt8](repeating: 0, count: 32)
        let made = secret.withBytes { key in
            secp256k1_ecdh(
                Secp256k1Context.shared.pointer, &x, &point, key,
                { output, x32, _, _ in
                    guard let output, let x32 else { return 0 }
                    output.update(from: x32, count: 32)
                    return 1
                }, nil)
        }
        guard made == 1 else {
            throw KeysError(.refused, field: "sharedSecret", reason: "the curve library refused the keys")
        }
        return x
    }

    /// Compares the public keys, which are equal only for equal private keys. The timing therefore reveals nothing about the secrets.
    public static func == (left: Self, right: Self) -> Bool { left.publicKey == right.publicKey }

    public var description: String { "Secp256k1PrivateKey(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the secret.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    private init(secret: SecretBytes, publicKey: Secp256k1PublicKey) {
        self.secret = secret
        self.publicKey = publicKey
    }

    private static func make(_ secret: SecretBytes) -> Self? {
        var point = secp256k1_pubkey()
        let made = secret.withBytes { secp256k1_ec_pubkey_create(Secp256k1Context.shared.pointer, &point, $0) }
        return made == 1 ? Self(secret: secret, publicKey: Secp256k1PublicKey(point)) : nil
    }
}
