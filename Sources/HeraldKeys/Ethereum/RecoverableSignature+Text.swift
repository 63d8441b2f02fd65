/// The strictness with which a signature is read.
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
        /// The bits of the recovery id that this form keeps.
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
