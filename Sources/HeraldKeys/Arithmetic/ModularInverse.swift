/// Computes inverses modulo an odd 256-bit number with the division steps of Bernstein and Yang ("Fast constant-time gcd computation
/// and modular inversion", 2019), 62 steps at a time, in the variable-time form.
///
/// It processes only public values. The usual exponentiation by Fermat's little theorem takes several times as long.
struct ModularInverse: Sendable {
    /// A number in five words of 62 bits, least significant first. The last word carries the sign.
    private struct Signed62 {
        var v0: Int64
        var v1: Int64
        var v2: Int64
        var v3: Int64
        var v4: Int64

        static let zero = Signed62(v0: 0, v1: 0, v2: 0, v3: 0, v4: 0)

        var isZero: Bool { v0 | v1 | v2 | v3 | v4 == 0 }

        init(v0: Int64, v1: Int64, v2: Int64, v3: Int64, v4: Int64) {
            self.v0 = v0
            self.v1 = v1
            self.v2 = v2
            self.v3 = v3
            self.v4 = v4
        }

        init(_ words: Words256) {
            func cut(_ word: UInt64) -> Int64 { Int64(bitPattern: word & ModularInverse.mask) }
            v0 = cut(words.w0)
            v1 = cut(words.w0 &>> 62 | words.w1 &<< 2)
            v2 = cut(words.w1 &>> 60 | words.w2 &<< 4)
            v3 = cut(words.w2 &>> 58 | words.w3 &<< 6)
            v4 = cut(words.w3 &>> 56)
        }

        /// The number in plain form. It must lie in 0 ..< 2^256.
        var words: Words256 {
            let (u0, u1, u2) = (UInt64(bitPattern: v0), UInt64(bitPattern: v1), UInt64(bitPattern: v2))
            let (u3, u4) = (UInt64(bitPattern: v3), UInt64(bitPattern: v4))
            return Words256(
                w0: u0 | u1 &<< 62, w1: u1 &>> 2 | u2 &<< 60, w2: u2 &>> 4 | u3 &<< 58, w3: u3 &>> 6 | u4 &<< 56)
        }
    }

    /// The matrix that describes the effect of 62 division steps on the pair (f, g), times 2^62.
    private struct Transition {
        var u: Int64
        var v: Int64
        var q: Int64
        var r: Int64
    }

    private static let mask: UInt64 = (1 &<< 62) &- 1

    static let field = ModularInverse(FieldElement.modulus)
    static let order = ModularInverse(OrderScalar.order)

    private let modulus: Signed62
    /// The inverse of the modulus modulo 2^62.
    private let inverse: UInt64

    /// Prepares the computation of inverses for one modulus.
    /// - Parameter modulus: an odd number. Numbers that share a factor with it have no inverse.
    private init(_ modulus: Words256) {
        self.modulus = Signed62(modulus)
        var guess = modulus.w0
        // Each step of Newton's method doubles the number of correct bits. An odd number is its own inverse modulo 8.
        for _ in 0..<5 { guess = guess &* (2 &- modulus.w0 &* guess) }
        inverse = guess & Self.mask
    }

    /// Returns 1 / `number`, or 0 for 0. `number` must be below the modulus.
    func inverse(of number: Words256) -> Words256 {
        var f = modulus
        var g = Signed62(number)
        var d = Signed62.zero
        var e = Signed62(v0: 1, v1: 0, v2: 0, v3: 0, v4: 0)
        var eta: Int64 = -1
        // 741 steps, or 12 rounds, are enough for any 256-bit number. The bound prevents an endless loop in case of an error here.
        for _ in 0..<12 where !g.isZero {
            let transition = Self.steps(&eta, UInt64(bitPattern: f.v0), UInt64(bitPattern: g.v0))
            update(&d, &e, transition)
            Self.update(&f, &g, transition)
        }
        return normalized(d, negative: f.v4 < 0).words
    }

