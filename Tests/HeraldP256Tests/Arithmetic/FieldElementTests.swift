import TestSupport
import Testing

@testable import HeraldKeys
@testable import HeraldP256

@Suite("Field of P-256")
struct FieldElementTests {
    private static func samples(_ count: Int, seed: UInt64) -> [Words256] {
        var random = SeededGenerator(seed: seed)
        let drawn = (0..<count).map { _ in Words256.random(using: &random) }
        return Words256.edges(below: FieldElement.modulus) + drawn.filter { $0.isBelow(FieldElement.modulus) }
    }

    @Test("products and sums equal those of slow arithmetic")
    func againstReference() throws {
        let numbers = Self.samples(10, seed: 21)
        for a in numbers {
            for b in numbers {
                let x = try #require(FieldElement(a)), y = try #require(FieldElement(b))
                #expect(ReferenceModulus.digits((x * y).number) == ReferenceModulus.field.product(a, b))
                #expect(ReferenceModulus.digits((x + y).number) == ReferenceModulus.field.sum(a, b))
                #expect((x - y) + y == x)
                #expect((x - y) == (y - x).negated)
            }
        }
    }

    @Test("numbers are read back unchanged, and p or more is refused")
    func range() throws {
        for number in Self.samples(50, seed: 22) { #expect(FieldElement(number)?.number == number) }
        #expect(FieldElement(FieldElement.modulus) == nil)
        #expect(FieldElement(Words256(w0: .max, w1: .max, w2: .max, w3: .max)) == nil)
        #expect(FieldElement(Words256(small: 1)) == .one)
    }

    @Test("addition and multiplication obey the laws of a field")
    func laws() throws {
        let elements = try Self.samples(60, seed: 23).map { try #require(FieldElement($0)) }
        for (index, a) in elements.enumerated() {
            let b = elements[(index * 7 + 3) % elements.count], c = elements[(index * 13 + 5) % elements.count]
            #expect(a * (b + c) == a * b + a * c)
            #expect((a * b) * c == a * (b * c))
            #expect(a * b == b * a)
            #expect(a.squared == a * a)
            #expect((a + b).squared == a.squared + (a * b).doubled + b.squared)
            #expect(a * .one == a)
            #expect((a + a.negated).isZero)
        }
    }

    @Test("an element times its inverse is one")
    func inverses() throws {
        for number in Self.samples(200, seed: 24) {
            let element = try #require(FieldElement(number))
            #expect(element.inverted * element == (number.isZero ? .zero : .one))
        }
    }

    @Test("many inverses at once equal the single ones")
    func batch() throws {
        let elements = try Self.samples(20, seed: 25).filter { !$0.isZero }.map { try #require(FieldElement($0)) }
        var inverted = elements
        BatchInversion.invert(&inverted)
        #expect(inverted == elements.map(\.inverted))
        var none: [FieldElement] = []
        BatchInversion.invert(&none)
        #expect(none.isEmpty)
    }

    @Test("squares have roots, and exactly one of a number and its negative is a square")
    func squareRoots() throws {
        for number in Self.samples(20, seed: 26) where !number.isZero {
            let element = try #require(FieldElement(number))
            let root = try #require(element.squared.squareRoot)
            #expect(root == element || root == element.negated)
            #expect((element.squareRoot == nil) != (element.negated.squareRoot == nil))
        }
        #expect(FieldElement.zero.squareRoot == .zero)
    }
}
