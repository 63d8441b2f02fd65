/// An EOS signature: a header byte, r and s (MYKEY sheet 6.1), in the text forms `SIG_K1_…` and `SIG_R1_…`.
///
/// It can hold any values, also ones that no key can have made. ``refusal(digest:by:)`` checks whether it is valid, and if not, why.
/// Printing it shows no bytes: a signature over a login is as good as a password until the server has seen it.
public struct EOSSignature: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The curve that the text names.
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

    /// Converts a signature to the EOS form, with a header from 31 (MYKEY sheet 6.3). The result may not be canonical.
    public init(_ signature: RecoverableSignature) {
        curve = .k1
        bytes = [31 + signature.recoveryID] + signature.r + signature.s
    }

    /// The header byte. EOS writes 31 … 34. Nodes accept 27 … 34 (MYKEY sheet 6.3).
    public var header: UInt8 { bytes[0] }
    /// 32 bytes, big-endian.
    public var r: [UInt8] { Array(bytes[1..<33]) }
    /// 32 bytes, big-endian.
    public var s: [UInt8] { Array(bytes[33..<65]) }

    /// The recovery id, 0 … 3. Bit 0 is the parity of the nonce point's y. Bit 1 is set when the nonce point's x was n or more. `nil` when the header
    /// is outside 27 … 34.
    public var recoveryID: UInt8? { (27...34).contains(header) ? (header - 27) & 3 : nil }

    /// The signature as `SIG_K1_…` or `SIG_R1_…`.
    public var text: String { EOSText.encode(bytes, prefix: "SIG_\(curve.rawValue)_", suffix: curve) }

    /// True when r and s both lie in 2^247 ..< 2^255, so that each takes exactly 32 bytes as a DER integer (MYKEY sheet 6.4).
    public var isCanonical: Bool { Self.isCanonical(r) && Self.isCanonical(s) }

    /// The signature with n - s in place of s. Plain ECDSA accepts it for the same key and digest, but it is not canonical. Used to show that checks
    /// refuse it.
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