    /// Performs 62 division steps on the lowest bits of f and g. `eta` is the negative of the paper's delta.
    @inline(__always)
    private static func steps(_ eta: inout Int64, _ f0: UInt64, _ g0: UInt64) -> Transition {
        var u: UInt64 = 1, v: UInt64 = 0, q: UInt64 = 0, r: UInt64 = 1
        var f = f0, g = g0
        var left = 62
        while true {
            let zeros = (g | (UInt64.max &<< UInt64(truncatingIfNeeded: left))).trailingZeroBitCount
            let shift = UInt64(truncatingIfNeeded: zeros)
            g &>>= shift
            u &<<= shift
            v &<<= shift
            eta &-= Int64(truncatingIfNeeded: zeros)
            left &-= zeros
            if left == 0 { break }
            let factor: UInt64
            if eta < 0 {
                eta = 0 &- eta
                (f, g) = (g, 0 &- f)
                (u, q) = (q, 0 &- u)
                (v, r) = (r, 0 &- v)
                // With this factor, -g / f modulo 64, the addition below clears up to six low bits of g at once.
                factor = (f &* g &* (f &* f &- 2)) & cancelled(eta, left, 63)
            } else {
                // This factor is -g / f modulo 16, which is cheaper than modulo 64. More than four bits can rarely be cleared here, because
                // the next swap of f and g is near.
                factor = ((0 &- (f &+ (((f &+ 1) & 4) &<< 1))) &* g) & cancelled(eta, left, 15)
            }
            g &+= f &* factor
            q &+= u &* factor
            r &+= v &* factor
        }
        return Transition(
            u: Int64(bitPattern: u), v: Int64(bitPattern: v), q: Int64(bitPattern: q), r: Int64(bitPattern: r))
    }

