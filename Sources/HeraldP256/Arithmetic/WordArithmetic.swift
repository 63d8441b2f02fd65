// Words and carries by the concrete operations of UInt64: as fast as UInt128 when optimised, and several times as fast
// when not, where UInt128's generic conversions are real calls.

/// a · b + c + d, which always fits two words.
@inline(__always)
func multiplyAdd(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> (low: UInt64, high: UInt64) {
    let product = a.multipliedFullWidth(by: b)
    let (first, carry) = product.low.addingReportingOverflow(c)
    let (second, carryAgain) = first.addingReportingOverflow(d)
    return (second, product.high &+ (carry ? 1 : 0) &+ (carryAgain ? 1 : 0))
}

/// a + b + carry, for a carry of 0 or 1, as a word and the next carry.
@inline(__always)
func addWords(_ a: UInt64, _ b: UInt64, _ carry: UInt64) -> (low: UInt64, carry: UInt64) {
    let (first, over) = a.addingReportingOverflow(b)
    let (second, overAgain) = first.addingReportingOverflow(carry)
    // At most one of the two is true, which lets the processor's own carry be used.
    return (second, over != overAgain ? 1 : 0)
}

/// a - b - borrow, for a borrow of 0 or 1, as a word and the next borrow.
@inline(__always)
func subtractWords(_ a: UInt64, _ b: UInt64, _ borrow: UInt64) -> (low: UInt64, borrow: UInt64) {
    let (first, under) = a.subtractingReportingOverflow(b)
    let (second, underAgain) = first.subtractingReportingOverflow(borrow)
    return (second, under != underAgain ? 1 : 0)
}
