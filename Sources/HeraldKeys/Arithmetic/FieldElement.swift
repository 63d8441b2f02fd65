/// A number modulo p = 2^256 - 2^224 + 2^192 + 2^96 - 1, the field of P-256, stored as a · 2^256 mod p (Montgomery form).
///
/// Herald has its own field arithmetic, because swift-crypto exposes none. It processes only public values and is not constant-time.
package struct FieldElement: Sendable, Equatable {
    /// The number in Montgomery form, below p.
    private var words: Words256

    static let modulus = Words256(w0: 0xFFFF_FFFF_FFFF_FFFF, w1: 0xFFFF_FFFF, w2: 0, w3: 0xFFFF_FFFF_0000_0001)
    static let zero = FieldElement(montgomery: .zero)
    static let one = FieldElement(
        montgomery: Words256(w0: 1, w1: 0xFFFF_FFFF_0000_0000, w2: 0xFFFF_FFFF_FFFF_FFFF, w3: 0xFFFF_FFFE))
    /// Factors for conversion to Montgomery form: 2^512 mod p for a number in plain form, and 2^768 mod p for the inverse of a number in
    /// Montgomery form.
    private static let radixSquare = Words256(
        w0: 3, w1: 0xFFFF_FFFB_FFFF_FFFF, w2: 0xFFFF_FFFF_FFFF_FFFE, w3: 0x4_FFFF_FFFD)
    private static let radixCube = Words256(
        w0: 0xFFFF_FFFD_0000_000A, w1: 0xFFFF_FFED_FFFF_FFF7, w2: 0x5_FFFF_FFFC, w3: 0x18_0000_0001)

    @inline(__always)
    private init(montgomery: Words256) { words = montgomery }

    /// Creates an element from a number in plain form. Returns nil when the number is p or more.
    package init?(_ number: Words256) {
        guard number.isBelow(Self.modulus) else { return nil }
        words = Self.product(number, Self.radixSquare)
    }

    /// Creates a constant of the curve from a number in plain form, which must be below p.
    init(constant number: Words256) {
        precondition(number.isBelow(Self.modulus), "a constant of the curve is below p")
        words = Self.product(number, Self.radixSquare)
    }

    /// The number in plain form, below p.
    package var number: Words256 { Self.product(words, Words256(w0: 1, w1: 0, w2: 0, w3: 0)) }

    @inline(__always)
    var isZero: Bool { words.isZero }

    @inline(__always)
    static func + (a: FieldElement, b: FieldElement) -> FieldElement {
        let (sum, carry) = a.words.adding(b.words)
        return FieldElement(montgomery: reducedOnce(sum, top: carry))
    }

    @inline(__always)
    static func - (a: FieldElement, b: FieldElement) -> FieldElement {
        let (difference, borrow) = a.words.subtracting(b.words)
        return FieldElement(montgomery: difference.adding(modulus.masked(0 &- borrow)).sum)
    }

    @inline(__always)
    static func * (a: FieldElement, b: FieldElement) -> FieldElement {
        FieldElement(montgomery: product(a.words, b.words))
    }

    @inline(__always)
    var negated: FieldElement { Self.zero - self }

    @inline(__always)
    var doubled: FieldElement { self + self }

    @inline(__always)
    var squared: FieldElement { FieldElement(montgomery: Self.square(words)) }

    func squared(times: Int) -> FieldElement {
        var result = self
        for _ in 0..<times { result = result.squared }
        return result
    }

    /// The inverse, 1 / self. The inverse of 0 is 0.
    var inverted: FieldElement {
        FieldElement(montgomery: Self.product(ModularInverse.field.inverse(of: words), Self.radixCube))
    }

    /// A square root of self, or nil when there is none. Because p is 3 modulo 4, self^((p + 1) / 4) is the only candidate.
    var squareRoot: FieldElement? {
        let ones2 = squared * self
        let ones4 = ones2.squared(times: 2) * ones2
        let ones8 = ones4.squared(times: 4) * ones4
        let ones16 = ones8.squared(times: 8) * ones8
        let ones32 = ones16.squared(times: 16) * ones16
        // The exponent (p + 1) / 4 is (2^32 - 1) · 2^222 + 2^190 + 2^94.
        let candidate = ((ones32.squared(times: 32) * self).squared(times: 96) * self).squared(times: 94)
        return candidate.squared == self ? candidate : nil
    }

    /// Returns the value modulo p: the value itself if it is below p, or the value minus p. `top` is the value's 257th bit. The value must be
    /// below 2p.
    @inline(__always)
    private static func reducedOnce(_ value: Words256, top: UInt64) -> Words256 {
        let (reduced, borrow) = value.subtracting(modulus)
        let keep = 0 &- (borrow & ~top)
        return Words256(
            w0: (value.w0 & keep) | (reduced.w0 & ~keep), w1: (value.w1 & keep) | (reduced.w1 & ~keep),
            w2: (value.w2 & keep) | (reduced.w2 & ~keep), w3: (value.w3 & keep) | (reduced.w3 & ~keep))
    }

    /// Returns a · b / 2^256 mod p. Each of four steps multiplies a by one word of b and reduces by one word.
    private static func product(_ a: Words256, _ b: Words256) -> Words256 {
        var (low, top) = (Words256.zero, UInt64(0))
        (low, top) = step(low, top, a, b.w0)
        (low, top) = step(low, top, a, b.w1)
        (low, top) = step(low, top, a, b.w2)
        (low, top) = step(low, top, a, b.w3)
        return reducedOnce(low, top: top)
    }

    /// Returns (low + top · 2^256 + a · word) / 2^64 mod p, which stays below 2p.
    @inline(__always)
    private static func step(_ low: Words256, _ top: UInt64, _ a: Words256, _ word: UInt64) -> (
        low: Words256, top: UInt64
    ) {
        let (t0, c0) = multiplyAdd(a.w0, word, low.w0, 0)
        let (t1, c1) = multiplyAdd(a.w1, word, low.w1, c0)
        let (t2, c2) = multiplyAdd(a.w2, word, low.w2, c1)
        let (t3, c3) = multiplyAdd(a.w3, word, low.w3, c2)
        return reducedByWord(t0, t1, t2, t3, top &+ c3)
    }

    /// Returns a · a / 2^256 mod p. It doubles the mixed products, adds the squares and reduces by four words.
    private static func square(_ a: Words256) -> Words256 {
        let (m1, c0) = multiplyAdd(a.w0, a.w1, 0, 0)
        let (m2, c1) = multiplyAdd(a.w0, a.w2, c0, 0)
        let (m3, c2) = multiplyAdd(a.w0, a.w3, c1, 0)
        let (n3, c3) = multiplyAdd(a.w1, a.w2, m3, 0)
        let (m4, c4) = multiplyAdd(a.w1, a.w3, c2, c3)
        let (m5, m6) = multiplyAdd(a.w2, a.w3, c4, 0)
        let s0 = a.w0.multipliedFullWidth(by: a.w0), s1 = a.w1.multipliedFullWidth(by: a.w1)
        let s2 = a.w2.multipliedFullWidth(by: a.w2), s3 = a.w3.multipliedFullWidth(by: a.w3)
        let (t1, d1) = addWords(s0.high, m1 &<< 1, 0)
        let (t2, d2) = addWords(s1.low, m1 &>> 63 | m2 &<< 1, d1)
        let (t3, d3) = addWords(s1.high, m2 &>> 63 | n3 &<< 1, d2)
        let (t4, d4) = addWords(s2.low, n3 &>> 63 | m4 &<< 1, d3)
        let (t5, d5) = addWords(s2.high, m4 &>> 63 | m5 &<< 1, d4)
        let (t6, d6) = addWords(s3.low, m5 &>> 63 | m6 &<< 1, d5)
        let t7 = s3.high &+ m6 &>> 63 &+ d6
        var (low, top) = reducedByWord(s0.low, t1, t2, t3, 0)
        (low, top) = reducedByWord(low.w0, low.w1, low.w2, low.w3, top)
        (low, top) = reducedByWord(low.w0, low.w1, low.w2, low.w3, top)
        (low, top) = reducedByWord(low.w0, low.w1, low.w2, low.w3, top)
        let (sum, carry) = low.adding(Words256(w0: t4, w1: t5, w2: t6, w3: t7))
        return reducedOnce(sum, top: top &+ carry)
    }

    /// Adds the multiple of p that makes the lowest word of a five-word number zero, and returns the number without that word.
    ///
    /// -1 / p is 1 modulo 2^64, so the multiple is the lowest word w itself. The product w · p = w · 2^256 - w · 2^224 + w · 2^192
    /// + w · 2^96 - w needs only shifts and no multiplication.
    @inline(__always)
    private static func reducedByWord(
        _ t0: UInt64, _ t1: UInt64, _ t2: UInt64, _ t3: UInt64, _ t4: UInt64
    ) -> (low: Words256, top: UInt64) {
        let shiftedLow = t0 &<< 32, shiftedHigh = t0 &>> 32
        let (high0, borrow) = subtractWords(t0, shiftedLow, 0)
        let high1 = t0 &- shiftedHigh &- borrow
        let (r0, c0) = addWords(t1, shiftedLow, 0)
        let (r1, c1) = addWords(t2, shiftedHigh, c0)
        let (r2, c2) = addWords(t3, high0, c1)
        let (r3, c3) = addWords(t4, high1, c2)
        return (Words256(w0: r0, w1: r1, w2: r2, w3: r3), c3)
    }
}
