import Crypto
import HeraldKeys

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A private key of the curve P-256. It never prints itself; swift-crypto holds its number and erases it.
///
/// Everything that touches the secret number is swift-crypto's: making the key, ECDSA and ECDH. The compact form of
/// OpenDID sheet 2.3 also needs a low s and the recovery id. Both follow from public values alone, r, s, the digest
/// and the public key, and are worked out here with arithmetic that is not constant-time (see ``compactSignature(digest:)``).
public struct P256PrivateKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let key: P256.Signing.PrivateKey
    private let recovery: RecoveryIDFinder
    /// The public key that belongs to it, derived once.
    public let publicKey: P256PublicKey

    /// A new key from the system's random numbers.
    public init() { self.init(P256.Signing.PrivateKey()) }

    /// - Parameter bytes: 32 bytes, big-endian, in 1 ..< n.
    /// - Throws: `KeysError` with code `length` or `range`.
    public init(bytes: [UInt8]) throws(KeysError) {
        guard bytes.count == 32 else {
            throw KeysError(.length, field: "privateKey", reason: "32 bytes expected, \(bytes.count) found")
        }
        guard let key = Self.make(bytes) else {
            throw KeysError(.range, field: "privateKey", reason: "the number must be above 0 and below the curve order")
        }
        self.init(key)
    }

    /// A new key from `rng`, which must be cryptographically secure outside tests.
    public init(using rng: inout some RandomNumberGenerator) {
        var draw = (0..<4).flatMap { _ in
            let word = rng.next()
            return stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word &>> $0) }
        }
        defer { draw.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        while true {
            if let key = Self.make(draw) {
                self.init(key)
                return
            }
            // 0 or a number from n up comes once in 2^32 draws; bending it into range instead of drawing again
            // keeps a broken generator from looping for ever.
            draw[0] = 0
            draw[31] |= 1
        }
    }

    /// The 32 secret bytes. Ask only where a key is stored or exported.
    public var exposedBytes: [UInt8] {
        var raw = key.rawRepresentation
        defer { Self.wipe(&raw) }
        return [UInt8](raw)
    }

    /// Signs a 32-byte digest in the compact form: low s and header 31 + recovery id (OpenDID sheet 2.3).
    ///
    /// The signature itself is swift-crypto's, with a fresh nonce, so signing twice gives two signatures. The recovery id
    /// is read off the nonce point R, found again as (z/s) · G + (r/s) · Q from the digest z, the signature and the public
    /// key Q. No secret enters that, so it needs no constant time; that R has the signature's r also proves the signature right.
    /// - Throws: `KeysError` with code `length` when the digest is not 32 bytes long, `refused` when the library does not sign.
    public func compactSignature(digest: [UInt8]) throws(KeysError) -> CompactSignature {
        guard let preset = PresetDigest(digest), let message = Words256(bigEndian: digest) else {
            throw KeysError(.length, field: "digest", reason: "32 bytes expected, \(digest.count) found")
        }
        guard let plain = try? key.signature(for: preset),
              let r = plain.withUnsafeBytes({ Words256(bigEndian: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }),
              let s = plain.withUnsafeBytes({ Words256(bigEndian: UnsafeRawBufferPointer(rebasing: $0.dropFirst(32))) }),
              let id = recovery.recoveryID(r: r, s: s, digest: message) else {
            throw KeysError(.refused, field: "signature", reason: "the curve library did not sign")
        }
        let isLow = OrderScalar.isLow(s)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(65)
        bytes.append(31 + (isLow ? id : id ^ 1))
        r.append(to: &bytes)
        (isLow ? s : OrderScalar.negated(s)).append(to: &bytes)
        return try CompactSignature(bytes: bytes)
    }

    /// ECDH: the x coordinate of the shared point, 32 bytes, big-endian, leading zeros kept and not hashed.
    /// - Throws: `KeysError` with code `refused`; valid keys do not cause it.
    public func sharedSecretX(with peer: P256PublicKey) throws(KeysError) -> [UInt8] {
        var raw = key.rawRepresentation
        defer { Self.wipe(&raw) }
        do {
            let own = try P256.KeyAgreement.PrivateKey(rawRepresentation: raw)
            let other = try P256.KeyAgreement.PublicKey(x963Representation: peer.uncompressed)
            return try own.sharedSecretFromKeyAgreement(with: other).withUnsafeBytes { [UInt8]($0) }
        } catch {
            throw KeysError(.refused, field: "sharedSecret", reason: "the curve library refused the keys")
        }
    }

    /// Equal keys have equal public keys; comparing those touches no secret, so its timing tells nothing.
    public static func == (left: Self, right: Self) -> Bool { left.publicKey == right.publicKey }

    public var description: String { "P256PrivateKey(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        publicKey = P256PublicKey(key.publicKey)
        recovery = RecoveryIDFinder(publicKey: publicKey)
    }

    /// `raw` is the only reference to its bytes, so this overwrites them where they are.
    private static func wipe(_ raw: inout Data) { raw.withUnsafeMutableBytes { SecretBytes.wipe($0) } }

    private static func make(_ bytes: [UInt8]) -> P256.Signing.PrivateKey? {
        guard let number = Words256(bigEndian: bytes), OrderScalar.contains(number) else { return nil }
        return try? P256.Signing.PrivateKey(rawRepresentation: bytes)
    }
}
