/// Decodes percent-encoded text (RFC 3986, 2.1).
enum PercentText {
    /// Returns a text without its escapes. A text that has none is not copied byte by byte.
    /// - Parameters:
    ///   - plusIsSpace: true if `+` stands for a space, as in forms. Defaults to `false`.
    ///   - allowsZero: true if the text may contain U+0000. SQLite ends a text at U+0000, so a check would see more of the text than a
    ///     table stores.
    ///   - part: names the text in an error.
    /// - Throws: ``RequestTarget/Fault/malformed(part:reason:)`` for a broken escape, bytes that are not UTF-8, and U+0000.
    static func decoded(
        _ text: Substring.UTF8View, plusIsSpace: Bool = false, allowsZero: Bool = false, part: String
    ) throws(RequestTarget.Fault) -> String {
        let isPlain = text.allSatisfy {
            $0 != UInt8(ascii: "%") && $0 != 0 && !(plusIsSpace && $0 == UInt8(ascii: "+"))
        }
        if isPlain { return String(Substring(text)) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
                    throw .malformed(part: part, reason: "a % is not followed by two hexadecimal digits")
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw .malformed(part: part, reason: "the decoded bytes are not UTF-8")
        }
        guard allowsZero || !bytes.contains(0) else {
            throw .malformed(part: part, reason: "the character U+0000 is not allowed")
        }
        return decoded
    }

    /// Returns the value of a hexadecimal digit, or `nil` for any other byte.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
