/// Operations on 32-byte big-endian scalars and the order n of secp256k1 (SEC 2, 2.4.1).
///
/// The scalars of signatures are public, so nothing here runs in constant time.
enum CurveOrder {
    /// The order n, most significant word first.
    private static let order: (UInt64, UInt64, UInt64, UInt64) =
        (0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFE, 0xBAAE_DCE6_AF48_A03B, 0xBFD2_5E8C_D036_4141)
    /// (n - 1) / 2, the largest low s.
    private static let half: (UInt64, UInt64, UInt64, UInt64) =
        (0x7FFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0x5D57_6E73_57A4_501D, 0xDFE9_2F46_681B_20A0)

    /// Returns true when `scalar` has 32 bytes and lies in 1 ..< n.
    static func contains(_ scalar: [UInt8]) -> Bool {
        guard scalar.count == 32 else { return false }
        let value = words(scalar)
        return value != (0, 0, 0, 0) && value < order
    }

    /// Returns true when `scalar` is at most n / 2.
    static func isLow(_ scalar: [UInt8]) -> Bool { words(scalar) <= half }

    /// Returns n - `scalar`, for a scalar in 1 ..< n.
    static func negated(_ scalar: [UInt8]) -> [UInt8] {
        let value = words(scalar)
        let (w3, borrow3) = order.3.subtractingReportingOverflow(value.3)
        let (w2, borrow2) = subtract(order.2, value.2, borrow3)
        let (w1, borrow1) = subtract(order.1, value.1, borrow2)
        let (w0, _) = subtract(order.0, value.0, borrow1)
        return [w0, w1, w2, w3].flatMap { word in
            stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word &>> $0) }
        }
    }

    private static func subtract(_ a: UInt64, _ b: UInt64, _ borrow: Bool) -> (UInt64, Bool) {
        let (first, under) = a.subtractingReportingOverflow(b)
        let (second, underAgain) = first.subtractingReportingOverflow(borrow ? 1 : 0)
        return (second, under || underAgain)
    }

    private static func words(_ scalar: [UInt8]) -> (UInt64, UInt64, UInt64, UInt64) {
        func word(_ slice: ArraySlice<UInt8>) -> UInt64 { slice.reduce(0) { $0 &<< 8 | UInt64($1) } }
        return (
            word(scalar.prefix(8)), word(scalar.dropFirst(8).prefix(8)), word(scalar.dropFirst(16).prefix(8)),
            word(scalar.dropFirst(24).prefix(8))
        )
    }
}
