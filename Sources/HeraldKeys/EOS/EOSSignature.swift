/// An EOS signature: a header byte, r and s (MYKEY sheet 6.1), in the text forms `SIG_K1_…` and `SIG_R1_…`.
///
/// A value of this type may be invalid, because it can contain any bytes. ``refusal(digest:by:)`` checks a signature, and returns the
/// reason if it is invalid. Printing a signature shows no bytes. Anybody who has a signature over a login can log in with it until the
/// server has seen it.
///
/// ```swift
/// let signature = try EOSSignature(text: text)   // SIG_K1_…
/// let refusal = signature.refusal(message: "Hello", by: key)
/// ```
public struct EOSSignature: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The signature's curve, which its text form names.
    public let curve: EOSCurve
    /// 65 bytes: ``header``, ``r`` and ``s``.
    public let bytes: [UInt8]

    /// Reads `SIG_K1_…` or `SIG_R1_…`. White space around the text is an error, and letter case matters.
    /// - Throws: ``KeysError`` with code `prefix`, `tooLong`, `character`, `length` or `checksum`.
    public init(text: String) throws(KeysError) {
        guard let (curve, body) = EOSText.named(text, as: "SIG") else {
            throw KeysError(.prefix, field: Self.field, reason: "must begin with SIG_K1_ or SIG_R1_")
        }
        try self.init(curve: curve, bytes: EOSText.decode(body, count: 65, suffix: curve, field: Self.field))
    }

    /// Creates a signature from its bytes.
    /// - Parameters:
    ///   - curve: the signature's curve.
    ///   - bytes: 65 bytes: header, r and s, big-endian.
    /// - Throws: ``KeysError`` with code `length`.
    public init(curve: EOSCurve, bytes: [UInt8]) throws(KeysError) {
        guard bytes.count == 65 else {
            throw KeysError(.length, field: Self.field, reason: "65 bytes expected, \(bytes.count) found")
        }
        self.curve = curve
        self.bytes = bytes
    }

    /// Converts a signature to the EOS form. The header is 31 plus the recovery id (MYKEY sheet 6.3). The result may not be canonical.
    public init(_ signature: RecoverableSignature) {
        curve = .k1
        bytes = [31 + signature.recoveryID] + signature.r + signature.s
    }

    /// The header byte. EOS writes 31 … 34. Nodes accept 27 … 34 (MYKEY sheet 6.3).
    public var header: UInt8 { bytes[0] }
    /// The number r: 32 bytes, big-endian.
    public var r: [UInt8] { Array(bytes[1..<33]) }
    /// The number s: 32 bytes, big-endian.
    public var s: [UInt8] { Array(bytes[33..<65]) }

    /// The recovery id, 0 … 3. Bit 0 is the parity of the nonce point's y. Bit 1 is set when the nonce point's x was n or more. `nil` when the header
    /// is outside 27 … 34.
    public var recoveryID: UInt8? { (27...34).contains(header) ? (header - 27) & 3 : nil }

    /// The signature as `SIG_K1_…` or `SIG_R1_…`.
    public var text: String { EOSText.encode(bytes, prefix: "SIG_\(curve.rawValue)_", suffix: curve) }

    /// True when r and s both lie in 2^247 ..< 2^255, so that each takes exactly 32 bytes as a DER integer (MYKEY sheet 6.4).
    public var isCanonical: Bool { Self.isCanonical(r) && Self.isCanonical(s) }

    /// The signature with n - s in place of s. Plain ECDSA accepts it for the same key and digest, but it is not canonical. Tests use it to show that
    /// checks refuse such a signature.
    package var twin: EOSSignature? {
        guard curve == .k1, let recoveryID, CurveOrder.contains(s) else { return nil }
        return try? EOSSignature(curve: .k1, bytes: [31 + (recoveryID ^ 1)] + r + CurveOrder.negated(s))
    }

    public var description: String { "EOSSignature(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the bytes.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    private static func isCanonical(_ scalar: [UInt8]) -> Bool {
        scalar[0] < 0x80 && !(scalar[0] == 0 && scalar[1] < 0x80)
    }

    static let field = "signature"
}

