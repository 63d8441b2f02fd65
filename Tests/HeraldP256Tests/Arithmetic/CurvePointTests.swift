import Crypto
import TestSupport
import Testing

@testable import HeraldKeys
@testable import HeraldP256

@Suite("Points of P-256")
struct CurvePointTests {
    private static func scalars(_ count: Int, seed: UInt64) -> [Words256] {
        var random = SeededGenerator(seed: seed)
        let drawn = (0..<count).map { _ in OrderScalar.reduced(.random(using: &random)) }
        return (Words256.edges(below: OrderScalar.order) + [OrderScalar.order.shiftedRight(1)] + drawn).filter {
            !$0.isZero
        }
    }

    /// scalar · G by swift-crypto, 65 bytes.
    private static func reference(_ scalar: Words256) throws -> [UInt8] {
        try [UInt8](P256.Signing.PrivateKey(rawRepresentation: scalar.bigEndianBytes).publicKey.x963Representation)
    }

    @Test("multiples of the generator equal swift-crypto's, with and without a table")
    func multiplesOfGenerator() throws {
        for scalar in Self.scalars(20, seed: 41) {
            let expected = try Self.reference(scalar)
            #expect(CombTable.generator.product(scalar).affine?.uncompressed == expected)
            #expect(CurvePoint.product(scalar, .generator).affine?.uncompressed == expected)
        }
    }

    @Test(
        "multiples of other points have the x of swift-crypto's key agreement",
        arguments: [UInt64(2), 3, 4, 5, 6, 7, 8])
    func multiplesOfOthers(width: UInt64) throws {
        let key = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: Words256(w0: width, w1: 2, w2: 3, w3: 4).bigEndianBytes)
        let publicKey = try P256PublicKey(bytes: [UInt8](key.publicKey.x963Representation))
        let point = try #require(AffinePoint(publicKey))
        let table = CombTable(of: point, width: width)
        for scalar in Self.scalars(4, seed: 42) {
            let own = try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar.bigEndianBytes)
            let expected = try own.sharedSecretFromKeyAgreement(with: key.publicKey).withUnsafeBytes { [UInt8]($0) }
            let product = CurvePoint.product(scalar, point)
            let found = try #require(table.product(scalar).affine)
            #expect(found == product.affine)
            #expect(found.x.number.bigEndianBytes == expected)
        }
    }

    @Test("multiplying by zero or by the order gives the point at infinity")
    func infinity() throws {
        #expect(CurvePoint.product(.zero, .generator).isInfinity)
        #expect(CurvePoint.product(OrderScalar.order, .generator).isInfinity)
        #expect(CurvePoint.infinity.affine == nil)
        var sum = CombTable.generator.product(.zero)
        #expect(sum.isInfinity)
        sum.double()
        #expect(sum.isInfinity)
    }

    @Test("a point plus itself is doubled, and plus its opposite is the point at infinity")
    func specialSums() throws {
        for scalar in Self.scalars(5, seed: 43) {
            let point = try #require(CurvePoint.product(scalar, .generator).affine)
            var twice = CurvePoint(point), doubled = CurvePoint(point)
            twice.add(point)
            doubled.double()
            #expect(twice.affine == doubled.affine)
            twice.add(point.negated)
            #expect(twice.affine == point)
            twice.add(point.negated)
            #expect(twice.isInfinity)
            twice.add(point)
            #expect(twice.affine == point)
        }
    }

    @Test("the sum of many points equals adding them one by one, with equal and opposite points among them")
    func manyPoints() throws {
        let points = try Self.scalars(6, seed: 45).map { try #require(CurvePoint.product($0, .generator).affine) }
        var random = SeededGenerator(seed: 46)
        for count in 0..<24 {
            let drawn = (0..<count).compactMap { _ in points.randomElement(using: &random) }
                .map { Bool.random(using: &random) ? $0 : $0.negated }
            var oneByOne = CurvePoint(points[0])
            for point in drawn { oneByOne.add(point) }
            #expect(PointSum.of(drawn, startingWith: CurvePoint(points[0])).affine == oneByOne.affine)
        }
        #expect(PointSum.of([]).isInfinity)
        #expect(PointSum.of([points[0], points[0].negated, points[1], points[1].negated]).isInfinity)
    }

    @Test("a point is recovered from its x and the parity of its y")
    func fromX() throws {
        for scalar in Self.scalars(10, seed: 44) {
            let point = try #require(CurvePoint.product(scalar, .generator).affine)
            let odd = point.y.number.isOdd
            #expect(AffinePoint(x: point.x.number, oddY: odd) == point)
            #expect(AffinePoint(x: point.x.number, oddY: !odd) == point.negated)
        }
        #expect(AffinePoint(x: FieldElement.modulus, oddY: false) == nil)
        let random = (0..<64).map { Words256(w0: $0, w1: 5, w2: 6, w3: 7) }
        let found = random.filter { AffinePoint(x: $0, oddY: false) != nil }.count
        #expect((10...54).contains(found))
    }
}
