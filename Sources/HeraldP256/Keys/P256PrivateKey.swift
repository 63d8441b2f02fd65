import Crypto
import HeraldKeys

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A private key of the curve P-256. Printing it shows no secret. swift-crypto stores the secret number and erases it.
///
/// ```swift
/// let key = P256PrivateKey()
/// let digest = HeraldSHA256.hash(Array("Hello".utf8))
/// let signature = try key.compactSignature(digest: digest)
/// print(key.publicKey.verify(signature, digest: digest))
/// ```
///
/// swift-crypto performs every operation on the secret number: creating the key, ECDSA and ECDH. The compact form of OpenDID sheet 2.3 also
/// needs a low s and the recovery id. Both follow from public values (r, s, the digest and the public key), so Herald computes them with
/// arithmetic that is not constant-time (see ``compactSignature(digest:)``).
public struct P256PrivateKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// swift-crypto has a type of its own for each use, and computes the public key whenever one is made. A key is therefore made for the use
    /// that its creator expects, and is only converted for the other use.
    private enum Form: Sendable {
        case signing(P256.Signing.PrivateKey)
        case agreement(P256.KeyAgreement.PrivateKey)
    }

    private let form: Form
    private let recovery: RecoveryIDFinder
    /// The public key that belongs to this key, derived once.
    public let publicKey: P256PublicKey

    /// Creates a new key from the system's random numbers.
    public init() {
        let key = P256.Signing.PrivateKey()
        self.init(.signing(key), P256PublicKey(key.publicKey))
    }

    /// Creates a private key from its bytes.
    /// - Parameter bytes: 32 bytes, big-endian, in 1 ..< n.
    /// - Throws: `KeysError` with code `length` or `range`.
    public init(bytes: [UInt8]) throws(KeysError) {
        self = try Self.read(bytes, forAgreement: false)
    }

    /// Creates a private key for a key agreement from its bytes. It can do all that other keys can, but an agreement is faster with it and a
    /// signature is slower.
    /// - Parameter bytes: 32 bytes, big-endian, in 1 ..< n.
    /// - Throws: `KeysError` with code `length` or `range`.
    package init(agreementBytes bytes: [UInt8]) throws(KeysError) {
        self = try Self.read(bytes, forAgreement: true)
    }

    /// Creates a new key from `rng`, which must be cryptographically secure outside tests.
    public init(using rng: inout some RandomNumberGenerator) { self = Self.drawn(using: &rng, forAgreement: false) }

    /// Creates a new key for a key agreement from `rng`; see ``init(agreementBytes:)``. The bytes are those of ``init(using:)``.
    package init(agreementUsing rng: inout some RandomNumberGenerator) {
        self = Self.drawn(using: &rng, forAgreement: true)
    }

    private static func read(_ bytes: [UInt8], forAgreement: Bool) throws(KeysError) -> P256PrivateKey {
        guard bytes.count == 32 else {
            throw KeysError(.length, field: "privateKey", reason: "32 bytes expected, \(bytes.count) found")
        }
        guard let key = make(bytes, forAgreement: forAgreement) else {
            throw KeysError(.range, field: "privateKey", reason: "the number must be above 0 and below the curve order")
        }
        return key
    }

    private static func drawn(using rng: inout some RandomNumberGenerator, forAgreement: Bool) -> P256PrivateKey {
        var draw = (0..<4).flatMap { _ in
            let word = rng.next()
            return stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word &>> $0) }
        }
        defer { draw.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        while true {
            if let key = make(draw, forAgreement: forAgreement) { return key }
            // Only one draw in 2^32 gives a number outside the range. The number is then changed and not drawn again, because a broken
            // generator could cause an endless loop.
            draw[0] = 0
            draw[31] |= 1
        }
    }

    /// The 32 secret bytes, big-endian. Use them only to store or export the key.
    public var exposedBytes: [UInt8] {
        var raw = rawBytes
        defer { Self.wipe(&raw) }
        return [UInt8](raw)
    }

    /// Signs a 32-byte digest and returns the signature in compact form, with a low s and the header 31 + recovery id (OpenDID sheet 2.3).
    ///
    /// swift-crypto makes the signature with a fresh nonce, so signing twice gives two different signatures. The recovery id follows from the nonce
    /// point R, which is computed as (z/s) · G + (r/s) · Q from the digest z, the signature and the public key Q. All these values are public, so the
    /// computation need not be constant-time. It also verifies the signature, because R must have the signature's r.
    /// - Throws: `KeysError` with code `length` when the digest is not 32 bytes long, or `refused` when swift-crypto does not sign.
    public func compactSignature(digest: [UInt8]) throws(KeysError) -> CompactSignature {
        guard let preset = PresetDigest(digest), let message = Words256(bigEndian: digest) else {
            throw KeysError(.length, field: "digest", reason: "32 bytes expected, \(digest.count) found")
        }
        guard let plain = try? signingKey().signature(for: preset),
            let r = plain.withUnsafeBytes({ Words256(bigEndian: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }),
            let s = plain.withUnsafeBytes({ Words256(bigEndian: UnsafeRawBufferPointer(rebasing: $0.dropFirst(32))) }),
            let id = recovery.recoveryID(r: r, s: s, digest: message)
        else {
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

    /// Computes an ECDH shared secret: the x coordinate of the shared point, 32 bytes, big-endian, with leading zeros and not hashed.
    /// - Throws: `KeysError` with code `refused`, which valid keys do not cause.
    public func sharedSecretX(with peer: P256PublicKey) throws(KeysError) -> [UInt8] {
        do {
            let own = try agreementKey()
            let other = try P256.KeyAgreement.PublicKey(x963Representation: peer.uncompressed)
            return try own.sharedSecretFromKeyAgreement(with: other).withUnsafeBytes { [UInt8]($0) }
        } catch {
            throw KeysError(.refused, field: "sharedSecret", reason: "the curve library refused the keys")
        }
    }

    /// Compares the public keys, which are equal only for equal private keys. The timing therefore reveals nothing about the secrets.
    public static func == (left: Self, right: Self) -> Bool { left.publicKey == right.publicKey }

    public var description: String { "P256PrivateKey(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the secret.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    private init(_ form: Form, _ publicKey: P256PublicKey) {
        self.form = form
        self.publicKey = publicKey
        recovery = RecoveryIDFinder(publicKey: publicKey)
    }

    /// The secret bytes, which the caller must erase.
    private var rawBytes: Data {
        switch form {
        case .signing(let key): key.rawRepresentation
        case .agreement(let key): key.rawRepresentation
        }
    }

    private func signingKey() throws -> P256.Signing.PrivateKey {
        if case .signing(let key) = form { return key }
        var raw = rawBytes
        defer { Self.wipe(&raw) }
        return try P256.Signing.PrivateKey(rawRepresentation: raw)
    }

    private func agreementKey() throws -> P256.KeyAgreement.PrivateKey {
        if case .agreement(let key) = form { return key }
        var raw = rawBytes
        defer { Self.wipe(&raw) }
        return try P256.KeyAgreement.PrivateKey(rawRepresentation: raw)
    }

    /// Overwrites the bytes in place. `raw` must be the only reference to them.
    private static func wipe(_ raw: inout Data) { raw.withUnsafeMutableBytes { SecretBytes.wipe($0) } }

    private static func make(_ bytes: [UInt8], forAgreement: Bool) -> P256PrivateKey? {
        guard let number = Words256(bigEndian: bytes), OrderScalar.contains(number) else { return nil }
        guard forAgreement else {
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
            return P256PrivateKey(.signing(key), P256PublicKey(key.publicKey))
        }
        guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes),
            let publicKey = try? P256PublicKey(bytes: [UInt8](key.publicKey.x963Representation))
        else { return nil }
        return P256PrivateKey(.agreement(key), publicKey)
    }
}
