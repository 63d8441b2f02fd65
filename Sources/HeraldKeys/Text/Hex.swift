/// Hexadecimal text (base16, RFC 4648 section 8) without a prefix.
///
/// Herald has its own implementation, because this module does not use Foundation, and Foundation has no hexadecimal decoder.
///
/// ```swift
/// let bytes = try Hex.decode("C0ffee")
/// print(Hex.encode(bytes))   // c0ffee
/// ```
public enum Hex {
    /// Encodes each byte as two digits, without `0x`. The digits are lower-case by default.
    public static func encode(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
        let alpha: UInt8 = uppercase ? 0x41 - 10 : 0x61 - 10
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            let high = byte &>> 4, low = byte & 15
            digits.append(high &+ (high < 10 ? 0x30 : alpha))
            digits.append(low &+ (low < 10 ? 0x30 : alpha))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Decodes hexadecimal digits of either letter case. A prefix such as `0x` is an error.
    /// - Throws: ``KeysError`` with code `length` for an odd number of digits, or with code `character` and the position of an invalid digit.
    public static func decode(_ text: some StringProtocol) throws(KeysError) -> [UInt8] {
        try decode(utf8: text.utf8, field: "hex")
    }

    static func decode(utf8 digits: some Collection<UInt8>, field: String) throws(KeysError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        var offset = 0
        for digit in digits {
            guard let value = nibble(digit) else {
                throw KeysError(
                    .character, field: field, reason: "character \(offset + 1) of the digits is not hexadecimal")
            }
            if let first = high {
                bytes.append(first &<< 4 | value)
                high = nil
            } else {
                high = value
            }
            offset += 1
        }
        guard high == nil else {
            throw KeysError(.length, field: field, reason: "an odd number of hexadecimal digits (\(offset))")
        }
        return bytes
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit &- 0x30
        case 0x61...0x66: digit &- 0x57
        case 0x41...0x46: digit &- 0x37
        default: nil
        }
    }
}

/// Hexadecimal text of a fixed number of bytes, with or without `0x` depending on the rule.
enum PrefixedHex {
    enum Rule {
        /// Ignores white space around the text and an optional `0x` or `0X` (SDN sheet 1.6).
        case lenient
        /// Requires `0x` in front and nothing around the text (MYKEY sheet 8.1 and part 5, field `sign`).
        case exact
    }

    /// Decodes a text that must contain exactly `count` bytes.
    /// - Throws: ``KeysError`` with code `prefix`, `length` or `character` for `field`.
    static func bytes(_ text: String, count: Int, rule: Rule, field: String) throws(KeysError) -> [UInt8] {
        try Hex.decode(utf8: digits(text, count: count, rule: rule, field: field), field: field)
    }

    /// Returns the digits of a text without the prefix. This checks that there are exactly `2 * count` digits, but not that they are
    /// hexadecimal.
    static func digits(_ text: String, count: Int, rule: Rule, field: String) throws(KeysError) -> [UInt8] {
        let utf8 = text.utf8
        var start = utf8.startIndex, end = utf8.endIndex
        if rule == .lenient {
            while start < end, isSpace(utf8[start]) { start = utf8.index(after: start) }
            while start < end {
                let before = utf8.index(before: end)
                guard isSpace(utf8[before]) else { break }
                end = before
            }
        }
        var body = utf8[start..<end]
        if body.first == 0x30, let mark = body.dropFirst().first, mark == 0x78 || (mark == 0x58 && rule == .lenient) {
            body = body.dropFirst(2)
        } else if rule == .exact {
            throw KeysError(.prefix, field: field, reason: "0x is missing at the beginning")
        }
        guard body.count == 2 * count else {
            throw KeysError(
                .length, field: field,
                reason: "\(2 * count) hexadecimal digits (\(count) bytes) expected, \(body.count) characters found")
        }
        return Array(body)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
