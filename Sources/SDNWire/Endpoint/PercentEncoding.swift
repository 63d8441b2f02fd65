import HeraldKeys

/// Percent-encoding of one path segment or query part (RFC 3986).
///
/// Foundation's `urlPathAllowed` cannot be used: it leaves `/`, `!`, `$` and `:` unencoded, and Matrix IDs contain all of them.
package enum PercentEncoding {
    /// Encodes every byte except RFC 3986's unreserved characters.
    package static func encodeSegment(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count + 8)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                out.append(byte)
            default:
                out.append(0x25)
                out.append(hexDigit(byte >> 4))
                out.append(hexDigit(byte & 15))
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes `%XX` once. A `+` stays `+` in a path and means a space in a query.
    /// - Throws: ``WireError`` with code `invalid` for a broken escape or bytes that are not UTF-8.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false, field: String = "path")
        throws(WireError) -> String
    {
        var out: [UInt8] = []
        var iterator = text.utf8.makeIterator()
        while let byte = iterator.next() {
            if byte == 0x25 {
                guard let high = iterator.next().flatMap(nibble), let low = iterator.next().flatMap(nibble) else {
                    throw WireError(.invalid, field: field, reason: "a % is not followed by two hexadecimal digits")
                }
                out.append(high << 4 | low)
            } else {
                out.append(plusIsSpace && byte == 0x2B ? 0x20 : byte)
            }
        }
        guard let decoded = StrictUTF8.text(out) else {
            throw WireError(.invalid, field: field, reason: "the decoded bytes are not UTF-8")
        }
        return decoded
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
