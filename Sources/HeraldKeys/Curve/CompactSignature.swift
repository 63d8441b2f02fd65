import CSecp256k1

/// An ECDSA signature in the 65-byte compact form: header, r and s, big-endian (OpenDID sheet 2.3).
///
/// P-256 and secp256k1 use the same form. The signature does not name its curve, but the proof that contains the signature does. The header
/// is 31 plus the recovery id, so 31 … 34. Printing a signature shows no bytes, as with ``RecoverableSignature``.
///
/// ```swift
/// let digest = HeraldSHA256.hash(Array("Hello".utf8))
/// let signature = try key.compactSignature(digest: digest)
/// let isFromKey = try signature.recoverSecp256k1PublicKey(digest: digest) == key.publicKey
/// ```
public struct CompactSignature: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The 65 bytes.
    public let bytes: [UInt8]

    /// Reads a signature from its 65 bytes. This does not check that r and s are below the curve's order. Verification checks that.
    /// - Throws: ``KeysError`` with code `length`, `recoveryByte` (a header other than 31 … 34) or `range` (r or s is zero).
    public init(bytes: [UInt8]) throws(KeysError) {
        guard bytes.count == 65, let header = bytes.first else {
            throw KeysError(.length, field: "signature", reason: "65 bytes expected, \(bytes.count) found")
        }
        guard (31...34).contains(header) else {
            throw KeysError(.recoveryByte, field: "signature.header", reason: "must be 31 to 34, found \(header)")
        }
        for (name, part) in [("r", bytes[1..<33]), ("s", bytes[33..<65])] where part.allSatisfy({ $0 == 0 }) {
            throw KeysError(.range, field: "signature.\(name)", reason: "must be above 0")
        }
        self.bytes = bytes
    }

    /// Creates a signature from its parts.
    /// - Parameters:
    ///   - r: 32 bytes, big-endian, not zero.
    ///   - s: 32 bytes, big-endian, not zero.
    ///   - recoveryID: 0 … 3. Bit 0 is the parity of the nonce point's y. Bit 1 is set when the nonce point's x was n or more.
    /// - Throws: ``KeysError`` with code `length`, `recoveryByte` or `range`.
    public init(r: [UInt8], s: [UInt8], recoveryID: UInt8) throws(KeysError) {
        for (name, part) in [("r", r), ("s", s)] where part.count != 32 {
            throw KeysError(.length, field: "signature.\(name)", reason: "32 bytes expected, \(part.count) found")
        }
        guard recoveryID < 4 else {
            throw KeysError(.recoveryByte, field: "signature.recoveryID", reason: "must be 0 to 3")
        }
        try self.init(bytes: [31 + recoveryID] + r + s)
    }

    /// The number r: 32 bytes, big-endian.
    public var r: [UInt8] { Array(bytes[1..<33]) }
    /// The number s: 32 bytes, big-endian.
    public var s: [UInt8] { Array(bytes[33..<65]) }
    /// The recovery id, 0 … 3: the header minus 31.
    public var recoveryID: UInt8 { bytes[0] &- 31 }

    public var description: String { "CompactSignature(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the bytes.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension Secp256k1PrivateKey {
    /// Signs a 32-byte digest and returns the signature in compact form. The signature is deterministic (RFC 6979, SHA-256) and has a low s (OpenDID
    /// sheet 2.3).
    /// - Throws: ``KeysError`` with code `length` when the digest is not 32 bytes long, or with code `refused`, which valid keys do not cause.
    public func compactSignature(digest: [UInt8]) throws(KeysError) -> CompactSignature {
        let signature = try sign(digest: digest)
        return try CompactSignature(r: signature.r, s: signature.s, recoveryID: signature.recoveryID)
    }
}

extension Secp256k1PublicKey {
    /// Returns true when this key made `signature` over the 32-byte `digest`. Accepts a high s and ignores the recovery id.
    public func verify(_ signature: CompactSignature, digest: [UInt8]) -> Bool {
        guard digest.count == 32, var point else { return false }
        let context = Secp256k1Context.shared.pointer
        var parsed = secp256k1_ecdsa_signature()
        let inRange = signature.bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count == 65, let base = bytes.baseAddress else { return false }
            return secp256k1_ecdsa_signature_parse_compact(context, &parsed, base + 1) == 1
        }
        guard inRange else { return false }
        var low = secp256k1_ecdsa_signature()
        // The signature is normalised first, because libsecp256k1 accepts only a low s.
        _ = secp256k1_ecdsa_signature_normalize(context, &low, &parsed)
        return secp256k1_ecdsa_verify(context, &low, digest, &point) == 1
    }
}

extension CompactSignature {
    /// Returns the same signature with s at most n / 2 and the recovery id adjusted to it (OpenDID sheet 2.3).
    /// - Throws: ``KeysError`` with code `range` when s is not below the order.
    public func secp256k1Normalized() throws(KeysError) -> CompactSignature {
        guard CurveOrder.contains(s) else {
            throw KeysError(.range, field: "signature.s", reason: "must be above 0 and below the curve order")
        }
        return CurveOrder.isLow(s)
            ? self : try CompactSignature(r: r, s: CurveOrder.negated(s), recoveryID: recoveryID ^ 1)
    }

    /// Recovers the secp256k1 key that made this signature over the 32-byte `digest`.
    /// - Throws: ``KeysError`` with code `length` (digest), `range` or `unrecoverable`.
    public func recoverSecp256k1PublicKey(digest: [UInt8]) throws(KeysError) -> Secp256k1PublicKey {
        try RecoverableSignature(r: r, s: s, recoveryID: recoveryID).recoverPublicKey(digest: digest)
    }
}
