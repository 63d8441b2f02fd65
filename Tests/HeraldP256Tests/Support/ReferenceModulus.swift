@testable import HeraldKeys
@testable import HeraldP256

/// Arithmetic modulo a number by doubling and adding bit by bit over 32-bit digits: slow, and sharing no line with the
/// module under test.
struct ReferenceModulus {
    let digits: [UInt32]

    static let field = ReferenceModulus("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
    static let order = ReferenceModulus("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

    private init(_ hex: String) { digits = Self.digits(hex) }

    /// Least significant first.
    static func digits(_ hex: String) -> [UInt32] {
        let characters = Array(hex)
        return stride(from: characters.count - 8, through: 0, by: -8).map {
            UInt32(String(characters[$0..<$0 + 8]), radix: 16) ?? 0
        }
    }

    static func digits(_ words: Words256) -> [UInt32] {
        [words.w0, words.w1, words.w2, words.w3].flatMap {
            [UInt32(truncatingIfNeeded: $0), UInt32(truncatingIfNeeded: $0 >> 32)]
        }
    }

    func product(_ a: Words256, _ b: Words256) -> [UInt32] {
        var result = [UInt32](repeating: 0, count: 8)
        let addend = reduced(Self.digits(a))
        for digit in Self.digits(b).reversed() {
            for bit in (0..<32).reversed() {
                result = sum(result, result)
                if digit >> UInt32(bit) & 1 == 1 { result = sum(result, addend) }
            }
        }
        return result
    }

    func sum(_ a: Words256, _ b: Words256) -> [UInt32] { sum(reduced(Self.digits(a)), reduced(Self.digits(b))) }

    private func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var carry: UInt64 = 0
        var total: [UInt32] = []
        for index in 0..<8 {
            carry += UInt64(a[index]) + UInt64(b[index])
            total.append(UInt32(truncatingIfNeeded: carry))
            carry >>= 32
        }
        return reduced(total, top: carry)
    }

    private func reduced(_ a: [UInt32], top: UInt64 = 0) -> [UInt32] {
        var difference: [UInt32] = []
        var borrow: Int64 = 0
        for index in 0..<8 {
            let value = Int64(a[index]) - Int64(digits[index]) - borrow
            borrow = value < 0 ? 1 : 0
            difference.append(UInt32(truncatingIfNeeded: value))
        }
        return borrow == 1 && top == 0 ? a : difference
    }
}
