import Crypto
import HeraldKeys

/// A public key of the curve P-256 (FIPS 186-4): a point other than the point at infinity.
///
/// ```swift
/// let key = try P256PublicKey(bytes: Multibase.decode(multibase).bytes)   // 33 or 65 bytes
/// print(key.verify(signature, digest: digest))
/// ```
public struct P256PublicKey: Sendable, Hashable, CustomStringConvertible {
    /// 65 bytes: `04`, x and y, big-endian.
    public let uncompressed: [UInt8]
    /// The same key in swift-crypto's form, which verifies signatures.
    private let key: P256.Signing.PublicKey

    /// Reads a public key from 33 bytes (`02` or `03`, then x) or 65 bytes (`04`, x and y).
    /// - Throws: `KeysError` with code `length`, `prefix` or `point`.
    public init(bytes: [UInt8]) throws(KeysError) {
        let full: [UInt8]?
        switch (bytes.count, bytes.first) {
        case (65, 4): full = bytes
        case (33, 2), (33, 3): full = Self.uncompressed(from: bytes)
        case (33, _), (65, _):
            throw KeysError(
                .prefix, field: "publicKey", reason: "the first byte must be 02 or 03 for 33 bytes and 04 for 65 bytes")
        default:
            throw KeysError(.length, field: "publicKey", reason: "33 or 65 bytes expected, \(bytes.count) found")
        }
        guard let full, let key = try? P256.Signing.PublicKey(x963Representation: full) else {
            throw KeysError(.point, field: "publicKey", reason: "not a point on P-256")
        }
        self.init(key, uncompressed: full)
    }

    init(_ key: P256.Signing.PublicKey) { self.init(key, uncompressed: [UInt8](key.x963Representation)) }

    private init(_ key: P256.Signing.PublicKey, uncompressed: [UInt8]) {
        self.key = key
        self.uncompressed = uncompressed
    }

    /// 33 bytes: `02` for an even y or `03` for an odd y, then x, big-endian.
    public var compressed: [UInt8] {
        let odd = (uncompressed.last ?? 0) & 1
        return [2 + odd] + uncompressed[1..<33]
    }

    /// Returns true when this key made `signature` over the 32-byte `digest`. Accepts a high s and ignores the recovery id.
    public func verify(_ signature: CompactSignature, digest: [UInt8]) -> Bool {
        guard let digest = PresetDigest(digest) else { return false }
        guard let plain = try? P256.Signing.ECDSASignature(rawRepresentation: signature.bytes.dropFirst()) else {
            return false
        }
        return key.isValidSignature(plain, for: digest)
    }

    /// Compares the points.
    public static func == (left: Self, right: Self) -> Bool { left.uncompressed == right.uncompressed }
    public func hash(into hasher: inout Hasher) { hasher.combine(uncompressed) }

    /// The compressed form in lower-case hexadecimal, without `0x`.
    public var description: String { Hex.encode(compressed) }

    /// Computes y with Herald's own arithmetic, because swift-crypto's decompression takes more than twice as long. swift-crypto still checks the
    /// point.
    private static func uncompressed(from compressed: [UInt8]) -> [UInt8]? {
        let odd = compressed.first == 3
        let x = compressed.withUnsafeBytes { Words256(bigEndian: UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
        guard let x else { return nil }
        return AffinePoint(x: x, oddY: odd)?.uncompressed
    }
}

/// A digest of exactly 32 given bytes. swift-crypto signs and verifies digests, but cannot create one from bytes.
struct PresetDigest: Digest {
    static var byteCount: Int { 32 }

    private let bytes: [UInt8]

    /// Creates a digest from its bytes. Returns nil when there are not 32 bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    var description: String { "PresetDigest(32 bytes)" }
}