extension EOSSignature {
    /// Checks the signature strictly, in the order of MYKEY sheet 6.6: curve, header, range, canonical form, and that the key recovered with the
    /// header equals `key`.
    /// - Parameters:
    ///   - digest: the SHA-256 hash of the signed message, 32 bytes.
    ///   - key: the expected signer.
    /// - Returns: the reason why the signature is invalid, or `nil` when it is valid.
    public func refusal(digest: [UInt8], by key: EOSPublicKey) -> EOSSignatureRefusal? {
        guard key.curve == .k1 else { return .curve }
        guard digest.count == 32 else { return .digest }
        switch numbers {
        case .impossible(let refusal): return refusal
        case .possible(let numbers):
            guard isCanonical else { return .notCanonical }
            guard let signer = try? numbers.recoverPublicKey(digest: digest) else { return .unrecoverable }
            return EOSPublicKey(signer) == key ? nil : .otherKey
        }
    }

    /// Checks the signature strictly against the SHA-256 hash of these bytes.
    /// - Returns: the reason why the signature is invalid, or `nil` when it is valid.
    public func refusal(message: [UInt8], by key: EOSPublicKey) -> EOSSignatureRefusal? {
        refusal(digest: HeraldSHA256.hash(message), by: key)
    }

    /// Checks the signature strictly against the SHA-256 hash of the UTF-8 bytes of `message`.
    /// - Returns: the reason why the signature is invalid, or `nil` when it is valid.
    public func refusal(message: String, by key: EOSPublicKey) -> EOSSignatureRefusal? {
        refusal(message: Array(message.utf8), by: key)
    }

    /// Returns true when ``refusal(digest:by:)`` finds the signature valid.
    public func verifies(digest: [UInt8], by key: EOSPublicKey) -> Bool { refusal(digest: digest, by: key) == nil }

    /// Returns true when ``refusal(message:by:)-(String,_)`` finds the signature valid.
    public func verifies(message: String, by key: EOSPublicKey) -> Bool { refusal(message: message, by: key) == nil }

    /// Recovers the key that made this signature over the 32-byte `digest`. The signature need not be canonical.
    /// - Throws: ``KeysError`` with code `curve`, `length` (digest), `recoveryByte`, `range` or `unrecoverable`.
    public func recoverPublicKey(digest: [UInt8]) throws(KeysError) -> EOSPublicKey {
        switch numbers {
        case .impossible(let refusal): throw KeysError(refusal.code, field: Self.field, reason: refusal.description)
        case .possible(let numbers): return EOSPublicKey(try numbers.recoverPublicKey(digest: digest))
        }
    }

    private enum Numbers {
        case possible(RecoverableSignature)
        case impossible(EOSSignatureRefusal)
    }

    /// The signature in the form that libsecp256k1 takes, or the reason why it has none.
    private var numbers: Numbers {
        guard curve == .k1 else { return .impossible(.curve) }
        guard let recoveryID else { return .impossible(.header) }
        guard let numbers = try? RecoverableSignature(r: r, s: s, recoveryID: recoveryID) else {
            return .impossible(.range)
        }
        return .possible(numbers)
    }
}

extension EOSSignatureRefusal {
    fileprivate var code: KeysError.Code {
        switch self {
        case .curve: .curve
        case .digest: .length
        case .header: .recoveryByte
        case .range, .notCanonical: .range
        case .unrecoverable, .otherKey: .unrecoverable
        }
    }
}

/// The reason why a signature is not a valid signature of a key over a message (MYKEY sheet 6.6). The raw values are stable.
public enum EOSSignatureRefusal: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The key or the signature is not on secp256k1. A reserved key on P-256 is never accepted.
    case curve
    /// The digest does not have 32 bytes.
    case digest
    /// The header is outside 27 … 34.
    case header
    /// r or s is 0 or not below the curve order.
    case range
    /// r or s is not canonical.
    case notCanonical = "not_canonical"
    /// No key can have made this signature.
    case unrecoverable
    /// The signature recovers to another key. Another key made it, or the message differs, or the header is wrong.
    case otherKey = "other_key"

    /// A sentence for people.
    public var description: String {
        switch self {
        case .curve: "key and signature must both be on secp256k1 (K1)"
        case .digest: "the digest must have 32 bytes"
        case .header: "the header byte must be 27 to 34"
        case .range: "r and s must be above 0 and below the curve order"
        case .notCanonical: "r or s is not canonical"
        case .unrecoverable: "no public key can have made it over this message"
        case .otherKey: "it was not made by this key over this message"
        }
    }
}
