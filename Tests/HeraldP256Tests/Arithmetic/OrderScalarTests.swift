import TestSupport
import Testing

@testable import HeraldKeys
@testable import HeraldP256

@Suite("Scalars of P-256")
struct OrderScalarTests {
    private static func samples(_ count: Int, seed: UInt64) -> [Words256] {
        var random = SeededGenerator(seed: seed)
        let drawn = (0..<count).map { _ in Words256.random(using: &random) }
        return Words256.edges(below: OrderScalar.order) + drawn.filter { $0.isBelow(OrderScalar.order) }
    }

    @Test("products equal those of slow arithmetic")
    func products() {
        let numbers = Self.samples(10, seed: 31)
        for a in numbers {
            for b in numbers {
                #expect(ReferenceModulus.digits(OrderScalar.product(a, b)) == ReferenceModulus.order.product(a, b))
            }
        }
    }

    @Test("a quotient times the divisor is the dividend")
    func quotients() {
        let numbers = Self.samples(100, seed: 32)
        for (index, c) in numbers.enumerated() where !c.isZero {
            let a = numbers[(index * 5 + 1) % numbers.count], b = numbers[(index * 11 + 2) % numbers.count]
            let (first, second) = OrderScalar.quotients(a, b, by: c)
            #expect(OrderScalar.product(first, c) == a)
            #expect(OrderScalar.product(second, c) == b)
        }
    }

    @Test("half the order separates low from high scalars")
    func halves() {
        let one = Words256(small: 1)
        let half = OrderScalar.order.shiftedRight(1)
        #expect(OrderScalar.isLow(one) && OrderScalar.isLow(half))
        #expect(!OrderScalar.isLow(half.adding(one).sum) && !OrderScalar.isLow(.below(OrderScalar.order, by: 1)))
        #expect(OrderScalar.negated(half) == half.adding(one).sum)
        #expect(OrderScalar.negated(.below(OrderScalar.order, by: 1)) == one)
    }

    @Test("0 and the order are not scalars, and numbers above the order are reduced")
    func range() {
        let all = Words256(w0: .max, w1: .max, w2: .max, w3: .max)
        #expect(!OrderScalar.contains(.zero) && !OrderScalar.contains(OrderScalar.order) && !OrderScalar.contains(all))
        #expect(OrderScalar.contains(Words256(small: 1)) && OrderScalar.contains(.below(OrderScalar.order, by: 1)))
        #expect(OrderScalar.reduced(OrderScalar.order).isZero)
        #expect(OrderScalar.reduced(.below(OrderScalar.order, by: 1)) == .below(OrderScalar.order, by: 1))
        #expect(OrderScalar.reduced(all).adding(OrderScalar.order).sum == all)
    }
}
