/// An amount of tokens. Its decimal digits are stored exactly as they were written, because a `Double` cannot represent every amount. MYKEY
/// sheet 2.3.
///
/// An amount is read from a JSON number or a string. It may have an exponent, as Java writes it (`1.0E-4`). It is written without an
/// exponent (`0.00010`).
///
/// ```swift
/// let amount = try TokenAmount("1.0E-4")
/// print(amount)   // 0.00010
/// ```
public struct TokenAmount: Sendable, Hashable, CustomStringConvertible {
    /// The amount in decimal digits, with or without a fraction, without a sign or an exponent. This text is a valid JSON number.
    public let text: String

    /// The largest number of digits that an amount may have when it is written without an exponent.
    public static let maxDigits = 64

    /// Reads an amount.
    /// - Throws: ``MYKEYError`` `value` when the text is not a number, is negative, or has more than 64 digits.
    public init(_ text: String) throws(MYKEYError) {
        guard let plain = Self.plain(Array(text.utf8)) else {
            throw MYKEYError(
                .value, field: "amount",
                reason: "a decimal number of at most \(Self.maxDigits) digits without a sign was expected")
        }
        self.text = plain
    }

    /// Creates an amount from a number. The amount has the fewest digits that identify the number.
    /// - Throws: ``MYKEYError`` `value` when the number is negative, infinite or NaN, or has more than 64 digits.
    public init(_ number: Double) throws(MYKEYError) { try self.init(number.description) }

    public var description: String { text }

    private static func plain(_ text: [UInt8]) -> String? {
        let mantissaEnd = text.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ?? text.endIndex
        let point = text[..<mantissaEnd].firstIndex(of: UInt8(ascii: ".")) ?? mantissaEnd
        let whole = Array(text[..<point])
        let fraction = point < mantissaEnd ? Array(text[(point + 1)..<mantissaEnd]) : []
        guard ASCII.canonicalNumber(whole.prefix(1)) != nil, whole.allSatisfy(ASCII.isDigit),
            whole[0] != 0x30 || whole.count == 1,
            fraction.allSatisfy(ASCII.isDigit), point == mantissaEnd || !fraction.isEmpty,
            whole.count + fraction.count <= maxDigits
        else { return nil }
        guard let shift = exponent(text[mantissaEnd...]) else { return nil }
        var digits = whole + fraction
        var places = fraction.count - shift
        if places < 0 {
            digits += Array(repeating: 0x30, count: -places)
            places = 0
        }
        if digits.count <= places { digits = Array(repeating: 0x30, count: places - digits.count + 1) + digits }
        let zeros = digits.prefix(digits.count - places - 1).prefix { $0 == 0x30 }.count
        digits.removeFirst(zeros)
        guard digits.count <= maxDigits else { return nil }
        let split = digits.count - places
        let tail = places > 0 ? [UInt8(ascii: ".")] + digits[split...] : []
        return String(decoding: digits[..<split] + tail, as: UTF8.self)
    }

    /// Reads an exponent. Returns 0 if there is none, and `nil` if it is malformed or beyond ±64.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        guard !text.isEmpty else { return 0 }
        var digits = text.dropFirst()
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        guard !digits.isEmpty, digits.count <= 3, digits.allSatisfy(ASCII.isDigit),
            let value = Int(String(decoding: digits, as: UTF8.self)),
            value <= maxDigits
        else { return nil }
        return isNegative ? -value : value
    }
}
