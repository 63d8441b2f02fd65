/// Arithmetic modulo the order n of P-256. It processes only public values, except where a comment says otherwise.
package enum OrderScalar {
    package static let order = Words256(
        w0: 0xF3B9_CAC2_FC63_2551, w1: 0xBCE6_FAAD_A717_9E84, w2: 0xFFFF_FFFF_FFFF_FFFF, w3: 0xFFFF_FFFF_0000_0000)
    /// (n - 1) / 2, the largest low scalar.
    private static let half = Words256(
        w0: 0x79DC_E561_7E31_92A8, w1: 0xDE73_7D56_D38B_CF42, w2: 0x7FFF_FFFF_FFFF_FFFF, w3: 0x7FFF_FFFF_8000_0000)
    /// 2^512 mod n, the factor that converts a number to Montgomery form.
    private static let square = Words256(
        w0: 0x8324_4C95_BE79_EEA2, w1: 0x4699_799C_49BD_6FA6, w2: 0x2845_B239_2B6B_EC59, w3: 0x66E1_2D94_F3D9_5620)
    /// -1 / n modulo 2^64, for the reduction of products.
    private static let negatedInverse: UInt64 = 0xCCD1_C8AA_EE00_BC4F

    /// Returns true when `scalar` lies in 1 ..< n. The time does not depend on `scalar`.
    package static func contains(_ scalar: Words256) -> Bool {
        let below = scalar.isBelow(order)
        let zero = scalar.isZero
        return below && !zero
    }

    /// Returns true when `scalar` is at most n / 2.
    package static func isLow(_ scalar: Words256) -> Bool { !half.isBelow(scalar) }

    /// Returns n - `scalar`, for a scalar in 1 ..< n.
    package static func negated(_ scalar: Words256) -> Words256 { order.subtracting(scalar).difference }

    /// Returns `number` mod n. One subtraction is enough because n is above 2^255.
    package static func reduced(_ number: Words256) -> Words256 {
        let (less, borrow) = number.subtracting(order)
        return borrow == 1 ? number : less
    }

    /// Returns a · b mod n, for a and b below n.
    static func product(_ a: Words256, _ b: Words256) -> Words256 { montgomeryProduct(montgomeryProduct(a, square), b) }

    /// Returns a / c and b / c mod n, for a, b and c below n and c not zero.
    package static func quotients(_ a: Words256, _ b: Words256, by c: Words256) -> (Words256, Words256) {
        let inverse = montgomeryProduct(ModularInverse.order.inverse(of: c), square)
        return (montgomeryProduct(a, inverse), montgomeryProduct(b, inverse))
    }

    /// Returns a · b / 2^256 mod n.
    private static func montgomeryProduct(_ a: Words256, _ b: Words256) -> Words256 {
        var low = Words256.zero
        var top: UInt64 = 0
        step(&low, &top, a, b.w0)
        step(&low, &top, a, b.w1)
        step(&low, &top, a, b.w2)
        step(&low, &top, a, b.w3)
        let (less, borrow) = low.subtracting(order)
        return borrow == 1 && top == 0 ? low : less
    }

    /// Sets (low + top · 2^256) to (low + top · 2^256 + a · word) / 2^64 mod n, which stays below 2n.
    @inline(__always)
    private static func step(_ low: inout Words256, _ top: inout UInt64, _ a: Words256, _ word: UInt64) {
        let (t0, c0) = multiplyAdd(a.w0, word, low.w0, 0)
        let (t1, c1) = multiplyAdd(a.w1, word, low.w1, c0)
        let (t2, c2) = multiplyAdd(a.w2, word, low.w2, c1)
        let (t3, c3) = multiplyAdd(a.w3, word, low.w3, c2)
        // low is below 2n, so this sum can need an extra word.
        let (t4, t5) = addWords(top, c3, 0)
        let multiple = t0 &* negatedInverse
        let (_, d0) = multiplyAdd(multiple, order.w0, t0, 0)
        let (r0, d1) = multiplyAdd(multiple, order.w1, t1, d0)
        let (r1, d2) = multiplyAdd(multiple, order.w2, t2, d1)
        let (r2, d3) = multiplyAdd(multiple, order.w3, t3, d2)
        let (r3, d4) = addWords(t4, d3, 0)
        low = Words256(w0: r0, w1: r1, w2: r2, w3: r3)
        top = t5 &+ d4
    }
}
