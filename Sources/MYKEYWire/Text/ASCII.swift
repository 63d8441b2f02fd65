/// The classes of ASCII bytes in this module's grammars. They are defined for bytes, because a Swift `Character` joins CR and LF.
enum ASCII {
    static let lineFeed = UInt8(ascii: "\n")

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
    static func isHexDigit(_ byte: UInt8) -> Bool { nibble(byte) != nil }
    static func isLowerHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte) }

    /// True for `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
    }

    /// True for `! $ & ' ( ) * + , ; =` (RFC 3986 section 2.2).
    static func isSubDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3B, 0x3D: true
        default: false
        }
    }

    /// True for `: / ? # [ ] @` (RFC 3986 section 2.2).
    static func isGeneralDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x3A, 0x2F, 0x3F, 0x23, 0x5B, 0x5D, 0x40: true
        default: false
        }
    }

    static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Returns the bytes with ASCII letters in lower case.
    static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }

    static func lowercased(_ text: some StringProtocol) -> String {
        String(decoding: lowercased(text.utf8), as: UTF8.self)
    }

    /// Compares two strings byte by byte, because Swift's `==` treats canonically equivalent strings as equal.
    static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// Reads a decimal number without a sign or a leading zero. Returns `nil` for any other text and for numbers beyond 64 bits.
    static func canonicalNumber(_ bytes: some Collection<UInt8>) -> UInt64? {
        guard let first = bytes.first, bytes.allSatisfy(isDigit), first != 0x30 || bytes.count == 1 else { return nil }
        var result: UInt64 = 0
        for byte in bytes {
            let (tenfold, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(UInt64(byte - 0x30))
            if overflow || carry { return nil }
            result = sum
        }
        return result
    }
}
