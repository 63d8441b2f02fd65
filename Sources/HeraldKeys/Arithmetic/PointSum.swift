/// Adds many points.
package enum PointSum {
    /// Returns the sum of the points and `start`. It first adds pairs in affine form, which share one inversion and cost three multiplications each,
    /// and then adds the results one after another. A second round of pairs would save no time for the numbers of points that occur here.
    package static func of(_ points: [AffinePoint], startingWith start: CurvePoint = .infinity) -> CurvePoint {
        var sum = start
        for point in pairedOff(points) { sum.add(point) }
        return sum
    }

    /// Returns about half as many points with the same sum.
    private static func pairedOff(_ points: [AffinePoint]) -> [AffinePoint] {
        var sums: [AffinePoint] = []
        sums.reserveCapacity(points.count)
        var pairs: [Int] = []
        pairs.reserveCapacity(points.count)
        var inverses: [FieldElement] = []
        inverses.reserveCapacity(points.count)
        for index in stride(from: 0, to: points.count &- 1, by: 2) {
            let difference = points[index &+ 1].x - points[index].x
            if difference.isZero {
                // Affine addition cannot add two equal or opposite points. Such a pair stays as two points, and a later addition handles
                // them.
                sums.append(points[index])
                sums.append(points[index &+ 1])
            } else {
                pairs.append(index)
                inverses.append(difference)
            }
        }
        if points.count % 2 == 1, let last = points.last { sums.append(last) }
        BatchInversion.invert(&inverses)
        for (index, inverse) in zip(pairs, inverses) {
            let a = points[index], b = points[index &+ 1]
            let slope = (b.y - a.y) * inverse
            let x = slope.squared - a.x - b.x
            sums.append(AffinePoint(x: x, y: slope * (a.x - x) - a.y))
        }
        return sums
    }
}
