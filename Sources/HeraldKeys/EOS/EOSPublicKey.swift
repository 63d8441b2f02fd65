/// A public key of an EOS account, in the text forms `EOS…`, `PUB_K1_…` and `PUB_R1_…` (MYKEY sheet 6.1).
///
/// ```swift
/// let key = try EOSPublicKey(text: "EOS5zkU9CedXeUzxXRMqwCH88z6B55LuzYUqdmz5E4LsT68Gn9Qro")
/// print(key, key.legacyText ?? "")   // PUB_K1_…, and the text that was read
/// ```
public struct EOSPublicKey: Sendable, Hashable, CustomStringConvertible {
    /// The curve of the key.
    public let curve: EOSCurve
    /// 33 bytes: `02` for an even y or `03` for an odd y, then x, big-endian.
    public let bytes: [UInt8]

    /// Reads any of the three text forms. White space around the text is an error, and letter case matters.
    /// - Throws: ``KeysError`` with code `prefix`, `tooLong`, `character`, `length`, `checksum` or `point`.
    public init(text: String) throws(KeysError) {
        if let (curve, body) = EOSText.named(text, as: "PUB") {
            try self.init(curve: curve, bytes: EOSText.decode(body, count: 33, suffix: curve, field: Self.field))
        } else if let body = EOSText.body(text, after: Self.legacyPrefix) {
            try self.init(curve: .k1, bytes: EOSText.decode(body, count: 33, suffix: nil, field: Self.field))
        } else {
            throw KeysError(.prefix, field: Self.field, reason: "must begin with EOS, PUB_K1_ or PUB_R1_")
        }
    }

    /// Creates a public key from its bytes.
    /// - Parameters:
    ///   - curve: the key's curve.
    ///   - bytes: 33 bytes: `02` or `03`, then x, big-endian.
    /// - Throws: ``KeysError`` with code `length`, `prefix` or `point`.
    public init(curve: EOSCurve, bytes: [UInt8]) throws(KeysError) {
        guard bytes.count == 33, let first = bytes.first else {
            throw KeysError(.length, field: Self.field, reason: "33 bytes expected, \(bytes.count) found")
        }
        switch curve {
        case .k1:
            _ = try Secp256k1PublicKey(bytes: bytes)
        case .r1:
            guard first == 2 || first == 3 else {
                throw KeysError(.prefix, field: Self.field, reason: "the first byte must be 02 or 03")
            }
            guard Words256(bigEndian: Array(bytes.dropFirst())).flatMap({ AffinePoint(x: $0, oddY: false) }) != nil
            else {
                throw KeysError(.point, field: Self.field, reason: "not a point on P-256")
            }
        }
        self.curve = curve
        self.bytes = bytes
    }

    /// Converts a secp256k1 key to the EOS form.
    public init(_ key: Secp256k1PublicKey) {
        curve = .k1
        bytes = key.compressed
    }

    /// The key as `PUB_K1_…` or `PUB_R1_…`.
    public var text: String { EOSText.encode(bytes, prefix: "PUB_\(curve.rawValue)_", suffix: curve) }

    /// The key in the legacy form `EOS…`, which nodes return. `nil` for P-256, which has no legacy form.
    public var legacyText: String? {
        curve == .k1 ? EOSText.encode(bytes, prefix: Self.legacyPrefix, suffix: nil) : nil
    }

    /// The key as a secp256k1 key. `nil` for P-256.
    public var secp256k1: Secp256k1PublicKey? { curve == .k1 ? try? Secp256k1PublicKey(bytes: bytes) : nil }

    /// The same as ``text``.
    public var description: String { text }

    private static let field = "publicKey"
    private static let legacyPrefix = "EOS"
}
