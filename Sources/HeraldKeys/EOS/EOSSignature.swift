/// A signature as EOS writes it: a header byte, r and s (MYKEY sheet 6.1), in the texts `SIG_K1_…` and `SIG_R1_…`.
///
/// It holds what was written, also when no key can have made it: ``refusal(digest:by:)`` says whether it counts, and if not, why.
/// It does not print itself: a signature over a login is worth as much as a password until the server has seen it.
public struct EOSSignature: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Which curve it is said to be on.
    public let curve: EOSCurve
    /// 65 bytes: ``header``, ``r`` and ``s``.
    public let bytes: [UInt8]

    /// Reads `SIG_K1_…` or `SIG_R1_…`. Nothing may stand around the text, and letter case matters.
    /// - Throws: ``KeysError`` with code `prefix`, `tooLong`, `character`, `length` or `checksum`.
    public init(text: String) throws(KeysError) {
        guard let (curve, body) = EOSText.named(text, as: "SIG") else {
            throw KeysError(.prefix, field: Self.field, reason: "must begin with SIG_K1_ or SIG_R1_")
        }
        try self.init(curve: curve, bytes: EOSText.decode(body, count: 65, suffix: curve, field: Self.field))
    }

    /// - Parameters:
    ///   - curve: the curve that it is on.
    ///   - bytes: 65 bytes: the header, r and s, big-endian.
    /// - Throws: ``KeysError`` with code `length`.
    public init(curve: EOSCurve, bytes: [UInt8]) throws(KeysError) {
        guard bytes.count == 65 else {
            throw KeysError(.length, field: Self.field, reason: "65 bytes expected, \(bytes.count) found")
        }
        self.curve = curve
        self.bytes = bytes
    }

    /// The same numbers with a header of 31 and more, as EOS writes them (MYKEY sheet 6.3). Whether they are canonical is another question.
    public init(_ signature: RecoverableSignature) {
        curve = .k1
        bytes = [31 + signature.recoveryID] + signature.r + signature.s
    }

    /// 31 … 34 as EOS writes it, 27 … 34 as nodes read it (MYKEY sheet 6.3).
    public var header: UInt8 { bytes[0] }
    /// 32 bytes, big-endian.
    public var r: [UInt8] { Array(bytes[1..<33]) }
    /// 32 bytes, big-endian.
    public var s: [UInt8] { Array(bytes[33..<65]) }

    /// 0 … 3: bit 0 is the parity of the nonce point's y, bit 1 says that its x was n or more; `nil` when the header is outside 27 … 34.
    public var recoveryID: UInt8? { (27...34).contains(header) ? (header - 27) & 3 : nil }

    /// `SIG_K1_…` or `SIG_R1_…`.
    public var text: String { EOSText.encode(bytes, prefix: "SIG_\(curve.rawValue)_", suffix: curve) }

    /// Whether r and s both lie in 2^247 ..< 2^255, so that each takes exactly 32 bytes as a DER integer (MYKEY sheet 6.4).
    public var isCanonical: Bool { Self.isCanonical(r) && Self.isCanonical(s) }

    /// n - s in place of s: a signature of the same key over the same digest to bare ECDSA, and none by the canonical rule. For those who
    /// show that it is refused.
    package var twin: EOSSignature? {
        guard curve == .k1, let recoveryID, CurveOrder.contains(s) else { return nil }
        return try? EOSSignature(curve: .k1, bytes: [31 + (recoveryID ^ 1)] + r + CurveOrder.negated(s))
    }

    public var description: String { "EOSSignature(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    private static func isCanonical(_ scalar: [UInt8]) -> Bool {
        scalar[0] < 0x80 && !(scalar[0] == 0 && scalar[1] < 0x80)
    }

    static let field = "signature"
}
