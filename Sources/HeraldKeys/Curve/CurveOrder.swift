/// Operations on 32-byte big-endian scalars and the order n of secp256k1 (SEC 2, 2.4.1).
///
/// The operations need not run in constant time, because the scalars of signatures are public.
enum CurveOrder {
    private static let order = Words256(
        w0: 0xBFD2_5E8C_D036_4141, w1: 0xBAAE_DCE6_AF48_A03B, w2: 0xFFFF_FFFF_FFFF_FFFE, w3: 0xFFFF_FFFF_FFFF_FFFF)
    /// (n - 1) / 2, the largest low s.
    private static let half = Words256(
        w0: 0xDFE9_2F46_681B_20A0, w1: 0x5D57_6E73_57A4_501D, w2: 0xFFFF_FFFF_FFFF_FFFF, w3: 0x7FFF_FFFF_FFFF_FFFF)

    /// Returns true when `scalar` has 32 bytes and lies in 1 ..< n.
    static func contains(_ scalar: [UInt8]) -> Bool {
        guard let value = Words256(bigEndian: scalar) else { return false }
        return !value.isZero && value.isBelow(order)
    }

    /// Returns true when `scalar`, of 32 bytes, is at most n / 2.
    static func isLow(_ scalar: [UInt8]) -> Bool { !half.isBelow(number(scalar)) }

    /// Returns n - `scalar`, for a scalar of 32 bytes in 1 ..< n.
    static func negated(_ scalar: [UInt8]) -> [UInt8] { order.subtracting(number(scalar)).difference.bigEndianBytes }

    private static func number(_ scalar: [UInt8]) -> Words256 {
        let number = Words256(bigEndian: scalar)
        precondition(number != nil, "The scalar of a signature has 32 bytes.")
        return number ?? .zero
    }
}
