import HeraldKeys

/// Percent-encoding (RFC 3986 section 2.1) by the rules of the MYKEY protocol. MYKEY sheet 3.2.
///
/// Foundation's `URLComponents` is not used, because it leaves `+` unencoded and, on some platforms, silently repairs invalid URLs.
public enum PercentText {
    /// Encodes the UTF-8 bytes of `text`. Each byte outside `A-Z a-z 0-9 - . _ ~` becomes `%` and two upper-case hexadecimal digits.
    public static func encode(_ text: String) -> String { encode(Array(text.utf8)) }

    /// Encodes bytes. Each byte outside `A-Z a-z 0-9 - . _ ~` becomes `%` and two upper-case hexadecimal digits.
    public static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            guard !ASCII.isUnreserved(byte) else {
                result.append(byte)
                continue
            }
            result.append(UInt8(ascii: "%"))
            result.append(digit(byte &>> 4))
            result.append(digit(byte & 15))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes percent-encoding. A `+` is not changed.
    /// - Throws: ``MYKEYError`` `encoding` for an invalid escape, or for bytes that are not UTF-8.
    public static func decode(_ text: some StringProtocol) throws(MYKEYError) -> String {
        try decode(text.utf8, plusIsSpace: false)
    }

    /// Decodes the encoding of HTML forms, which Java's encoder writes. A `+` becomes a space.
    /// - Throws: ``MYKEYError`` `encoding` for an invalid escape, or for bytes that are not UTF-8.
    public static func formDecode(_ text: some StringProtocol) throws(MYKEYError) -> String {
        try decode(text.utf8, plusIsSpace: true)
    }

    private static func decode(_ text: some Sequence<UInt8>, plusIsSpace: Bool) throws(MYKEYError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount)
        var source = text.makeIterator()
        while let byte = source.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = source.next().flatMap(ASCII.nibble), let low = source.next().flatMap(ASCII.nibble)
                else {
                    throw MYKEYError(
                        .encoding, field: "percent", reason: "a percent sign is not followed by two hexadecimal digits")
                }
                bytes.append(high &<< 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        guard let result = StrictUTF8.text(bytes) else {
            throw MYKEYError(.encoding, field: "percent", reason: "the decoded bytes are not UTF-8")
        }
        return result
    }

    private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x41 + (nibble - 10) }
}
