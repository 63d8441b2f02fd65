import HeraldKeys

/// A word of 32 bytes, which is the unit of the Ethereum contract ABI. A number in it is big-endian.
public struct ABIWord: Sendable, Hashable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Creates a word from its bytes.
    /// - Throws: ``MYKEYServicesError`` with code `abi` when there are not exactly 32 bytes.
    public init(bytes: [UInt8]) throws(MYKEYServicesError) {
        guard bytes.count == 32 else {
            throw MYKEYServicesError(.abi, field: "word", reason: "32 bytes expected, \(bytes.count) found")
        }
        self.bytes = bytes
    }

    /// Creates a word from a small number.
    public init(_ number: UInt64) {
        bytes = Self.padded(left: withUnsafeBytes(of: number.bigEndian) { Array($0) })
    }

    /// Creates a word from a whole number below 2^256, in decimal digits without a sign.
    /// - Throws: ``MYKEYServicesError`` with code `abi`.
    public init(decimal text: String) throws(MYKEYServicesError) {
        guard !text.isEmpty, text.utf8.count <= 78, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw MYKEYServicesError(.abi, field: "uint256", reason: "1 to 78 decimal digits are expected")
        }
        var number = Words256.zero
        for digit in text.utf8 {
            let next = number.multiplied(by: 10, adding: UInt64(digit - 0x30))
            guard next.overflow == 0 else {
                throw MYKEYServicesError(.abi, field: "uint256", reason: "the number is 2^256 or more")
            }
            number = next.result
        }
        bytes = number.bigEndianBytes
    }

    /// The number in decimal digits.
    public var decimal: String {
        // A word always has 32 bytes.
        var rest = Words256(bigEndian: bytes) ?? .zero
        var digits: [UInt8] = []
        while !rest.isZero {
            let (quotient, digit) = rest.divided(by: 10)
            digits.append(0x30 + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        }
        return digits.isEmpty ? "0" : String(decoding: digits.reversed(), as: UTF8.self)
    }

    /// True when all bytes are zero.
    public var isZero: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Returns at most 32 bytes with leading zeros.
    static func padded(left bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count <= 32, "a word of the contract ABI has 32 bytes")
        return [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
    }
}
