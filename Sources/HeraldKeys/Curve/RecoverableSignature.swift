import CSecp256k1

/// An ECDSA signature over secp256k1 from which the signer's public key can be recovered.
///
/// Printing it shows no bytes: a signature over a login challenge is as good as a password until the challenge is used.
public struct RecoverableSignature: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// 32 bytes, big-endian, in 1 ..< n.
    public let r: [UInt8]
    /// 32 bytes, big-endian, in 1 ..< n.
    public let s: [UInt8]
    /// The recovery id, 0 … 3. Bit 0 is the parity of the nonce point's y. Bit 1 is set when the nonce point's x was n or more, which never happens
    /// in practice.
    public let recoveryID: UInt8

    /// Creates a signature from its parts.
    /// - Throws: ``KeysError`` with code `length`, `range` or `recoveryByte`.
    public init(r: [UInt8], s: [UInt8], recoveryID: UInt8) throws(KeysError) {
        for (name, scalar) in [("r", r), ("s", s)] {
            guard scalar.count == 32 else {
                throw KeysError(.length, field: "signature.\(name)", reason: "32 bytes expected, \(scalar.count) found")
            }
            guard CurveOrder.contains(scalar) else {
                throw KeysError(.range, field: "signature.\(name)", reason: "must be above 0 and below the curve order")
            }
        }
        guard recoveryID < 4 else {
            throw KeysError(.recoveryByte, field: "signature.recoveryID", reason: "must be 0 to 3")
        }
        self.init(unchecked: r, s, recoveryID)
    }

    /// - Parameter form: a signature that libsecp256k1 produced, so it is in range.
    init(_ form: secp256k1_ecdsa_recoverable_signature) {
        var id: Int32 = 0
        var compact = [UInt8](repeating: 0, count: 64)
        withUnsafePointer(to: form) {
            _ = secp256k1_ecdsa_recoverable_signature_serialize_compact(
                Secp256k1Context.shared.pointer, &compact, &id, $0)
        }
        self.init(unchecked: Array(compact.prefix(32)), Array(compact.suffix(32)), UInt8(truncatingIfNeeded: id) & 3)
    }

    private init(unchecked r: [UInt8], _ s: [UInt8], _ recoveryID: UInt8) {
        self.r = r
        self.s = s
        self.recoveryID = recoveryID
    }

    /// True when s is at most n / 2, as Ethereum and MYKEY sheet 8.3 require.
    public var isLowS: Bool { CurveOrder.isLow(s) }

    /// The same signature with a low s. Compare signatures in this form to detect a replay (SDN sheet 1.6).
    public var normalized: RecoverableSignature {
        isLowS ? self : RecoverableSignature(unchecked: r, CurveOrder.negated(s), recoveryID ^ 1)
    }

    /// Recovers the key that made this signature over the 32-byte `digest`.
    /// - Throws: ``KeysError`` with code `length` (digest) or `unrecoverable`.
    public func recoverPublicKey(digest: [UInt8]) throws(KeysError) -> Secp256k1PublicKey {
        guard digest.count == 32 else {
            throw KeysError(.length, field: "digest", reason: "32 bytes expected, \(digest.count) found")
        }
        var point = secp256k1_pubkey()
        guard var form = libraryForm,
            secp256k1_ecdsa_recover(Secp256k1Context.shared.pointer, &point, &form, digest) == 1
        else {
            throw KeysError(
                .unrecoverable, field: "signature", reason: "no public key can have made it over this digest")
        }
        return Secp256k1PublicKey(point)
    }

    public var description: String { "RecoverableSignature(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    var libraryForm: secp256k1_ecdsa_recoverable_signature? {
        var form = secp256k1_ecdsa_recoverable_signature()
        let parsed = secp256k1_ecdsa_recoverable_signature_parse_compact(
            Secp256k1Context.shared.pointer, &form, r + s, Int32(recoveryID))
        return parsed == 1 ? form : nil
    }
}
