import CSecp256k1

/// An ECDSA signature over secp256k1 from which the signer's public key can be recovered.
///
/// Printing a signature shows no bytes. Anybody who has a signature over a login challenge can log in with it until the challenge is used.
///
/// ```swift
/// let signature = try RecoverableSignature(text: text, rules: .strict)   // 0x and 130 hexadecimal digits
/// let signer = try signature.recoverPublicKey(digest: PersonalMessage.digest("Hello"))
/// print(signer.ethereumAddress, signature.isLowS)
/// ```
public struct RecoverableSignature: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The number r: 32 bytes, big-endian, in 1 ..< n.
    public let r: [UInt8]
    /// The number s: 32 bytes, big-endian, in 1 ..< n.
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

    /// Converts a signature of libsecp256k1.
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
    /// An empty mirror, so that `dump` does not show the bytes.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    var libraryForm: secp256k1_ecdsa_recoverable_signature? {
        var form = secp256k1_ecdsa_recoverable_signature()
        let parsed = secp256k1_ecdsa_recoverable_signature_parse_compact(
            Secp256k1Context.shared.pointer, &form, r + s, Int32(recoveryID))
        return parsed == 1 ? form : nil
    }
}

/// The set of rules for reading a signature.
public enum SignatureTextRules: Sendable, Hashable {
    /// The rules of SDN sheet 1.6: 65 bytes, any letter case, white space around the text, `0x`, `0X` or no prefix, v of 0, 1, 27, 28 or at least 35
    /// (EIP-155), and high or low s.
    case sdn
    /// The rules of MYKEY sheet 8.3: exactly `0x` and 130 hexadecimal digits of any letter case, v of 0, 1, 27 or 28, and only low s.
    case strict
}

extension RecoverableSignature {
    /// The form of the last byte, v.
    public struct VForm: Sendable, Hashable {
        let base: UInt8
        /// The bits of the recovery id that v contains in this form.
        let mask: UInt8
        /// v is 0 or 1.
        public static let zero = VForm(base: 0, mask: 3)
        /// v is 27 or 28, as wallets return it.
        public static let twentySeven = VForm(base: 27, mask: 3)
        /// v is 35 or 36 plus twice the chain id (EIP-155).
        /// - Throws: ``KeysError`` with code `range` for a chain id above 109, because v must fit into one byte.
        public static func eip155(chainID: UInt64) throws(KeysError) -> VForm {
            guard chainID <= 109, let doubled = UInt8(exactly: chainID * 2) else {
                throw KeysError(
                    .range, field: "chainID",
                    reason: "the EIP-155 v of a chain number above 109 does not fit in one byte")
            }
            return VForm(base: 35 + doubled, mask: 1)
        }
    }

    /// Reads a signature from hexadecimal text.
    /// - Throws: ``KeysError`` with code `prefix`, `length`, `character`, `recoveryByte` or `range`.
    public init(text: String, rules: SignatureTextRules) throws(KeysError) {
        let bytes = try PrefixedHex.bytes(
            text, count: 65, rule: rules == .strict ? .exact : .lenient, field: "signature")
        try self.init(bytes: bytes, rules: rules)
    }

    /// Reads a signature from its bytes.
    /// - Parameters:
    ///   - bytes: r, s and v, 65 bytes.
    ///   - rules: which values of v and s are accepted.
    /// - Throws: ``KeysError`` with code `length`, `recoveryByte` or `range`.
    public init(bytes: [UInt8], rules: SignatureTextRules) throws(KeysError) {
        guard bytes.count == 65, let v = bytes.last else {
            throw KeysError(.length, field: "signature", reason: "65 bytes expected, \(bytes.count) found")
        }
        let id: UInt8
        switch v {
        case 0, 1: id = v
        case 27, 28: id = v - 27
        case 35... where rules == .sdn: id = (v - 35) & 1
        default:
            let more = rules == .sdn ? ", or 35 and more" : ""
            throw KeysError(.recoveryByte, field: "signature.v", reason: "must be 0, 1, 27 or 28\(more)")
        }
        try self.init(r: Array(bytes[0..<32]), s: Array(bytes[32..<64]), recoveryID: id)
        guard rules == .sdn || isLowS else {
            throw KeysError(.range, field: "signature.s", reason: "must be at most half the curve order")
        }
    }

    /// Returns the signature as 65 bytes: r, s and v.
    public func bytes(v form: VForm = .twentySeven) -> [UInt8] { r + s + [form.base + (recoveryID & form.mask)] }

    /// Returns the signature as 130 hexadecimal digits: r, s and v. They begin with `0x` by default and are lower-case by default.
    public func text(prefix: Bool = true, uppercase: Bool = false, v form: VForm = .twentySeven) -> String {
        (prefix ? "0x" : "") + Hex.encode(bytes(v: form), uppercase: uppercase)
    }
}
