/// A private key of an EOS account, in the text forms WIF, `PVT_K1_…` and `PVT_R1_…` (MYKEY sheet 6.1).
///
/// ```swift
/// let key = EOSPrivateKey(Secp256k1PrivateKey())
/// let signature = try key.sign("Hello")
/// if let publicKey = key.publicKey { print(signature.verifies(message: "Hello", by: publicKey)) }
/// ```
///
/// Printing it shows no secret. Its bytes are zeroed when the last copy is released.
public struct EOSPrivateKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The key's curve. A P-256 key can be read and printed, but not used to sign.
    public let curve: EOSCurve
    /// The public key that belongs to this key. `nil` for P-256.
    public let publicKey: EOSPublicKey?
    let secret: SecretBytes

    /// Reads any of the three text forms. White space around the text is an error, and letter case matters. Bitcoin's WIF for a compressed public
    /// key, which ends in the byte `01`, is an error too (MYKEY sheet 6.1).
    /// - Throws: ``KeysError`` with code `prefix`, `tooLong`, `character`, `length`, `checksum` or `range`.
    public init(text: String) throws(KeysError) {
        var bytes: [UInt8]
        let curve: EOSCurve
        if let (named, body) = EOSText.named(text, as: "PVT") {
            curve = named
            bytes = try EOSText.decode(body, count: 32, suffix: named, field: Self.field)
        } else {
            curve = .k1
            bytes = try WIF.decode(text, field: Self.field)
        }
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        try self.init(curve: curve, bytes: bytes)
    }

    /// Creates a private key from its bytes.
    /// - Parameters:
    ///   - curve: the key's curve.
    ///   - bytes: 32 bytes, big-endian, in 1 ..< n of the curve.
    /// - Throws: ``KeysError`` with code `length` or `range`.
    public init(curve: EOSCurve, bytes: [UInt8]) throws(KeysError) {
        guard bytes.count == 32 else {
            throw KeysError(.length, field: Self.field, reason: "32 bytes expected, \(bytes.count) found")
        }
        guard curve.contains(scalar: bytes) else {
            throw KeysError(.range, field: Self.field, reason: "the number must be above 0 and below the curve order")
        }
        publicKey = curve == .k1 ? EOSPublicKey(try Secp256k1PrivateKey(bytes: bytes).publicKey) : nil
        self.curve = curve
        secret = SecretBytes(copying: bytes)
    }

    /// Converts a secp256k1 key to the EOS form.
    public init(_ key: Secp256k1PrivateKey) {
        var bytes = key.exposedBytes
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        curve = .k1
        publicKey = EOSPublicKey(key.publicKey)
        secret = SecretBytes(copying: bytes)
    }

    /// The 32 secret bytes, big-endian. Use them only to store or export the key.
    public var exposedBytes: [UInt8] {
        let count = secret.count
        return secret.withBytes { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// The key as `PVT_K1_…` or `PVT_R1_…`. Use it only to store or export the key.
    public var exposedText: String { EOSText.encode(exposedBytes, prefix: "PVT_\(curve.rawValue)_", suffix: curve) }

    /// The key as WIF. `nil` for P-256, which has no WIF form. Use it only to store or export the key.
    public var exposedWIF: String? { curve == .k1 ? WIF.encode(exposedBytes) : nil }

    /// Compares the secret bytes in constant time.
    public static func == (left: Self, right: Self) -> Bool {
        left.curve == right.curve && left.secret.equals(right.secret)
    }

    public var description: String { "EOSPrivateKey(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    private static let field = "privateKey"
}
