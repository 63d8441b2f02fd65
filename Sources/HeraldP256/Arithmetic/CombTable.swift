/// Multiples of one point, prepared so that any multiple of it is a sum of table entries without a doubling.
///
/// A scalar is cut into windows of `width` bits with digits -2^(width-1) … 2^(width-1). Row j holds 1 … 2^(width-1) times
/// 2^(j · width) times the point. Entries are looked up by public digits, so the lookup need not hide which one it is.
struct CombTable: Sendable {
    private let width: UInt64
    private let rows: Int
    private let points: [AffinePoint]

    /// Of G, built at its first use: 4,096 points, 256 KiB.
    static let generator = CombTable(of: .generator, width: 8)

    /// - Parameter width: 2 … 8 bits.
    init(of point: AffinePoint, width: UInt64) {
        self.width = width
        // Scalars are brought below n / 2, which has 255 bits, before they are cut.
        rows = 255 / Int(width) + 1
        points = Self.multiples(of: Self.bases(of: point, width: width, rows: rows), upTo: 1 << Int(width - 1))
    }

    /// Appends the entries that add up to scalar · point, for a scalar below n.
    ///
    /// They are copied before anything is added: the table is larger than the processor's nearest cache, and loads that
    /// wait for no result overlap.
    func appendEntries(for scalar: Words256, to entries: inout [AffinePoint]) {
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

    /// 2^(j · width) times the point for every row j.
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

    /// The rows one after another. From 1 … m times a base follow m + 1 … 2m, all rows sharing one inversion.
    /// No denominator is zero: the multiples are small and the group has prime order.
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
                    let numerator = isLast ? xSquare.doubled + xSquare - (FieldElement.one.doubled + .one) : other.y - last.y
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
