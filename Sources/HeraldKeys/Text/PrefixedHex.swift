/// Hexadecimal text of a fixed number of bytes, with or without `0x` depending on the rule.
enum PrefixedHex {
    enum Rule {
        /// Ignores white space around the text and an optional `0x` or `0X` (SDN sheet 1.6).
        case lenient
        /// Requires `0x` in front and nothing around the text (MYKEY sheet 8.1 and part 5, field `sign`).
        case exact
    }

    /// - Throws: ``KeysError`` with code `prefix`, `length` or `character` for `field`.
    static func bytes(_ text: String, count: Int, rule: Rule, field: String) throws(KeysError) -> [UInt8] {
        try Hex.decode(utf8: digits(text, count: count, rule: rule, field: field), field: field)
    }

    /// Returns the digits without prefix. Checks that there are exactly `2 * count`, but not that they are hexadecimal.
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
