// Arithmetic on 64-bit words, with the concrete operations of UInt64. In optimised builds it is as fast as UInt128. In debug builds it is
// several times as fast, because the generic conversions of UInt128 are function calls there.

/// Returns a · b + c + d, which always fits two words.
@inline(__always)
func multiplyAdd(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> (low: UInt64, high: UInt64) {
    let product = a.multipliedFullWidth(by: b)
    let (first, carry) = product.low.addingReportingOverflow(c)
    let (second, carryAgain) = first.addingReportingOverflow(d)
    return (second, product.high &+ (carry ? 1 : 0) &+ (carryAgain ? 1 : 0))
}

/// Returns a + b + carry as a word and the next carry. The carry is 0 or 1.
@inline(__always)
func addWords(_ a: UInt64, _ b: UInt64, _ carry: UInt64) -> (low: UInt64, carry: UInt64) {
    let (first, over) = a.addingReportingOverflow(b)
    let (second, overAgain) = first.addingReportingOverflow(carry)
    // At most one of the two additions overflows. This form lets the compiler use the processor's carry flag.
    return (second, over != overAgain ? 1 : 0)
}

/// Returns a - b - borrow as a word and the next borrow. The borrow is 0 or 1.
@inline(__always)
func subtractWords(_ a: UInt64, _ b: UInt64, _ borrow: UInt64) -> (low: UInt64, borrow: UInt64) {
    let (first, under) = a.subtractingReportingOverflow(b)
    let (second, underAgain) = first.subtractingReportingOverflow(borrow)
    return (second, under != underAgain ? 1 : 0)
}
