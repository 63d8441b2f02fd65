/// Checks the content of a string: escapes, control characters and UTF-8.
///
/// An escape of half a surrogate pair (`\ud800`) is an error, unless the caller allows it. RFC 8259 section 8.2 calls its meaning
/// unpredictable, and it has no UTF-8 form.
enum StringScan {
    /// Checks the string that begins at `start`.
    /// - Parameters:
    ///   - start: the offset after the opening quote.
    ///   - allowsHalves: true to accept escapes of half a surrogate pair.
    /// - Returns: the offset of the closing quote, or -1 minus the offset of the error.
    @inline(__always)
    static func run(
        _ base: UnsafeRawPointer, from start: Int, end: Int, allowsHalves: Bool, isEscaped: inout Bool
    ) -> Int {
        var position = start
        while true {
            while position + 8 <= end {
                let stops = WordScan.stops(WordScan.load(base, position))
                if stops != 0 {
                    position += stops.trailingZeroBitCount >> 3
                    break
                }
                position += 8
            }
            guard position < end else { return -1 - end }
            let byte = base.load(fromByteOffset: position, as: UInt8.self)
            if byte == UInt8(ascii: "\"") { return position }
            if byte >= 0x80 {
                position = multibyteRun(base, from: position, end: end)
                if position < 0 { return position }
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
                position = escape(base, at: position, end: end, allowsHalves)
                if position < 0 { return position }
            } else if byte < 0x20 {
                return -1 - position
            } else {
                position += 1
            }
        }
    }

    /// Skips a run of characters outside ASCII (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
    @inline(__always)
    private static func multibyteRun(_ base: UnsafeRawPointer, from start: Int, end: Int) -> Int {
        var position = start
        // Checks each three-byte character in a 32-bit word. A mask checks the lead byte and the continuation bytes. Then overlong forms
        // and surrogates are excluded.
        while position + 4 <= end {
            let word = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
            guard word & 0x00C0_C0F0 == 0x0080_80E0 else { break }
            let range = word & 0x0000_200F
            guard range != 0, range != 0x0000_200D else { return -1 - position }
            position += 3
        }
        while position < end {
            let lead = base.load(fromByteOffset: position, as: UInt8.self)
            if lead < 0x80 { return position }
            let length = sequenceLength(base, at: position, lead: lead, end: end)
            guard length > 0 else { return -1 - position }
            position += length
        }
        return position
    }

    /// Returns the length of a well-formed sequence of two to four bytes, or 0 for a malformed one (table 3-7 of the Unicode standard).
    @inline(__always)
    private static func sequenceLength(_ base: UnsafeRawPointer, at position: Int, lead: UInt8, end: Int) -> Int {
        let length: Int
        var least: UInt8 = 0x80
        var most: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, least) = (3, 0xA0)
        case 0xED: (length, most) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, least) = (4, 0x90)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, most) = (4, 0x8F)
        default: return 0
        }
        guard position + length <= end else { return 0 }
        let second = base.load(fromByteOffset: position + 1, as: UInt8.self)
        guard second >= least, second <= most else { return 0 }
        for next in 2..<max(length, 2) where base.load(fromByteOffset: position + next, as: UInt8.self) & 0xC0 != 0x80 {
            return 0
        }
        return length
    }

    /// Checks the escape at `position`.
    /// - Returns: the offset after the escape, or -1 minus the offset of the error.
    @inline(never)
    private static func escape(_ base: UnsafeRawPointer, at position: Int, end: Int, _ allowsHalves: Bool) -> Int {
        guard position + 1 < end else { return -1 - end }
        switch base.load(fromByteOffset: position + 1, as: UInt8.self) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            return position + 2
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(base, at: position, end: end) else { return -1 - position }
            switch unit {
            case 0xD800...0xDBFF:
                guard let low = codeUnit(base, at: position + 6, end: end), (0xDC00...0xDFFF).contains(low) else {
                    return allowsHalves ? position + 6 : -1 - position
                }
                return position + 12
            case 0xDC00...0xDFFF: return allowsHalves ? position + 6 : -1 - position
            default: return position + 6
            }
        default: return -1 - position
        }
    }

    /// Returns the value of the four hexadecimal digits of `\uXXXX` at `position`, or `nil` when there is no such escape.
    static func codeUnit(_ base: UnsafeRawPointer, at position: Int, end: Int) -> UInt16? {
        guard position + 6 <= end,
            base.load(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: "\\"),
            base.load(fromByteOffset: position + 1, as: UInt8.self) == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for index in 2..<6 {
            guard let digit = hexDigit(base.load(fromByteOffset: position + index, as: UInt8.self)) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
