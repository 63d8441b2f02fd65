/// The two checks on P-256 numbers (SEC 2, 2.4.2) that reading a `PUB_R1_` or `PVT_R1_` text needs.
///
/// Written by hand because this module depends only on libsecp256k1, and these checks need no point arithmetic. They do not run in constant
/// time: public keys are public, and whether a private key is in range reveals nothing about it.
enum P256Curve {
    private static let prime = Words(0xFFFF_FFFF_0000_0001, 0, 0x0000_0000_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF)
    private static let order = Words(
        0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0xBCE6_FAAD_A717_9E84, 0xF3B9_CAC2_FC63_2551)
    private static let b = Words(
        0x5AC6_35D8_AA3A_93E7, 0xB3EB_BD55_7698_86BC, 0x651D_06B0_CC53_B0F6, 0x3BCE_3C3E_27D2_604B)
    private static let zero = Words(0, 0, 0, 0)
    private static let one = Words(0, 0, 0, 1)

    /// Returns true when `scalar` has 32 bytes and lies in 1 ..< n.
    static func contains(scalar: [UInt8]) -> Bool {
        guard let value = Words(bytes: scalar) else { return false }
        return zero < value && value < order
    }

    /// Returns true when a point has this 32-byte x, which means that x³ - 3x + b is a square modulo the prime.
    static func hasPoint(x bytes: [UInt8]) -> Bool {
        guard let x = Words(bytes: bytes), x < prime else { return false }
        let cube = product(product(x, x), x)
        let threefold = sum(sum(x, x), x)
        return isSquare(sum(difference(cube, threefold), b))
    }

    /// Returns true when the Jacobi symbol of `value` over the prime is 1. Zero does not count as a square, because no point of P-256 has y = 0.
    private static func isSquare(_ value: Words) -> Bool {
        var upper = value, lower = prime, positive = true
        while upper != zero {
            while upper.low & 1 == 0 {
                upper = upper.halved
                if lower.low & 7 == 3 || lower.low & 7 == 5 { positive.toggle() }
            }
            if upper < lower {
                swap(&upper, &lower)
                if upper.low & 3 == 3, lower.low & 3 == 3 { positive.toggle() }
            }
            upper = upper.subtracting(lower).words
        }
        return lower == one && positive
    }

    private static func sum(_ left: Words, _ right: Words) -> Words {
        let (words, carry) = left.adding(right)
        return carry || !(words < prime) ? words.subtracting(prime).words : words
    }

    private static func difference(_ left: Words, _ right: Words) -> Words {
        let (words, borrow) = left.subtracting(right)
        return borrow ? words.adding(prime).words : words
    }

    /// Multiplies by doubling and adding, which is fast enough for two products per key.
    private static func product(_ left: Words, _ right: Words) -> Words {
        var result = zero
        for bit in 0..<256 {
            result = sum(result, result)
            if right.bit(fromTop: bit) { result = sum(result, left) }
        }
        return result
    }

    /// A 256-bit number in four words. `a` is the most significant one.
    private struct Words: Equatable {
        private let a, b, c, d: UInt64

        init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

        init?(bytes: [UInt8]) {
            guard bytes.count == 32 else { return nil }
            func word(_ index: Int) -> UInt64 { bytes[index * 8..<index * 8 + 8].reduce(0) { $0 &<< 8 | UInt64($1) } }
            self.init(word(0), word(1), word(2), word(3))
        }

        var low: UInt64 { d }
        var halved: Words { Words(a &>> 1, b &>> 1 | a &<< 63, c &>> 1 | b &<< 63, d &>> 1 | c &<< 63) }

        static func < (left: Words, right: Words) -> Bool {
            (left.a, left.b, left.c, left.d) < (right.a, right.b, right.c, right.d)
        }

        func bit(fromTop place: Int) -> Bool {
            let word =
                switch place / 64 {
                case 0: a;
                case 1: b;
                case 2: c;
                default: d
                }
            return word &>> UInt64(63 - place % 64) & 1 == 1
        }

        func adding(_ other: Words) -> (words: Words, carry: Bool) {
            func step(_ left: UInt64, _ right: UInt64, _ carry: Bool) -> (UInt64, Bool) {
                let (first, over) = left.addingReportingOverflow(right)
                let (second, overAgain) = first.addingReportingOverflow(carry ? 1 : 0)
                return (second, over || overAgain)
            }
            let (d, carryD) = step(d, other.d, false)
            let (c, carryC) = step(c, other.c, carryD)
            let (b, carryB) = step(b, other.b, carryC)
            let (a, carryA) = step(a, other.a, carryB)
            return (Words(a, b, c, d), carryA)
        }

        func subtracting(_ other: Words) -> (words: Words, borrow: Bool) {
            func step(_ left: UInt64, _ right: UInt64, _ borrow: Bool) -> (UInt64, Bool) {
                let (first, under) = left.subtractingReportingOverflow(right)
                let (second, underAgain) = first.subtractingReportingOverflow(borrow ? 1 : 0)
                return (second, under || underAgain)
            }
            let (d, borrowD) = step(d, other.d, false)
            let (c, borrowC) = step(c, other.c, borrowD)
            let (b, borrowB) = step(b, other.b, borrowC)
            let (a, borrowA) = step(a, other.a, borrowB)
            return (Words(a, b, c, d), borrowA)
        }
    }
}
