import TestSupport
import Testing

@testable import HeraldKeys

@Suite("Multiplication and division of 256-bit numbers by a word")
struct Words256Tests {
    private static let largest = Words256(w0: .max, w1: .max, w2: .max, w3: .max)

    @Test("a product divided by its factor is the number again, and the remainder is the summand")
    func inverse() {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<2_000 {
            // The upper word is small enough for the product to fit.
            let factor = random.next() >> 32 | 1
            let number = Words256(w0: random.next(), w1: random.next(), w2: random.next(), w3: random.next() >> 33)
            let summand = random.next() % factor
            let (product, overflow) = number.multiplied(by: factor, adding: summand)
            #expect(overflow == 0)
            let (quotient, remainder) = product.divided(by: factor)
            #expect(quotient == number && remainder == summand)
        }
    }

    @Test("the overflow of a product is its part from 2^256 on")
    func overflow() {
        let (result, overflow) = Self.largest.multiplied(by: .max, adding: .max)
        #expect(result == .zero && overflow == .max)
        #expect(Self.largest.multiplied(by: 1, adding: 1).result == .zero)
        #expect(Self.largest.multiplied(by: 1, adding: 1).overflow == 1)
    }

    @Test("a carry and a remainder pass through all words")
    func words() {
        let power = Words256(w0: 0, w1: 0, w2: 0, w3: 1)
        // 2^192 = 3 · 0x5555… + 1
        let third: UInt64 = 0x5555_5555_5555_5555
        let (quotient, remainder) = power.divided(by: 3)
        #expect(quotient == Words256(w0: third, w1: third, w2: third, w3: 0) && remainder == 1)
        #expect(quotient.multiplied(by: 3, adding: 1).result == power)
    }
}
