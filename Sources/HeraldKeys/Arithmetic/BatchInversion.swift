/// Inverts many field elements at the cost of one inversion and three multiplications each (Montgomery's trick).
enum BatchInversion {
    /// Inverts every element in place. No element may be zero.
    static func invert(_ elements: inout [FieldElement]) {
        guard !elements.isEmpty else { return }
        var products: [FieldElement] = []
        products.reserveCapacity(elements.count)
        var running = FieldElement.one
        for element in elements {
            products.append(running)
            running = running * element
        }
        var inverse = running.inverted
        for index in elements.indices.reversed() {
            let element = elements[index]
            elements[index] = inverse * products[index]
            inverse = inverse * element
        }
    }

    /// Returns the affine forms of points. None of them may be the point at infinity.
    static func affine(_ points: [CurvePoint]) -> [AffinePoint] {
        var inverses = points.map(\.z)
        invert(&inverses)
        return zip(points, inverses).map { point, inverse in
            let square = inverse.squared
            return AffinePoint(x: point.x * square, y: point.y * square * inverse)
        }
    }
}
