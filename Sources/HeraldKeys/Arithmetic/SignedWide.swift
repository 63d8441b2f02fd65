/// A signed number of two words, with the operations that ``ModularInverse`` needs. The standard library's `Int128` needs iOS 18 and macOS 15.
struct SignedWide {
    var high: Int64
    var low: UInt64

    /// Creates the product of two numbers, which always fits.
    @inline(__always)
    init(_ a: Int64, times b: Int64) {
        let product = a.multipliedFullWidth(by: b)
        (high, low) = (product.high, product.low)
    }

    @inline(__always)
    private init(high: Int64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Returns the sum without the bits that do not fit.
    @inline(__always)
    static func &+ (left: SignedWide, right: SignedWide) -> SignedWide {
        let (low, carry) = left.low.addingReportingOverflow(right.low)
        return SignedWide(high: left.high &+ right.high &+ (carry ? 1 : 0), low: low)
    }

    /// Adds a number, without the bits that do not fit.
    @inline(__always)
    static func &+= (left: inout SignedWide, right: SignedWide) { left = left &+ right }

    /// Divides by 2^62 and rounds down.
    @inline(__always)
    mutating func drop62Bits() {
        low = low &>> 62 | UInt64(bitPattern: high) &<< 2
        high = high &>> 62
    }
}
