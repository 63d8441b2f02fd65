import CSecp256k1

/// A private key of the curve secp256k1. It never prints itself, and its bytes are zeroed when the last copy goes.
public struct Secp256k1PrivateKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let secret: SecretBytes
    /// The public key that belongs to it, derived once.
    public let publicKey: Secp256k1PublicKey

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

    /// - Parameter hex: 64 hexadecimal digits of either case, with or without `0x`, white space around ignored.
    /// - Throws: ``KeysError`` with code `length`, `character` or `range`.
    public init(hex: String) throws(KeysError) {
        var bytes = try PrefixedHex.bytes(hex, count: 32, rule: .lenient, field: "privateKey")
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        try self.init(bytes: bytes)
    }

    /// A new key from the system's random numbers.
    public init() {
        var random = SystemRandomNumberGenerator()
        self.init(using: &random)
    }

    /// A new key from `rng`, which must be cryptographically secure outside tests.
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
            // 0 or a number from n up comes once in 2^127 draws; bending it into range instead of drawing again
            // keeps a broken generator from looping for ever.
            draw[0] = 0
            draw[31] |= 1
        }
    }

    /// The 32 secret bytes. Ask only where a key is stored or exported.
    public var exposedBytes: [UInt8] {
        let count = secret.count
        return secret.withBytes { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// Signs a 32-byte digest: deterministic (RFC 6979, SHA-256), low s, with the recovery id.
    /// - Throws: ``KeysError`` with code `length` when the digest is not 32 bytes long.
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

    /// ECDH: the x coordinate of the shared point, 32 bytes, big-endian, in constant time and not hashed.
    /// - Throws: ``KeysError`` with code `refused`; valid keys do not cause it.
    public func sharedSecretX(with peer: Secp256k1PublicKey) throws(KeysError) -> [UInt8] {
        guard var point = peer.point else {
            throw KeysError(.point, field: "publicKey", reason: "not a point on secp256k1")
        }
        var x = [UInt8](repeating: 0, count: 32)
        let made = secret.withBytes { key in
            secp256k1_ecdh(Secp256k1Context.shared.pointer, &x, &point, key, { output, x32, _, _ in
                guard let output, let x32 else { return 0 }
                output.update(from: x32, count: 32)
                return 1
            }, nil)
        }
        guard made == 1 else { throw KeysError(.refused, field: "sharedSecret", reason: "the curve library refused the keys") }
        return x
    }

    /// Equal keys have equal public keys; comparing those touches no secret, so its timing tells nothing.
    public static func == (left: Self, right: Self) -> Bool { left.publicKey == right.publicKey }

    public var description: String { "Secp256k1PrivateKey(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
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
