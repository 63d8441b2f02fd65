import Testing

@testable import HeraldKeys

@Suite("Signed numbers of two words") struct SignedWideTests {
    private static let edges: [Int64] = [.min, .min + 1, -3, -1, 0, 1, 2, 1 << 62, .max - 1, .max]

    private func number(_ wide: SignedWide) -> Int128 { Int128(wide.high) << 64 | Int128(wide.low) }

    @Test("products, sums and shifts are those of a number of 128 bits")
    func arithmetic() {
        for a in Self.edges {
            for b in Self.edges {
                let product = SignedWide(a, times: b), expected = Int128(a) * Int128(b)
                #expect(number(product) == expected, "\(a) · \(b)")
                for c in Self.edges {
                    var sum = product &+ SignedWide(c, times: b)
                    let total = expected &+ Int128(c) * Int128(b)
                    #expect(number(sum) == total, "\(a) · \(b) + \(c) · \(b)")
                    sum &+= SignedWide(c, times: 1)
                    #expect(number(sum) == total &+ Int128(c))
                    sum.drop62Bits()
                    #expect(number(sum) == (total &+ Int128(c)) >> 62)
                }
            }
        }
    }
}
