/// Precomputed multiples of one point. Any multiple of the point is a sum of table entries, without a doubling.
///
/// A scalar is split into windows of `width` bits with digits -2^(width-1) … 2^(width-1). Row j holds the multiples 1 … 2^(width-1) of
/// 2^(j · width) times the point. Lookups need not be constant-time, because the digits are public.
package struct CombTable: Sendable {
    private let width: UInt64
    private let rows: Int
    private let points: [AffinePoint]

    /// The table of the generator G: 4,096 points, 256 KiB. It is built at its first use.
    package static let generator = CombTable(of: .generator, width: 8)

    /// Computes the table of a point.
    /// - Parameter width: the width of a window, 2 … 8 bits.
    package init(of point: AffinePoint, width: UInt64) {
        self.width = width
        // Scalars are reduced below n / 2, which has 255 bits, before they are split.
        rows = 255 / Int(width) + 1
        points = Self.multiples(of: Self.bases(of: point, width: width, rows: rows), upTo: 1 << Int(width - 1))
    }

    /// Appends the entries whose sum is scalar · point, for a scalar below n.
    ///
    /// All entries are copied before the first addition. The table is larger than the L1 cache, and the processor can overlap loads that do
    /// not depend on a result.
    package func appendEntries(for scalar: Words256, to entries: inout [AffinePoint]) {
        let negative = !OrderScalar.isLow(scalar)
        var rest = negative ? OrderScalar.negated(scalar) : scalar
        let rowLength = 1 &<< Int(truncatingIfNeeded: width &- 1)
        let digitMask = (UInt64(1) &<< width) &- 1
        var carry: UInt64 = 0
        points.withUnsafeBufferPointer { points in
            for row in 0..<rows {
                let value = (rest.w0 & digitMask) &+ carry
                rest = rest.shiftedRight(width)
                carry = value > UInt64(truncatingIfNeeded: rowLength) ? 1 : 0
                let magnitude = Int(truncatingIfNeeded: carry == 1 ? digitMask &+ 1 &- value : value)
                guard magnitude > 0 else { continue }
                let entry = points[row &* rowLength &+ magnitude &- 1]
                entries.append((carry == 1) == negative ? entry : entry.negated)
            }
        }
    }

    /// Returns 2^(j · width) times the point, for every row j.
    private static func bases(of point: AffinePoint, width: UInt64, rows: Int) -> [AffinePoint] {
        var current = CurvePoint(point)
        var bases: [CurvePoint] = []
        bases.reserveCapacity(rows)
        for _ in 0..<rows {
            bases.append(current)
            for _ in 0..<width { current.double() }
        }
        return BatchInversion.affine(bases)
    }

    /// Returns all rows of the table, one after another. Each pass extends the multiples 1 … m of every base by m + 1 … 2m. All rows of a
    /// pass share one inversion. No denominator is zero, because the multiples are small and the group has prime order.
    private static func multiples(of bases: [AffinePoint], upTo count: Int) -> [AffinePoint] {
        var points = [AffinePoint](repeating: .generator, count: bases.count * count)
        for (row, base) in bases.enumerated() { points[row * count] = base }
        var known = 1
        while known < count {
            var denominators: [FieldElement] = []
            denominators.reserveCapacity(bases.count * known)
            for row in bases.indices {
                let start = row * count, last = points[start + known - 1]
                for index in 0..<known - 1 { denominators.append(points[start + index].x - last.x) }
                denominators.append(last.y.doubled)
            }
            BatchInversion.invert(&denominators)
            for row in bases.indices {
                let start = row * count, last = points[start + known - 1]
                for index in 0..<known {
                    let other = points[start + index], inverse = denominators[row * known + index]
                    let isLast = index == known - 1
                    let xSquare = last.x.squared
                    let numerator =
                        isLast ? xSquare.doubled + xSquare - (FieldElement.one.doubled + .one) : other.y - last.y
                    let slope = numerator * inverse
                    let x = slope.squared - last.x - other.x
                    points[start + known + index] = AffinePoint(x: x, y: slope * (last.x - x) - last.y)
                }
            }
            known *= 2
        }
        return points
    }
}
