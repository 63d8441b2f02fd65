extension CurvePoint {
    /// Returns scalar · point for a scalar below n, without a table. It uses doublings and additions of odd multiples up to 15.
    ///
    /// Use it for a point that occurs only once, and ``CombTable`` for other points.
    package static func product(_ scalar: Words256, _ point: AffinePoint) -> CurvePoint {
        let digits = signedDigits(of: scalar)
        let multiples = oddMultiples(of: point)
        var sum = CurvePoint.infinity
        for digit in digits.reversed() {
            sum.double()
            guard digit != 0 else { continue }
            let entry = multiples[Int(digit.magnitude) / 2]
            sum.add(digit > 0 ? entry : entry.negated)
        }
        return sum
    }

    /// Returns 1, 3 … 15 times the point.
    private static func oddMultiples(of point: AffinePoint) -> [AffinePoint] {
        var twice = CurvePoint(point)
        twice.double()
        // P-256 has no point of order 2, so the doubled point is never at infinity.
        guard let step = twice.affine else { return [AffinePoint](repeating: point, count: 8) }
        var current = CurvePoint(point)
        var multiples: [CurvePoint] = []
        for _ in 0..<8 {
            multiples.append(current)
            current.add(step)
        }
        return BatchInversion.affine(multiples)
    }

    /// Returns the scalar in base 2 with digits 0, ±1, ±3 … ±15. Of five consecutive digits, at most one is not 0.
    private static func signedDigits(of scalar: Words256) -> [Int8] {
        var digits: [Int8] = []
        digits.reserveCapacity(257)
        var rest = scalar
        var carry: UInt64 = 0
        while !rest.isZero || carry != 0 {
            let odd = (rest.w0 &+ carry) & 1 == 1
            guard odd else {
                digits.append(0)
                carry = (rest.w0 & carry) & 1
                rest = rest.shiftedRight(1)
                continue
            }
            let value = (rest.w0 & 31) &+ carry
            carry = value > 16 ? 1 : 0
            digits.append(Int8(truncatingIfNeeded: Int(value) - (carry == 1 ? 32 : 0)))
            rest = rest.shiftedRight(5)
            if !rest.isZero || carry != 0 { digits.append(contentsOf: [0, 0, 0, 0]) }
        }
        return digits
    }
}
