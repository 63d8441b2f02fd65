/// A point of P-256 in affine coordinates. It cannot be the point at infinity.
package struct AffinePoint: Sendable, Equatable {
    package var x: FieldElement
    package var y: FieldElement

    /// The coefficient b of y² = x³ - 3x + b.
    private static let b =
        FieldElement(
            constant: Words256(
                w0: 0x3BCE_3C3E_27D2_604B, w1: 0x651D_06B0_CC53_B0F6, w2: 0xB3EB_BD55_7698_86BC,
                w3: 0x5AC6_35D8_AA3A_93E7))

    /// The generator G (FIPS 186-4, D.1.2.3).
    package static let generator = AffinePoint(
        x: FieldElement(
            constant: Words256(
                w0: 0xF4A1_3945_D898_C296, w1: 0x7703_7D81_2DEB_33A0, w2: 0xF8BC_E6E5_63A4_40F2,
                w3: 0x6B17_D1F2_E12C_4247)),
        y: FieldElement(
            constant: Words256(
                w0: 0xCBB6_4068_37BF_51F5, w1: 0x2BCE_3357_6B31_5ECE, w2: 0x8EE7_EB4A_7C0F_9E16,
                w3: 0x4FE3_42E2_FE1A_7F9B)))

    package init(x: FieldElement, y: FieldElement) {
        self.x = x
        self.y = y
    }

    /// Creates the point with this x and an odd or even y. Returns nil when there is none.
    package init?(x number: Words256, oddY: Bool) {
        guard let x = FieldElement(number) else { return nil }
        guard let root = (x.squared * x - (x.doubled + x) + Self.b).squareRoot else { return nil }
        self.x = x
        y = root.number.isOdd == oddY ? root : root.negated
    }

    @inline(__always)
    package var negated: AffinePoint { AffinePoint(x: x, y: y.negated) }

    /// The point as 65 bytes: `04`, x and y, big-endian.
    package var uncompressed: [UInt8] {
        var bytes: [UInt8] = [4]
        bytes.reserveCapacity(65)
        x.number.append(to: &bytes)
        y.number.append(to: &bytes)
        return bytes
    }
}

/// A point of P-256 in Jacobian coordinates: x = X / Z², y = Y / Z³. Z = 0 is the point at infinity.
///
/// The operations branch on special cases. This reveals nothing, because they process only public values.
package struct CurvePoint: Sendable {
    package var x: FieldElement
    package var y: FieldElement
    package var z: FieldElement

    package static let infinity = CurvePoint(x: .one, y: .one, z: .zero)

    package init(x: FieldElement, y: FieldElement, z: FieldElement) {
        self.x = x
        self.y = y
        self.z = z
    }

    package init(_ point: AffinePoint) { self.init(x: point.x, y: point.y, z: .one) }

    @inline(__always)
    package var isInfinity: Bool { z.isZero }

    /// The affine form, or nil for the point at infinity.
    package var affine: AffinePoint? {
        guard !isInfinity else { return nil }
        let inverse = z.inverted, inverseSquare = inverse.squared
        return AffinePoint(x: x * inverseSquare, y: y * inverseSquare * inverse)
    }

    /// Doubles the point. The formula saves three squarings because the curve's a is -3.
    package mutating func double() {
        let delta = z.squared, gamma = y.squared, beta = x * gamma
        let difference = (x - delta) * (x + delta)
        let alpha = difference.doubled + difference
        let beta4 = beta.doubled.doubled
        z = (y + z).squared - gamma - delta
        x = alpha.squared - beta4.doubled
        y = alpha * (beta4 - x) - gamma.doubled.squared.doubled
    }

    /// Adds a point whose Z is 1.
    package mutating func add(_ point: AffinePoint) {
        guard !isInfinity else {
            self = CurvePoint(point)
            return
        }
        let zSquare = z.squared
        let h = point.x * zSquare - x
        let slope = point.y * (zSquare * z) - y
        if h.isZero {
            if slope.isZero { double() } else { self = .infinity }
            return
        }
        let hSquare = h.squared, hCube = hSquare * h, shared = x * hSquare
        x = slope.squared - hCube - shared.doubled
        y = slope * (shared - x) - y * hCube
        z = z * h
    }
}
