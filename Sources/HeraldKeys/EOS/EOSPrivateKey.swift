import CSecp256k1

/// A private key of an EOS account, in the text forms WIF, `PVT_K1_…` and `PVT_R1_…` (MYKEY sheet 6.1).
///
/// ```swift
/// let key = EOSPrivateKey(Secp256k1PrivateKey())
/// let signature = try key.sign("Hello")
/// if let publicKey = key.publicKey { print(signature.verifies(message: "Hello", by: publicKey)) }
/// ```
///
/// Printing a key shows no secret. The bytes are zeroed when the last copy of the key is released.
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
    /// An empty mirror, so that `dump` does not show the secret.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    private static let field = "privateKey"
}

/// Bitcoin's wallet import format as EOS uses it: base58 of `80`, the 32 key bytes and 4 bytes of double SHA-256 (MYKEY sheet 6.1).
enum WIF {
    private static let version: UInt8 = 0x80

    static func encode(_ key: [UInt8]) -> String {
        let bytes = [version] + key
        return Base58.encode(bytes + checksum(bytes))
    }

    /// Returns the 32 key bytes of a WIF text.
    /// - Throws: ``KeysError`` with code `tooLong`, `character`, `length`, `checksum` or `prefix` for `field`.
    static func decode(_ text: String, field: String) throws(KeysError) -> [UInt8] {
        var bytes = try EOSText.decode(text[...].utf8, count: 33, field: field, checksum: checksum)
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        guard bytes.first == version else {
            throw KeysError(.prefix, field: field, reason: "the first byte must be 80")
        }
        return Array(bytes.dropFirst())
    }

    private static func checksum(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        HeraldSHA256.hash(HeraldSHA256.hash(bytes)).prefix(4)
    }
}

extension EOSPrivateKey {
    /// Signs a 32-byte digest. The signature is deterministic, has a low s and is canonical (MYKEY sheet 6.5, variant A).
    ///
    /// Attempt 0 uses the RFC 6979 nonce for the digest d. Attempt i uses the RFC 6979 nonce for SHA-256 of d followed by i zero bytes, until the
    /// signature is canonical. Every attempt signs d.
    /// - Throws: ``KeysError`` with code `length` (digest), `curve` (a P-256 key) or `refused`, which a valid key does not cause.
    public func sign(digest: [UInt8]) throws(KeysError) -> EOSSignature { try signCounting(digest: digest).signature }

    /// Signs the SHA-256 hash of these bytes.
    /// - Throws: ``KeysError``, like ``sign(digest:)``.
    public func sign(_ message: [UInt8]) throws(KeysError) -> EOSSignature {
        try sign(digest: HeraldSHA256.hash(message))
    }

    /// Signs the SHA-256 hash of the UTF-8 bytes of `message`.
    /// - Throws: ``KeysError``, like ``sign(digest:)``.
    public func sign(_ message: String) throws(KeysError) -> EOSSignature { try sign(Array(message.utf8)) }

    /// Does the same as ``sign(digest:)`` and counts the attempts that were not canonical.
    package func signCounting(digest: [UInt8]) throws(KeysError) -> (signature: EOSSignature, retries: Int) {
        guard curve == .k1 else {
            throw KeysError(.curve, field: "privateKey", reason: "a P-256 key cannot sign here")
        }
        guard digest.count == 32 else {
            throw KeysError(.length, field: "digest", reason: "32 bytes expected, \(digest.count) found")
        }
        for retries in 0..<Self.attempts {
            let nonceInput = retries == 0 ? digest : HeraldSHA256.hash(digest + [UInt8](repeating: 0, count: retries))
            let signature = EOSSignature(try candidate(digest, nonceInput))
            if signature.isCanonical { return (signature, retries) }
        }
        throw KeysError(.refused, field: "signature", reason: "none of \(Self.attempts) signatures is canonical")
    }

    /// The largest number of attempts at one signature. About half of all attempts are canonical, so all 256 fail only for one digest in
    /// 2^256.
    private static let attempts = 256

    private func candidate(_ digest: [UInt8], _ nonceInput: [UInt8]) throws(KeysError) -> RecoverableSignature {
        var signature = secp256k1_ecdsa_recoverable_signature()
        var input = nonceInput
        let made = secret.withBytes { key in
            input.withUnsafeMutableBytes { input in
                secp256k1_ecdsa_sign_recoverable(
                    Secp256k1Context.shared.pointer, &signature, digest, key,
                    { nonce, _, key, algorithm, input, attempt in
                        // The library passes `input` to this function as a raw pointer. The pointer refers to bytes of type UInt8.
                        secp256k1_nonce_function_rfc6979(
                            nonce, input?.assumingMemoryBound(to: UInt8.self), key, algorithm, nil, attempt)
                    }, input.baseAddress)
            }
        }
        guard made == 1 else { throw KeysError(.refused, field: "signature", reason: "the curve library did not sign") }
        return RecoverableSignature(signature)
    }
}