    /// Returns a mask of the low bits of g that can be cleared before the next swap of f and g and before the end of the round.
    @inline(__always)
    private static func cancelled(_ eta: Int64, _ left: Int, _ limit: UInt64) -> UInt64 {
        let bits = min(eta &+ 1, Int64(truncatingIfNeeded: left))
        return (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- bits)) & limit
    }

    /// Sets (f, g) to transition · (f, g) / 2^62. The division is exact.
    @inline(__always)
    private static func update(_ f: inout Signed62, _ g: inout Signed62, _ t: Transition) {
        var cf = wide(t.u, f.v0) &+ wide(t.v, g.v0)
        var cg = wide(t.q, f.v0) &+ wide(t.r, g.v0)
        cf.drop62Bits()
        cg.drop62Bits()
        let (f1, g1) = (f.v1, g.v1), (f2, g2) = (f.v2, g.v2), (f3, g3) = (f.v3, g.v3), (f4, g4) = (f.v4, g.v4)
        cf &+= wide(t.u, f1) &+ wide(t.v, g1)
        cg &+= wide(t.q, f1) &+ wide(t.r, g1)
        (f.v0, g.v0) = (takeWord(&cf), takeWord(&cg))
        cf &+= wide(t.u, f2) &+ wide(t.v, g2)
        cg &+= wide(t.q, f2) &+ wide(t.r, g2)
        (f.v1, g.v1) = (takeWord(&cf), takeWord(&cg))
        cf &+= wide(t.u, f3) &+ wide(t.v, g3)
        cg &+= wide(t.q, f3) &+ wide(t.r, g3)
        (f.v2, g.v2) = (takeWord(&cf), takeWord(&cg))
        cf &+= wide(t.u, f4) &+ wide(t.v, g4)
        cg &+= wide(t.q, f4) &+ wide(t.r, g4)
        (f.v3, g.v3) = (takeWord(&cf), takeWord(&cg))
        (f.v4, g.v4) = (Int64(bitPattern: cf.low), Int64(bitPattern: cg.low))
    }

    /// Sets (d, e) to transition · (d, e) / 2^62 modulo the modulus. Both stay between -2 and 1 times the modulus.
    @inline(__always)
    private func update(_ d: inout Signed62, _ e: inout Signed62, _ t: Transition) {
        let (m, sd, se) = (modulus, d.v4 &>> 63, e.v4 &>> 63)
        var md = (t.u & sd) &+ (t.v & se)
        var me = (t.q & sd) &+ (t.r & se)
        var cd = Self.wide(t.u, d.v0) &+ Self.wide(t.v, e.v0)
        var ce = Self.wide(t.q, d.v0) &+ Self.wide(t.r, e.v0)
        // These multiples of the modulus make the lowest 62 bits of both sums zero.
        md &-= Int64(bitPattern: (inverse &* cd.low &+ UInt64(bitPattern: md)) & Self.mask)
        me &-= Int64(bitPattern: (inverse &* ce.low &+ UInt64(bitPattern: me)) & Self.mask)
        cd &+= Self.wide(m.v0, md)
        ce &+= Self.wide(m.v0, me)
        cd.drop62Bits()
        ce.drop62Bits()
        let (d1, e1) = (d.v1, e.v1), (d2, e2) = (d.v2, e.v2), (d3, e3) = (d.v3, e.v3), (d4, e4) = (d.v4, e.v4)
        cd &+= Self.wide(t.u, d1) &+ Self.wide(t.v, e1) &+ Self.wide(m.v1, md)
        ce &+= Self.wide(t.q, d1) &+ Self.wide(t.r, e1) &+ Self.wide(m.v1, me)
        (d.v0, e.v0) = (Self.takeWord(&cd), Self.takeWord(&ce))
        cd &+= Self.wide(t.u, d2) &+ Self.wide(t.v, e2) &+ Self.wide(m.v2, md)
        ce &+= Self.wide(t.q, d2) &+ Self.wide(t.r, e2) &+ Self.wide(m.v2, me)
        (d.v1, e.v1) = (Self.takeWord(&cd), Self.takeWord(&ce))
        cd &+= Self.wide(t.u, d3) &+ Self.wide(t.v, e3) &+ Self.wide(m.v3, md)
        ce &+= Self.wide(t.q, d3) &+ Self.wide(t.r, e3) &+ Self.wide(m.v3, me)
        (d.v2, e.v2) = (Self.takeWord(&cd), Self.takeWord(&ce))
        cd &+= Self.wide(t.u, d4) &+ Self.wide(t.v, e4) &+ Self.wide(m.v4, md)
        ce &+= Self.wide(t.q, d4) &+ Self.wide(t.r, e4) &+ Self.wide(m.v4, me)
        (d.v3, e.v3) = (Self.takeWord(&cd), Self.takeWord(&ce))
        (d.v4, e.v4) = (Int64(bitPattern: cd.low), Int64(bitPattern: ce.low))
    }

    /// Returns `value`, negated if `negative`, reduced from -2 … 1 times the modulus to 0 ..< modulus.
    private func normalized(_ value: Signed62, negative: Bool) -> Signed62 {
        var result = value.v4 < 0 ? combined(value, plus: 1, times: 1) : value
        if negative { result = combined(result, plus: 0, times: -1) }
        return result.v4 < 0 ? combined(result, plus: 1, times: 1) : result
    }

    /// Returns value · factor + modulus · count.
    private func combined(_ value: Signed62, plus count: Int64, times factor: Int64) -> Signed62 {
        var carry = Self.wide(value.v0, factor) &+ Self.wide(modulus.v0, count)
        var result = Signed62.zero
        result.v0 = Self.takeWord(&carry)
        carry &+= Self.wide(value.v1, factor) &+ Self.wide(modulus.v1, count)
        result.v1 = Self.takeWord(&carry)
        carry &+= Self.wide(value.v2, factor) &+ Self.wide(modulus.v2, count)
        result.v2 = Self.takeWord(&carry)
        carry &+= Self.wide(value.v3, factor) &+ Self.wide(modulus.v3, count)
        result.v3 = Self.takeWord(&carry)
        carry &+= Self.wide(value.v4, factor) &+ Self.wide(modulus.v4, count)
        result.v4 = Int64(bitPattern: carry.low)
        return result
    }

    @inline(__always)
    private static func wide(_ a: Int64, _ b: Int64) -> SignedWide { SignedWide(a, times: b) }

    /// Removes the lowest 62 bits from `carry`, and returns them.
    @inline(__always)
    private static func takeWord(_ carry: inout SignedWide) -> Int64 {
        let low = Int64(bitPattern: carry.low & mask)
        carry.drop62Bits()
        return low
    }
}
