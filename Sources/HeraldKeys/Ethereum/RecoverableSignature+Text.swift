/// Which signature texts are accepted.
public enum SignatureTextRules: Sendable, Hashable {
    /// SDN sheet 1.6: white space around, `0x` or `0X` optional, any case, 65 bytes, v of 0, 1, 27, 28 or 35 and more
    /// (EIP-155), high s accepted.
    case sdn
    /// MYKEY sheet 8.3: exactly `0x` and 130 digits of any case, v of 0, 1, 27 or 28, low s only.
    case strict
}

extension RecoverableSignature {
    /// How the last byte (v) is written.
    public struct VForm: Sendable, Hashable {
        let base: UInt8
        /// Which bits of the recovery id the form carries.
        let mask: UInt8
        /// 0 or 1.
        public static let zero = VForm(base: 0, mask: 3)
        /// 27 or 28, as wallets answer.
        public static let twentySeven = VForm(base: 27, mask: 3)
        /// EIP-155: 35 or 36 plus twice the chain.
        /// - Throws: ``KeysError`` with code `range` for a chain above 109: v must fit the one byte of a 65-byte text.
        public static func eip155(chainID: UInt64) throws(KeysError) -> VForm {
            guard chainID <= 109, let doubled = UInt8(exactly: chainID * 2) else {
                throw KeysError(.range, field: "chainID", reason: "above 109 the EIP-155 v does not fit the one byte it has")
            }
            return VForm(base: 35 + doubled, mask: 1)
        }
    }

    /// - Throws: ``KeysError`` with code `prefix`, `length`, `character`, `recoveryByte` or `range`.
    public init(text: String, rules: SignatureTextRules) throws(KeysError) {
        let bytes = try PrefixedHex.bytes(text, count: 65, rule: rules == .strict ? .exact : .lenient, field: "signature")
        try self.init(bytes: bytes, rules: rules)
    }

    /// Reads a signature from its bytes.
    /// - Parameters:
    ///   - bytes: r, s and v, 65 bytes.
    ///   - rules: which values of v are read.
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

    /// r, s and v as 65 bytes.
    public func bytes(v form: VForm = .twentySeven) -> [UInt8] { r + s + [form.base + (recoveryID & form.mask)] }

    /// r, s and v as 130 digits, with `0x` unless `prefix` is false.
    public func text(prefix: Bool = true, uppercase: Bool = false, v form: VForm = .twentySeven) -> String {
        (prefix ? "0x" : "") + Hex.encode(bytes(v: form), uppercase: uppercase)
    }
}
